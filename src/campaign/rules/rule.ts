import type { DiagnosticCode } from '../../diagnostic/codes.ts';
import type { Diagnostic, RelatedPlace, Severity } from '../../diagnostic/diagnostic.ts';
import { formatSuggestion, type Suggest, type Suggestion } from '../../diagnostic/did-you-mean.ts';
import type { Span } from '../../diagnostic/source-file.ts';
import type { Campaign, Step } from '../campaign.ts';
import type { CampaignInput } from '../schema/campaign-input.gen.ts';
import type { PlacedTemplate } from '../template/step-templates.ts';
import { type Path, valueAt, type YamlTree } from '../yaml/yaml-tree.ts';

/** One check of more than one node, which returns its findings. */
export type CampaignRule = (about: RuleInput) => readonly Diagnostic[];

export interface RuleInput {
  /** As written, without nodes of a wrong shape. */
  readonly input: CampaignInput;
  readonly campaign: Campaign;
  readonly tree: YamlTree;
  /** By id. */
  readonly steps: ReadonlyMap<string, Step>;
  readonly templates: readonly PlacedTemplate[];
  /** By the id of their step, where it has any. */
  readonly templatesOf: ReadonlyMap<string, readonly PlacedTemplate[]>;
  /** All names in the file, also of nodes with a wrong shape: a reference to one of those is not reported. */
  readonly stepNames: ReadonlySet<string>;
  readonly audienceNames: ReadonlySet<string>;
  /** All words of unreadable entries, including their names. */
  readonly unreadableWords: ReadonlySet<string>;
  /** Suggestions for misspelt names. There is one for the whole file, because it gives up after a number of comparisons. */
  readonly suggest: Suggest;
}

export function finding(
  code: DiagnosticCode,
  span: Span,
  message: string,
  more: {
    readonly hint?: string | Suggestion | undefined;
    readonly related?: readonly RelatedPlace[];
    readonly severity?: Severity | undefined;
  } = {},
): Diagnostic {
  const { hint, related, severity = 'error' } = more;
  return {
    code,
    severity,
    message,
    span,
    ...(hint === undefined ? {} : { hint: typeof hint === 'string' ? hint : formatSuggestion(hint) }),
    ...(related?.length ? { related } : {}),
  };
}

/** Whether what is written at a path, or around it, has a wrong shape: that is reported there, and nobody knows what was meant. */
export function isMisshapen({ input, tree }: Pick<RuleInput, 'input' | 'tree'>, path: Path): boolean {
  if (input === tree.value) return false;
  return path.some((_, last) => {
    const [written, read] = [tree.value, input].map((value) => valueAt(value, path.slice(0, last + 1)));
    if (Array.isArray(written) && Array.isArray(read)) return written.length !== read.length;
    return written !== undefined && read === undefined;
  });
}

export function warning(
  code: DiagnosticCode,
  span: Span,
  message: string,
  hint?: string | Suggestion,
  related?: readonly RelatedPlace[],
): Diagnostic {
  return finding(code, span, message, { severity: 'warning', hint, ...(related && { related }) });
}
