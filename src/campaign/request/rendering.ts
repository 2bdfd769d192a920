import type { Scalar } from '../../audience/scalar.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { Outputs } from '../../job/job.ts';
import type { Instant } from '../../platform/ports.ts';
import type { MissingValue } from './missing-value.ts';

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
