import type { Scalar } from '../../audience/scalar.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { Outputs } from '../../job/job.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Missing } from '../template/template.ts';

/** The values that a job's templates may read. */
export interface RenderContext {
  readonly run: { readonly id: string };
  readonly inputs: Readonly<Record<string, Scalar>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Value of a column; undefined when the cell is empty. Absent in a step that runs once. */
  readonly recipient?: ((column: string) => Scalar | undefined) | undefined;
  readonly key?: RecipientKey | undefined;
  /** The step's outputs for this recipient, or of its single job; undefined if that was not accepted. */
  readonly outputs: (stepId: string) => Outputs | undefined;
  /** When the job starts. */
  readonly now: Instant;
}

/** Of a text that is the same for all runs, or that is rendered before there is one. */
export function withoutRun({ inputs, env }: Pick<RenderContext, 'inputs' | 'env'>): RenderContext {
  return { run: { id: '' }, inputs, env, outputs: () => undefined, now: 0 };
}

export type RenderedRequest =
  | {
      readonly kind: 'request';
      /** Complete except for the content of files. */
      readonly body: Record<string, unknown>;
      /** Body fields that take a file's content in base64, with the path as written. */
      readonly files: Readonly<Record<string, string>>;
      /** The field that the service keeps unique: orderId, taskName, fileName or jobId, if the body has it. */
      readonly naturalKey?: string;
    }
  /** A template needs a value that this job does not have: the job is skipped with the reason. */
  | { readonly kind: 'missing'; readonly missing: Missing };

export type StepRenderer = (context: RenderContext) => RenderedRequest;

export type Read = (context: RenderContext) => unknown;

/** What is missing, as a clause. */
export function formatMissing({ path, failure }: Missing): string {
  const [root, name, field] = path;
  const isColumn = root === 'recipient' && name !== undefined;
  const whose = isColumn ? `the value in column \`${name}\`` : `\`${path.join('.')}\``;
  switch (failure?.kind) {
    case 'other':
      return `a template cannot be rendered: ${failure.message}`;
    case 'notANumber':
      if (path.length === 0) return `\`${failure.by}\` needs a number, and does not get one`;
      return `${whose} is not a number, and \`${failure.by}\` needs one`;
    case 'zero':
      if (path.length === 0) return `\`${failure.by}\` would divide by zero`;
      return `${whose} is 0, and \`${failure.by}\` cannot divide by it`;
    case undefined:
      if (isColumn) return `no value in column \`${name}\``;
      if (root === 'env' && name !== undefined) return `the environment variable ${name} is not set`;
      if (root === 'inputs' && name !== undefined) return `the input \`${name}\` is not given`;
      return root === 'steps' && field !== undefined
        ? `step \`${name}\` gave no \`${field}\``
        : `${whose} has no value`;
    default:
      return failure satisfies never;
  }
}
