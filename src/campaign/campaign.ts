import type { CsvSeparator, ListFormat } from '../audience/list-format.ts';
import type { Scalar } from '../audience/scalar.ts';
import type { Where } from '../audience/where.ts';
import type { Span } from '../diagnostic/source-file.ts';
import type { RecipientKey } from '../job/address.ts';
import type { OperationId } from '../service/operations/operations.ts';
import type { Rate } from '../time/duration.ts';
import type { LocalDateTime } from '../time/wall-clock.ts';
import type { Window } from '../time/window.ts';
import type { ContactRules, Purpose } from './contact-rules.ts';
import type { Snapshot, Source } from './sources/source.ts';

/**
 * A campaign in its complete form: defaults applied, references resolved, every local time still text.
 * Made from `CampaignInput` (what people write) by `lower.ts`; read by the planner and the engine.
 */
export interface Campaign {
  /** Its runs are recorded under this name. */
  readonly id: string;
  readonly title: string;
  /** IANA zone of every wall-clock time in the file. */
  readonly timezone: string;
  readonly starts?: LocalDateTime;
  readonly ends?: LocalDateTime;
  /** Already narrowed to 09:00–20:00. */
  readonly window: Window;
  readonly account: Account;
  /** Names of environment variables that templates may read. */
  readonly env: readonly string[];
  readonly inputs: readonly Input[];
  readonly vars: Readonly<Record<string, unknown>>;
  /** Price of one accepted job per operation, in the account's currency. */
  readonly costs: Readonly<Partial<Record<OperationId, number>>>;
  /** `costs.currency`, to be shown beside amounts. */
  readonly currency?: string;
  readonly limits: Limits;
  /** Of the project and of the campaign; undefined where the project has none, and nobody counts contacts. */
  readonly contacts?: ContactRules;
  readonly audiences: readonly Audience[];
  /** In the order of the file. */
  readonly steps: readonly Step[];
  /** Where a run reports that it halted, has jobs in doubt, or finished. */
  readonly notices: Readonly<Partial<Record<NoticeEvent, NoticeTarget>>>;
  readonly span: Span;
}

export type NoticeEvent = 'halted' | 'inDoubt' | 'waiting' | 'finished';

/** The address of the webhook is a setting, because it is a secret. */
export type NoticeTarget =
  | { readonly kind: 'command'; readonly argv: readonly string[] }
  | { readonly kind: 'webhook' };

export interface Account {
  readonly appId?: string;
  readonly businessPhone?: string;
  readonly smsAppId?: string;
}

export interface Input {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly default?: string | number | boolean;
  readonly description?: string;
}

export interface Limits {
  /** Requests in flight at the same time. Default 32. */
  readonly concurrency: number;
  readonly rate?: Rate;
  /** Between two jobs for the same recipient, over all steps and audiences. */
  readonly perRecipient?: Rate;
  /** Most that the campaign may cost, by `costs`. */
  readonly budget?: number;
  /** Absent: each step has a limit of its own (`run/decide/stop-conditions.ts`). */
  readonly stopAfter?: StopAfter | 'never';
  /** Jobs in doubt at which the run halts. Default: `concurrency`. */
  readonly doubts: number;
  /** How long before a window closes the last job may start. Default 2 s. */
  readonly guardMs: number;
  readonly account?: AccountLimits;
}

/** Over all campaigns of one account that share a store. */
export interface AccountLimits {
  readonly rate?: Rate;
  readonly concurrency?: number;
  /** Jobs in doubt at which all of them halt. */
  readonly doubts?: number;
}

/** Halt when at least this share (0–1] of the last `of` settled jobs, or this number of jobs, was rejected. */
export interface StopAfter {
  readonly failures: JobsOrShare;
  readonly of: number;
}

/** By which clock the hours of an audience's recipients are judged. */
export type AudienceTimezone = SameForAll | ByColumn;

/** One zone for all; or, for each, the zones of their number's country. */
export type SameForAll = { readonly zone: string } | { readonly by: 'number' };

export interface ByColumn {
  readonly column: string;
  /** Of recipients whose cell is empty; without it they are skipped. */
  readonly else?: SameForAll;
}

/** The column with the time of the recipient's last inbound message, and how it is read. */
export interface LastInbound {
  readonly column: string;
  /** What `readTimeFormat` takes. Default: what `readInstant` does. */
  readonly format?: string;
  /** Of times without an offset. Default: the campaign's. */
  readonly zone?: string;
}

export interface Audience {
  readonly name: string;
  /** As written, relative to the campaign file; of an audience with a source, the snapshot for people, '' without one. */
  readonly file: string;
  readonly format: ListFormat;
  /** Where its rows live, if they are read into a snapshot. */
  readonly source: Source | undefined;
  /** The rows of its source, once they are chosen. */
  readonly snapshot: Snapshot | undefined;
  /** The column that identifies a recipient. */
  readonly key: string;
  /** What separates the columns of its CSV files. Default: a comma. */
  readonly sep?: CsvSeparator;
  /** Of its files, a name of the WHATWG Encoding Standard. Default: UTF-8. */
  readonly encoding?: string;
  /** ISO 3166-1 alpha-2: national numbers of this country are read, also in the `exclude` files. */
  readonly country?: string;
  /** Or the column with the country of each row. */
  readonly countryColumn?: string;
  readonly timezone: AudienceTimezone;
  readonly lastInbound?: LastInbound;
  /** Files (CSV or JSONL with the same key column) whose recipients are left out. */
  readonly exclude: readonly string[];
  /** Only rows whose cells meet these conditions. */
  readonly where: Where;
  readonly span: Span;
}

export interface Step {
  readonly id: string;
  /** What people call it. */
  readonly title?: string;
  readonly uses: OperationId;
  /** Ids of the steps that must have finished. */
  readonly needs: readonly string[];
  readonly runs: 'on-success' | 'on-failure' | 'always';
  /** After the needs have finished. Milliseconds. */
  readonly delayMs: number;
  /** Not before, and not at or after. */
  readonly at?: LocalDateTime;
  readonly until?: LocalDateTime;
  /** Already narrowed to the campaign's; `always` only for a transactional step. */
  readonly window: Window | 'always';
  readonly purpose: Purpose;
  readonly rate?: Rate;
  readonly forEach?: ForEach;
  /** The request body as written: field for field the service's, strings may be templates. `file` is a path. */
  readonly with: Readonly<Record<string, unknown>>;
  /** What the templates under `with` read; computed from them by `load.ts`. */
  readonly reads: Reads;
  readonly expect: readonly Expectation[];
  /** Milliseconds after which a query is asked again until its gate holds. */
  readonly everyMs?: number;
  /** What to do with an attempt whose answer was lost if the service offers no natural key. */
  readonly onUnknown: 'hold' | 'resend';
  /** How long a code is valid, from its first attempt. Milliseconds; `otp.send` only, default 5 min. */
  readonly expiresMs?: number;
  /** Earlier id of this step. */
  readonly was?: string;
  readonly span: Span;
}

export interface Reads {
  /** Columns that must have a value (no `default` filter guards them): an empty cell skips that recipient. */
  readonly columns: readonly string[];
  /** Columns that they read at all. */
  readonly cells: readonly string[];
  /** Steps whose outputs are used: one that was not accepted for this recipient skips that recipient. */
  readonly steps: readonly string[];
  /** Steps whose outputs are used where there are any: a `default` filter guards them. */
  readonly optionalSteps: readonly string[];
  /** What a recipient's cells lack, where conditions or calculations decide that; absent where `columns` say it all. */
  readonly lacks?: (key: RecipientKey, cell: (column: string) => Scalar | undefined) => Lack | undefined;
}

/** A value that a template needs and a recipient does not have, or one that it cannot calculate with. */
export interface Lack {
  readonly word: 'missing' | 'badValue';
  /** The column. */
  readonly detail: string;
}

/** How many jobs, or which share of them, from 0 to 1. */
export type JobsOrShare = { readonly count: number } | { readonly share: number };

/** A step that sends to some people first. */
export interface Waves {
  /** The last one is `rest`, and no other. */
  readonly sizes: readonly (JobsOrShare | 'rest')[];
  /** After the last answer of a wave. */
  readonly afterMs: number;
  /** Whether a person must say that the next wave begins. */
  readonly promote: 'person' | 'auto';
  readonly haltIf: {
    readonly rejected?: JobsOrShare;
    readonly inDoubt?: JobsOrShare;
    /** Answers before a share counts. */
    readonly atLeast: number;
  };
}

export interface ForEach {
  readonly audience: string;
  readonly waves?: Waves;
  /** The recipient's job in that step must have ended as one of these. */
  readonly onlyIf?: {
    readonly step: string;
    readonly outcomes: readonly ('accepted' | 'rejected' | 'skipped' | 'expired')[];
  };
  readonly where: Where;
}

/** A gate on one output of a query. `records` is compared by its length. */
export interface Expectation {
  readonly output: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly equals?: string | number | boolean;
  readonly span: Span;
}
