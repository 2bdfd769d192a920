import type { DiagnosticCode } from '../../diagnostic/codes.ts';
import type { Diagnostic, RelatedPlace, Severity } from '../../diagnostic/diagnostic.ts';
import type { Suggest } from '../../diagnostic/did-you-mean.ts';
import type { Span } from '../../diagnostic/source-file.ts';
import type { Campaign, Step } from '../campaign.ts';
import type { CampaignInput } from '../schema/campaign-input.gen.ts';
import type { PlacedTemplate } from '../template/step-templates.ts';
import type { YamlTree } from '../yaml/yaml-tree.ts';

/** One check that looks at more than one node: what it finds wrong, nothing else. */
export type CampaignRule = (about: RuleInput) => readonly Diagnostic[];

export interface RuleInput {
  /** As written, without what has a wrong shape. */
  readonly input: CampaignInput;
  readonly campaign: Campaign;
  readonly tree: YamlTree;
  /** By id. */
  readonly steps: ReadonlyMap<string, Step>;
  readonly templates: readonly PlacedTemplate[];
  /** By the id of their step, where it has any. */
  readonly templatesOf: ReadonlyMap<string, readonly PlacedTemplate[]>;
  /** All names in the file, also of what has a wrong shape: a reference to one of those is no finding. */
  readonly stepNames: ReadonlySet<string>;
  readonly audienceNames: ReadonlySet<string>;
  /** Words of what could not be read, among them its names. */
  readonly unreadableWords: ReadonlySet<string>;
  /** What a misspelt name most likely meant: one for the whole file, as it gives up after so many. */
  readonly suggest: Suggest;
}

export function finding(
  code: DiagnosticCode,
  span: Span,
  message: string,
  more: {
    readonly hint?: string | undefined;
    readonly related?: readonly RelatedPlace[];
    readonly severity?: Severity;
  } = {},
): Diagnostic {
  const { hint, related, severity = 'error' } = more;
  return {
    code,
    severity,
    message,
    span,
    ...(hint === undefined ? {} : { hint }),
    ...(related?.length ? { related } : {}),
  };
}

export function warning(code: DiagnosticCode, span: Span, message: string, hint?: string): Diagnostic {
  return finding(code, span, message, { severity: 'warning', hint });
}
