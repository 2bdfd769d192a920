import type { JudgedByNumber } from '../../campaign/audiences/judged-hours.ts';
import type { Diagnostic, RelatedPlace } from '../../diagnostic/diagnostic.ts';
import { type Position, positionAt, type Span } from '../../diagnostic/source-file.ts';
import { boundedLine, visibleLine } from '../../diagnostic/visible-text.ts';

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

interface DiagnosticsStyle {
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

/** Characters: a key or a value that a finding names may be as long as its file. */
const messageMost = 1_000;

/** A finding with each of its sentences on one line, as every printer shows it: it may quote what a file says. */
export function shownFinding(finding: Diagnostic): Diagnostic {
  const { message, hint, related } = finding;
  return {
    ...finding,
    message: sentence(message),
    ...(hint === undefined ? {} : { hint: sentence(hint) }),
    ...(related === undefined ? {} : { related: related.map((one) => ({ ...one, message: sentence(one.message) })) }),
  };
}

function sentence(text: string): string {
  return boundedLine(text, messageMost);
}

/** Both ends of a span. A block of YAML ends behind its last line break, and here before it: the next line is not meant. */
export function rangeOf({ file, start, end }: Span): { readonly start: Position; readonly end: Position } {
  const [blank = ''] = /[\r\n][ \r\n]*$/.exec(file.text.slice(Math.max(start, end - blanksMost), end)) ?? [];
  return { start: positionAt(file, start), end: positionAt(file, Math.max(start, end - blank.length)) };
}

const blanksMost = 1_000;

/** `campaigns/spring.yaml:4:13`, which terminals and editors make a link of. */
export function placeText(span: Span, pathOf: (path: string) => string = (path) => path): string {
  const { line, column } = positionAt(span.file, span.start);
  return `${pathOf(span.file.path)}:${line}:${column}`;
}

/** Places each in a line of its own; where many lines of one file are meant alike, further ones as `members.csv: lines 9, 12-15 also here`. */
export function relatedTexts(
  related: readonly RelatedPlace[],
  pathOf: (path: string) => string = (path) => path,
): readonly string[] {
  const alike: RelatedPlace[][] = [];
  for (const one of related) {
    const [before] = alike.at(-1) ?? [];
    const isAlike = before?.message === one.message && before.span.file.path === one.span.file.path;
    if (isAlike) alike.at(-1)!.push(one);
    else alike.push([one]);
  }
  return alike.flatMap((places) => {
    const rest = places.length > shownAlone + 1 ? places.slice(shownAlone, shownMost) : [];
    const alone = rest.length === 0 ? places : places.slice(0, shownAlone);
    const more = places.length > shownMost ? ' and more' : '';
    const [first] = rest;
    const path = first === undefined ? '' : pathOf(first.span.file.path);
    const lines = rest.map(({ span }) => positionAt(span.file, span.start).line);
    return [
      ...alone.map(({ message, span }) => `${visibleLine(placeText(span, pathOf))} ${message}`),
      ...(first === undefined ? [] : [`${visibleLine(path)}: lines ${ranges(lines)}${more} ${first.message}`]),
    ];
  });
}

const [shownAlone, shownMost] = [3, 100];

/** `9, 12-15`. */
function ranges(lines: readonly number[]): string {
  const parts: [from: number, to: number][] = [];
  for (const line of lines) {
    const last = parts.at(-1);
    if (last?.[1] === line - 1) last[1] = line;
    else parts.push([line, line]);
  }
  return parts.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}
