import type { Scalar } from '../../audience/scalar.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { Lack, Step } from '../campaign.ts';
import type { LoadedCampaign } from '../loaded-campaign.ts';
import type { PlacedTemplate } from '../template/step-templates.ts';
import type { MissingValue } from './missing-value.ts';
import type { StepRenderer } from './rendering.ts';

/**
 * Whether the templates of a step can be rendered for a recipient may depend on a condition or a calculation: the plan then renders
 * them, as the run does, so that both count the same people. Templates without any need only their columns, and outputs of other
 * steps are not known before a run.
 */
export function withRenderTest(
  step: Step,
  templates: readonly PlacedTemplate[],
  render: StepRenderer,
  { inputs, env }: Pick<LoadedCampaign, 'inputs' | 'env'>,
): Step {
  const { reads } = step;
  const mayFail = templates.some(({ isConditional, references }) =>
    references.some(({ path }) => isConditional && path[0] === 'recipient'),
  );
  if (step.forEach === undefined || !mayFail || reads.steps.length + reads.optionalSteps.length > 0) return step;
  const lacks = (key: RecipientKey, recipient: (column: string) => Scalar | undefined): Lack | undefined => {
    const request = render({ run: { id: '' }, inputs, env, outputs: () => undefined, now: 0, key, recipient });
    return request.kind === 'missing' ? lackOf(request.missing, reads.cells) : undefined;
  };
  return { ...step, reads: { ...reads, lacks } };
}

/** Undefined for what is not the recipient's: the environment of the run may have it. */
function lackOf(missing: MissingValue, cells: readonly string[]): Lack | undefined {
  switch (missing.kind) {
    case 'column':
      return { word: 'missing', detail: missing.column };
    case 'notANumber':
    case 'zero':
    case 'failure': {
      const path = missing.kind === 'failure' ? [] : missing.path;
      return { word: 'badValue', detail: path[0] === 'recipient' ? path[1]! : cells.join(', ') };
    }
    case 'output':
    case 'variable':
    case 'input':
    case 'other':
      return undefined;
    default:
      return missing satisfies never;
  }
}
