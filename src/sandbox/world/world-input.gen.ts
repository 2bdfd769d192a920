// Made from schemas/world.schema.json by `npm run generate`. Do not edit.

/**
 * An amount of money with at most six decimals.
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
 * The starting facts of a sandbox. Everything that a world file leaves out is as in the default world: objects are merged field by field, lists are replaced. Keys that begin with `x-` are for notes.
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
     * Sandbox seconds per real second: 0 stops the clock, 60 makes a minute of a second.
     */
    speed?: number;
  };
  /**
   * How far the Timestamp header may be off, in either direction.
   */
  timestampValid?: string;
  /**
   * Whether the same signed request may come twice. The document does not refuse it.
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
     * The secret for signatures.
     */
    secret: string;
    /**
     * A disabled key gets -30 on the binding list, -1 elsewhere.
     */
    state?: 'enabled' | 'disabled';
  }[];
  /**
   * State of the account.
   */
  account?: {
    /**
     * A locked account gets -13 on the balance query.
     */
    user?: 'active' | 'locked';
    /**
     * A disabled workspace gets -29 on the binding list, -1 elsewhere.
     */
    workspace?: 'enabled' | 'disabled';
    /**
     * If it is missing, AI voice tasks get -49.
     */
    authentication?: 'done' | 'missing';
  };
  /**
   * Addresses of clients.
   */
  ip?: {
    /**
     * If there are any, other addresses are refused: -31 on the binding list, -6 on AI voice, -2 elsewhere.
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
     * An abnormal number gets -97.
     */
    state?: 'normal' | 'abnormal';
  }[];
  /**
   * Prices of messages and codes, by the recipient's prefix; the longest prefix counts. A number without a price is refused: -69 for messages, -26 for codes.
   *
   * Items: A price.
   */
  prices?: {
    /**
     * Leading digits; empty for every number.
     */
    prefix: string;
    /**
     * Price of a message.
     */
    whatsapp: string | number;
    /**
     * Price of a code.
     */
    otp: string | number;
  }[];
  /**
   * The account's money. Gifts are spent first, then the balance, then credit.
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
     * Sensitive words get -29.
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
     * Only a completed or canceled task may be redialled (-42).
     */
    state: 'waiting' | 'running' | 'completed' | 'canceled';
    /**
     * Numbers that a redial calls; 0 gets -34.
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
     * Its id; beyond 9007199254740991 in quotes.
     */
    jobId: number | string;
    /**
     * Only a running task can be paused (-38).
     */
    state: 'running' | 'paused' | 'completed';
    /**
     * How long after the start a running task completes.
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
     * For recipients that the world says nothing about.
     */
    default?: 'open' | 'closed';
    /**
     * Recipients whose numbers end with these digits have the other state.
     *
     * Items: Last digits.
     */
    exceptEndings?: string[];
    /**
     * When certain recipients last wrote, as `at` or `ago`.
     *
     * Items: A recipient's last message.
     */
    lastInbound?: {
      /**
       * Digits.
       */
      recipient: string;
      /**
       * The business number that they wrote to. Default: the first.
       */
      businessPhone?: string;
      at?: Instant;
      /**
       * How long before the start.
       */
      ago?: string;
    }[];
  };
  /**
   * Values of lan that text-to-speech knows; others get -39. Without any, every value is known.
   *
   * Items: A value of lan.
   */
  languages?: string[];
  /**
   * The voiceFileIds that a redial may use.
   */
  voiceFiles?: {
    /**
     * known: only uploaded files and those under ids; others get -24.
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
   * On: recipients whose numbers end in 9001 to 9008 have a fault without further settings (docs/sandbox.md has the table).
   */
  magicNumbers?: 'off' | 'on';
  /**
   * How answers are written. Public documents of this API show each of these forms.
   */
  answers?: {
    /**
     * Numbers: a code is a JSON number, such as -37.
     */
    codes?: 'text' | 'numbers';
    /**
     * Other: a redial answers in status and reason, all other operations in code and msg.
     */
    names?: 'own' | 'other';
  };
  /**
   * The faults to inject, as in POST /_sandbox/faults.
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
 * Something that goes wrong for the requests that match every condition.
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
   * Only requests of this operation.
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
   * Only requests for this number, or for numbers that end with the digits after `*`.
   */
  recipient?: string;
  /**
   * For status, http and hang: before the request is processed (the default), or after.
   */
  when?: 'before' | 'after';
  /**
   * The code in the answer.
   */
  status?: string;
  /**
   * Text after the code's meaning.
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
   * At most this many requests.
   */
  times?: number;
  /**
   * How many requests pass first.
   */
  skip?: number;
  /**
   * The probability for each request.
   */
  rate?: number;
  /**
   * The same seed chooses the same requests.
   */
  seed?: number;
}
