import type { Scalar } from '../../audience/scalar.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { Outputs } from '../../job/job.ts';
import type { Instant } from '../../platform/ports.ts';

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
  | MissingRequest;

export interface MissingRequest {
  readonly kind: 'missing';
  readonly missing: MissingValue;
}

export type StepRenderer = (context: RenderContext) => RenderedRequest;

export type Read = (context: RenderContext) => unknown;

/** A value that a template needs and this job does not have. */
export type MissingValue =
  | { readonly kind: 'column'; readonly column: string }
  | { readonly kind: 'output'; readonly step: string; readonly output: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'other'; readonly path: readonly string[] }
  /** A template calculates with the value at a path, or compares it with a number, and it is not a number, or it is 0 and a divisor. No path: the
   * template itself made that value. */
  | { readonly kind: 'notANumber' | 'zero'; readonly path: readonly string[]; readonly by: string }
  /** The template itself failed with this job's values. */
  | { readonly kind: 'failure'; readonly message: string };

/** The value at the path of a reference. */
export function missingAt(path: readonly string[]): MissingValue {
  const [root, name, field] = path;
  if (root === 'recipient' && name !== undefined) return { kind: 'column', column: name };
  if (root === 'steps' && name !== undefined && field !== undefined)
    return { kind: 'output', step: name, output: field };
  if (root === 'env' && name !== undefined) return { kind: 'variable', name };
  if (root === 'inputs' && name !== undefined) return { kind: 'input', name };
  return { kind: 'other', path };
}

export function formatMissing(missing: MissingValue): string {
  switch (missing.kind) {
    case 'column':
      return `no value in column \`${missing.column}\``;
    case 'output':
      return `step \`${missing.step}\` gave no \`${missing.output}\``;
    case 'variable':
      return `the environment variable ${missing.name} is not set`;
    case 'input':
      return `the input \`${missing.name}\` is not given`;
    case 'other':
      return `\`${missing.path.join('.')}\` has no value`;
    case 'notANumber':
      if (missing.path.length === 0) return `\`${missing.by}\` needs a number, and does not get one`;
      return `${shownPath(missing.path)} is not a number, and \`${missing.by}\` needs one`;
    case 'zero':
      if (missing.path.length === 0) return `\`${missing.by}\` would divide by zero`;
      return `${shownPath(missing.path)} is 0, and \`${missing.by}\` cannot divide by it`;
    case 'failure':
      return `a template cannot be rendered: ${missing.message}`;
    default:
      return missing satisfies never;
  }
}

function shownPath([root, name, ...rest]: readonly string[]): string {
  return root === 'recipient' && name !== undefined
    ? `the value in column \`${name}\``
    : `\`${[root, name, ...rest].filter((part) => part !== undefined).join('.')}\``;
}
