// Made from schemas/world.schema.json by `npm run generate`. Do not edit.

/**
 * A decimal of at most six places, in quotes, or a whole number.
 */
export type Amount = string | number;
/**
 * An ISO 8601 date-time with its offset.
 */
export type Instant = string;
/**
 * `90s`, `15m`, `2h`, `1d`, together as in `1h30m`, or ISO 8601.
 */
export type Duration = string;

/**
 * The facts that a sandbox starts from. What a world file leaves out is as in the default world; an object is laid over the default one field by field, a list takes its place. Keys that begin with `x-` are for notes.
 */
export interface WorldInput {
  /**
   * IANA zone of allowSendTime, sendTime and the agents' times; the service's document names none.
   */
  timezone?: string;
  /**
   * Sandbox time.
   */
  clock?: {
    /**
     * The instant at which it starts; absent: now.
     */
    start?: string;
    /**
     * Sandbox seconds for each real one: 0 stands still, 60 makes a minute of a second.
     */
    speed?: number;
  };
  /**
   * How far the Timestamp header may be off, in either direction.
   */
  timestampValid?: string;
  /**
   * Whether the very same signed request may come twice. The document does not refuse it.
   */
  replays?: 'accepted' | 'refused';
  /**
   * API keys of the account.
   *
   * @minItems 1
   *
   * Items: An API key.
   */
  keys?: {
    /**
     * The Api-Key header.
     */
    key: string;
    /**
     * What it is signed with.
     */
    secret: string;
    /**
     * A disabled one earns -30 on the binding list, -1 elsewhere.
     */
    state?: 'enabled' | 'disabled';
  }[];
  /**
   * State of the account.
   */
  account?: {
    /**
     * A locked one earns -13 on the balance query.
     */
    user?: 'active' | 'locked';
    /**
     * A disabled one earns -29 on the binding list, -1 elsewhere.
     */
    workspace?: 'enabled' | 'disabled';
    /**
     * Missing, it earns -49 on AI voice tasks.
     */
    authentication?: 'done' | 'missing';
  };
  /**
   * Addresses of clients.
   */
  ip?: {
    /**
     * When there are any, no other address is served: -31 on the binding list, -6 on AI voice, -2 elsewhere.
     *
     * Items: An IP address.
     */
    allow?: string[];
    /**
     * Restricted addresses: -6 on AI voice, -2 elsewhere.
     *
     * Items: An IP address.
     */
    deny?: string[];
  };
  /**
   * Applications, also for SMS.
   *
   * Items: An application.
   */
  apps?: {
    /**
     * Its id.
     */
    appId: string;
    /**
     * Its name.
     */
    name?: string;
  }[];
  /**
   * Numbers that messages are sent from.
   *
   * Items: A business number.
   */
  businessNumbers?: {
    /**
     * Digits.
     */
    number: string;
    /**
     * An abnormal one earns -97.
     */
    state?: 'normal' | 'abnormal';
  }[];
  /**
   * What a message and a code cost, by the recipient's prefix; the longest one counts. A number without one has no rate: -69 on messages, -26 on codes.
   *
   * Items: A price.
   */
  prices?: {
    /**
     * Leading digits; empty for every number.
     */
    prefix: string;
    /**
     * Of a message.
     */
    whatsapp: string | number;
    /**
     * Of a code.
     */
    otp: string | number;
  }[];
  /**
   * What the account has. Gifts are spent first, then the balance, then credit.
   */
  money?: {
    balance?: Amount;
    gift?: Amount;
    credit?: Amount;
  };
  /**
   * Templates of codes.
   *
   * Items: A template.
   */
  templates?: {
    /**
     * Its id.
     */
    templateId: number;
    /**
     * Sensitive words earn -29.
     */
    content?: 'ordinary' | 'sensitive';
  }[];
  /**
   * Ids of task flows.
   *
   * Items: An id.
   */
  flows?: number[];
  /**
   * Group call tasks.
   *
   * Items: A group call task.
   */
  tasks?: {
    /**
     * Its id.
     */
    taskId: number;
    /**
     * Its name, which a redial may not use again (-41).
     */
    taskName: string;
    /**
     * Only a completed or canceled one may be redialled (-42).
     */
    state: 'waiting' | 'running' | 'completed' | 'canceled';
    /**
     * Numbers that a redial calls; 0 earns -34.
     */
    callable?: number;
  }[];
  /**
   * AI voice tasks.
   *
   * Items: An AI voice task.
   */
  aiVoiceJobs?: {
    /**
     * Its id.
     */
    jobId: number;
    /**
     * Only a running one can be paused (-38).
     */
    state: 'running' | 'paused' | 'completed';
    /**
     * A running one completes so long after the start.
     */
    completesAfter?: string;
  }[];
  /**
   * Call-centre agents; fields as in the service's record.
   *
   * Items: An agent.
   */
  agents?: {
    /**
     * Primary key.
     */
    keyId: number;
    /**
     * Job number.
     */
    empNo?: string;
    /**
     * Nickname.
     */
    petName?: string;
    /**
     * Name.
     */
    name: string;
    /**
     * Application.
     */
    appId?: string;
    /**
     * 1 deleted.
     */
    deleteFlag?: 0 | 1;
    /**
     * 0 enabled, 1 disabled.
     */
    enable?: 0 | 1;
    /**
     * Priority.
     */
    priority?: number;
    /**
     * Group.
     */
    voiceGroupId: number;
    /**
     * Its name.
     */
    groupName?: string;
    /**
     * Account.
     */
    account?: string;
    /**
     * A field that the service returns.
     */
    password?: string;
    /**
     * YYYY-MM-DD HH:MM:SS.
     */
    createTime?: string;
    /**
     * YYYY-MM-DD HH:MM:SS.
     */
    updateTime?: string;
    /**
     * Display number.
     */
    displayNum?: string;
    /**
     * Country code.
     */
    ccode?: string | null;
    /**
     * Name of the application.
     */
    appName?: string | null;
    /**
     * 1 offline, 2 idle, 3 busy, 4 post-talk, 5 taking a break.
     */
    status: '1' | '2' | '3' | '4' | '5';
    /**
     * The group's country code.
     */
    voiceGroupCcode?: string;
  }[];
  /**
   * AXB bindings.
   *
   * Items: A binding.
   */
  bindings?: {
    /**
     * Application, for the filter.
     */
    appId?: string;
    /**
     * Its id.
     */
    bindId: number;
    /**
     * Number A.
     */
    phoneA: string;
    /**
     * Number B.
     */
    phoneB: string;
    /**
     * Middle number that A sees.
     */
    pnsNumberA: string;
    /**
     * Middle number that B sees.
     */
    pnsNumberB: string;
    /**
     * YYYY-MM-DD HH:MM:SS.
     */
    expireTime?: string;
  }[];
  /**
   * Who has written to the business numbers. A message goes only to those who did in the last 24 hours.
   */
  sessions?: {
    /**
     * Of recipients of whom nothing is known.
     */
    default?: 'open' | 'closed';
    /**
     * Recipients whose numbers end so have the other state.
     *
     * Items: Last digits.
     */
    exceptEndings?: string[];
    /**
     * When certain recipients last wrote; say at or ago.
     *
     * Items: A recipient's last message.
     */
    lastInbound?: {
      /**
       * Digits.
       */
      recipient: string;
      /**
       * To which number; the first one by default.
       */
      businessPhone?: string;
      at?: Instant;
      /**
       * So long before the start.
       */
      ago?: string;
    }[];
  };
  /**
   * Values of lan that text-to-speech knows, others earn -39; none: every one.
   *
   * Items: A value of lan.
   */
  languages?: string[];
  /**
   * Which voiceFileId a redial may name.
   */
  voiceFiles?: {
    /**
     * known: only uploaded ones and those of ids, else -24.
     */
    accept?: 'any' | 'known';
    /**
     * Ids of files uploaded long ago.
     *
     * Items: An id.
     */
    ids?: string[];
  };
  /**
   * Limits that the document names without values.
   */
  limits?: {
    otpTotal?: RateLimit;
    otpPerPhone?: RateLimit1;
    /**
     * Group call tasks that wait or run at once (-37).
     */
    concurrentTasks?: number;
    /**
     * Group call tasks in all (-23).
     */
    tasks?: number;
  };
  /**
   * How a redialled task dials.
   */
  calls?: {
    /**
     * Calls at a time.
     */
    lines?: number;
    /**
     * `90s`, `15m`, `2h`, `1d`, together as in `1h30m`, or ISO 8601.
     */
    each?: string;
  };
  /**
   * On: recipients whose numbers end in 9001 to 9008 meet trouble by themselves (docs/sandbox.md has the table).
   */
  magicNumbers?: 'off' | 'on';
  /**
   * What shall go wrong, as POST /_sandbox/faults takes it.
   */
  faults?: Fault[];
}
/**
 * Codes in all (-27).
 */
export interface RateLimit {
  /**
   * How many.
   */
  count: number;
  per: Duration;
}
/**
 * Codes to one number (-28).
 */
export interface RateLimit1 {
  /**
   * How many.
   */
  count: number;
  per: Duration;
}
/**
 * Something that goes wrong, for requests that meet every condition that is given.
 */
export interface Fault {
  /**
   * What goes wrong (docs/sandbox.md).
   */
  kind:
    | 'status'
    | 'http'
    | 'delay'
    | 'drip'
    | 'truncate'
    | 'garbage'
    | 'wrong-type'
    | 'reset-before'
    | 'reset-after'
    | 'hang';
  /**
   * Only of this operation.
   */
  operation?:
    | 'whatsapp.send'
    | 'voice.redial'
    | 'otp.send'
    | 'audio.upload'
    | 'aivoice.pause'
    | 'sms.balance'
    | 'agents.list'
    | 'axb.list'
    | 'sms.backfill';
  /**
   * Only for this number, or `*` and its last digits.
   */
  recipient?: string;
  /**
   * For status, http and hang: before the work (the default), or after it.
   */
  when?: 'before' | 'after';
  /**
   * The code that is answered.
   */
  status?: string;
  /**
   * Follows its meaning.
   */
  reason?: string;
  /**
   * The HTTP status.
   */
  http?: number;
  /**
   * Further headers, such as Retry-After.
   */
  headers?: {
    /**
     * Its value.
     */
    [k: string]: string;
  };
  /**
   * The body of an http fault.
   */
  body?: string;
  /**
   * Real milliseconds of a delay, or between the bytes of a drip.
   */
  ms?: number;
  /**
   * Requests that it strikes, at most.
   */
  times?: number;
  /**
   * Requests that go by first.
   */
  skip?: number;
  /**
   * The chance of each request.
   */
  rate?: number;
  /**
   * The same seed strikes the same requests.
   */
  seed?: number;
}
