/*
 * What `GET /_sandbox/*` shows, for the inbox page too. Instants are ISO 8601, in sandbox time, and sums are decimal numbers in text.
 */

interface Entered {
  /** Sequence number of its entry in the journal. */
  readonly seq: number;
  readonly at: string;
}

/** A request with its answer, as it is in the journal. */
export interface LoggedRequest extends Entered {
  /** Null if the path does not belong to the service. */
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  /** Lower-case names; API key and signature redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON of the body, or its text if it was not JSON; null without a body. */
  readonly body: unknown;
  /** The service's answer, even if a fault kept it from arriving; http 0 without an answer. */
  readonly answer: { readonly http: number; readonly body: unknown };
  /** The rule that refused the request. */
  readonly rule?: string;
  /** The fault that hit it. */
  readonly fault?: string;
}

/** A message that the service accepted. */
export interface MessageView extends Entered {
  readonly messageId: string;
  readonly appId: string;
  readonly businessPhone: string;
  readonly recipient: string;
  readonly type: string;
  /** The field that is named like the type. */
  readonly content: unknown;
  readonly context?: unknown;
  readonly cost: string;
}

export interface InboundView extends Entered {
  readonly recipient: string;
  readonly businessPhone: string;
  readonly text?: string;
}

export interface CodeView extends Entered {
  readonly verificationId: string;
  readonly to: string;
  readonly channel: string;
  readonly code: string;
  readonly templateId: unknown;
  readonly orderId?: string;
  readonly cost: string;
}

export interface UploadView extends Entered {
  readonly fileId: string;
  readonly fileName: string;
  readonly bytes: number;
}

export interface TasksView {
  readonly now: string;
  readonly timezone: string;
  readonly tasks: readonly TaskView[];
  readonly aiVoice: readonly { readonly jobId: number | string; readonly state: string }[];
}

export interface TaskView {
  readonly taskId: number;
  readonly taskName: string;
  readonly state: string;
  readonly callable: number;
  readonly called: number;
  readonly redialOf?: number;
  readonly createdAt?: string;
  /** Local times of its allowSendTime. */
  readonly periods?: readonly Span[];
  readonly dials?: readonly Span[];
}

interface Span {
  readonly from: string;
  readonly to: string;
}

export interface LedgerView {
  readonly now: string;
  readonly startedAt: string;
  readonly money: Readonly<Record<'balance' | 'gift' | 'credit' | 'available', string>>;
  readonly counts: Readonly<Record<'messages' | 'codes' | 'files' | 'backfills' | 'tasks', number>>;
  readonly funds: readonly { readonly at: string; readonly available: string }[];
}

export interface ClockView {
  readonly now: string;
  readonly speed: number;
}

/** Who was contacted more than once by the same operation. */
export interface DoubleView {
  readonly operation: string;
  readonly recipient: string;
  readonly times: number;
  /** How often the most repeated content came; 1 when all differ. */
  readonly sameWords: number;
  /** Sequence numbers in `/_sandbox/requests`. */
  readonly requests: readonly number[];
}
