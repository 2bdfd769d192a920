import type { JudgedByNumber } from '../../campaign/audiences/judged-hours.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';

/** What `check` found, for any of its formats. */
export interface DiagnosticsReport {
  /** Files that were checked, as written. */
  readonly files: readonly string[];
  /** In the order in which they are shown. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many more there are than are shown. */
  readonly hidden: number;
  /** All of them, shown or not. */
  readonly errorCount: number;
  readonly warningCount: number;
  /** What the `exclude` files of campaigns without errors come to. */
  readonly excludes?: readonly ExcludeCount[];
  /** Files of campaigns that have not begun, and whose run would contact nobody. */
  readonly nobody?: readonly string[];
  /** Whose hours are judged by another country than the campaign's, in campaigns without errors. */
  readonly hours?: readonly CampaignHours[];
}

/** The campaign's file, and whom it means. */
export type CampaignHours = JudgedByNumber & { readonly campaign: string };

export interface ExcludeCount {
  /** The campaign's file. */
  readonly campaign: string;
  readonly audience: string;
  /** The `exclude` file, as the campaign names it. */
  readonly file: string;
  /** Different numbers in it. */
  readonly numbers: number;
  /** Of them, those who would be recipients without it. */
  readonly inAudience: number;
}

export interface DiagnosticsStyle {
  readonly colour: boolean;
  /** Of a terminal, to which sentences are fitted; the lines of files stay as they are. */
  readonly width?: number | undefined;
  /** Path of a file from the root of its repository, for formats that others read; as it was written where this is absent. */
  readonly repositoryPath?: (path: string) => string;
  /** Of Callsheet, where it is known. */
  readonly version?: string;
}

export type DiagnosticsFormat = 'pretty' | 'json' | 'github' | 'sarif';

export type DiagnosticsPrinter = (report: DiagnosticsReport, style: DiagnosticsStyle) => string;
