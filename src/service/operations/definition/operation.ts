import type { Message, MessageRequest } from './message.ts';
import type { PublicLimit } from './public-limit.ts';
import type { RuleTable } from './rule.ts';
import type { Status } from './status.ts';

/**
 * One of the service's calls: everything that is true of it. `src/sandbox/operations/` has what the sandbox does for it, and
 * `schemas/service/` its request and answer for editors.
 */
export interface Operation<Id extends string = string> {
  readonly id: Id;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** `status`/`reason`, or `code`/`msg` for redial (section "Errors"). */
  readonly envelope: 'status' | 'code';
  /** What a step does, for people who do not write campaigns. */
  readonly words: string;
  /** A step, as it is written under `steps`. */
  readonly example: string;
  /** The fields of its request, and what they must be. */
  readonly request: RuleTable;
  /** The rows of its table in section "Errors", in their order. */
  readonly statuses: Readonly<Record<string, Status>>;
  /** Outputs that later steps may use, by name, with their path in the answer (dots go down). */
  readonly outputs: Readonly<Record<string, OutputField>>;
  /** A query changes nothing and may always be sent again. */
  readonly effect: 'query' | 'effect';
  /** The field that says whom the request is for, if there is one. */
  readonly recipientField?: 'recipient' | 'to' | 'number';
  /** How it reaches the recipient, where it contacts one: such a job is a contact in the contact ledger. */
  readonly channel?: Channel;
  /** The field that the service keeps unique, if there is one. */
  readonly naturalKey?: 'orderId' | 'taskName' | 'fileName' | 'jobId';
  readonly recovery: Recovery;
  /** The code that, in the answer to a retry, proves that an earlier attempt succeeded. Means nothing on a first attempt. */
  readonly receipt?: string;
  /** What only public documents of this API demand of its fields. */
  readonly publicLimits?: readonly PublicLimit[];
  /** The request as the person reads or hears it; of one that reaches nobody, what it is about. */
  readonly message: (request: MessageRequest) => Message;
}

/** A way to reach one person. A redial task calls people whom the service knows, so nobody can count these contacts. */
export type Channel = 'whatsapp' | 'otp';

export interface OutputField {
  readonly type: 'string' | 'number' | 'array';
  readonly from: string;
}

/**
 * What is done about an attempt whose answer was lost (`docs/guarantees.md`): `retry` sends the same bytes again, `rename`
 * uploads under the next file name, `manual` leaves the job in doubt until a person decides.
 */
export type Recovery = 'retry' | 'rename' | 'manual';
