// Made from schemas/campaign.schema.json by `npm run generate`. Do not edit.

/**
 * The campaign's id: lower-case letters, digits and hyphens. It is part of every natural key, so a campaign with another id is another campaign.
 */
export type CampaignId = string;
/**
 * Nothing starts before this local date-time. Default: when the campaign is run. It is also part of the run's name.
 */
export type LocalDateTime = string;
/**
 * Nothing starts at or after this local date-time; the remaining jobs expire.
 */
export type LocalDateTime1 = string;
/**
 * The first minute in which jobs may start. Default: that of the window it narrows.
 */
export type LocalTime = string;
/**
 * From this time on nothing starts. A time before `open` is on the next morning (transactional steps only).
 */
export type LocalTime1 = string;
/**
 * A local date.
 */
export type LocalDate = string;
/**
 * Starts of jobs, over all steps together.
 */
export type Rate = string;
/**
 * Starts of jobs for one recipient, over all steps.
 */
export type Rate1 = string;
/**
 * A share such as `"5%"`, or a number of jobs.
 */
export type JobsOrShareInput = string | number;
/**
 * How long before a window closes the last job may start, to leave time for latency. Default 2s.
 */
export type Duration = string;
/**
 * Starts of jobs, over all campaigns of the account together.
 */
export type Rate2 = string;
/**
 * `day`: a day of the recipient's calendar. `rolling 30d`: any 30 days.
 */
export type CapPeriod = string;
/**
 * The shortest time between two contacts with one person, except transactional ones.
 */
export type Duration1 = string;
/**
 * How long ago it may have been imported. An older list stops plan and run.
 */
export type Duration2 = string;
/**
 * The list, `.csv` or `.jsonl`, or one of these compressed with gzip, such as `.csv.gz`; or a `.parquet` file, which is read into a snapshot. Relative to this file and inside the repository.
 */
export type AudiencePath = string;
/**
 * How the texts of `file` and `exclude` are written, or those that `http` and `command` give: a name of the [Encoding Standard](https://encoding.spec.whatwg.org/#names-and-labels), in small letters. Default: UTF-8, or UTF-16 with a byte order mark.
 */
export type ListEncoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'windows-1250'
  | 'windows-1251'
  | 'windows-1252'
  | 'windows-1253'
  | 'windows-1254'
  | 'windows-1255'
  | 'windows-1256'
  | 'windows-1257'
  | 'windows-1258'
  | 'windows-874'
  | 'iso-8859-2'
  | 'iso-8859-3'
  | 'iso-8859-4'
  | 'iso-8859-5'
  | 'iso-8859-6'
  | 'iso-8859-7'
  | 'iso-8859-8'
  | 'iso-8859-8-i'
  | 'iso-8859-10'
  | 'iso-8859-13'
  | 'iso-8859-14'
  | 'iso-8859-15'
  | 'macintosh'
  | 'x-mac-cyrillic'
  | 'ibm866'
  | 'koi8-r'
  | 'koi8-u'
  | 'gbk'
  | 'gb18030'
  | 'big5'
  | 'shift_jis'
  | 'euc-jp'
  | 'iso-2022-jp'
  | 'euc-kr';
/**
 * Path of a recipient list.
 */
export type ListPath = string;
/**
 * One of these values, compared as text.
 */
export type CellValuesInput = (string | number | boolean) | (string | number | boolean)[];
/**
 * A pattern for the whole cell, or a list of patterns: `*` is any text, `?` one character, and a backslash before them takes that meaning away.
 */
export type CellPatternsInput = string | string[];
/**
 * A date or time before this one, in the campaign's zone.
 */
export type CellTime = string;
/**
 * A date or time after this one, in the campaign's zone; after a date means from the next day on.
 */
export type CellTime1 = string;
/**
 * Text like this pattern, or like one of a list: `*` is any text, `?` one character. The whole cell counts, and upper and lower case differ.
 */
export type CellPatternsInput1 = string | string[];
/**
 * How long to keep a snapshot that no run uses any more. Default: until somebody deletes it.
 */
export type Duration3 = string;
/**
 * How long the source may take. Default 10m.
 */
export type Duration4 = string;
/**
 * One named use of one operation, once or once per recipient.
 */
export type StepInput =
  | WhatsappSendStepInput
  | VoiceRedialStepInput
  | OtpSendStepInput
  | AudioUploadStepInput
  | AivoicePauseStepInput
  | SmsBalanceStepInput
  | AgentsListStepInput
  | AxbListStepInput
  | SmsBackfillStepInput;
/**
 * A title of the step. Plans, reports and messages of a run show it before the id: `Second reminder (followUp)`.
 */
export type StepTitle = string;
/**
 * Step or steps that must have finished first: a single job accepted, a `forEach` step settled for every recipient.
 */
export type Needs = string | string[];
/**
 * When the needs have finished: `on-success` (default) if they were accepted, `on-failure` if one was not (of a `forEach` step: if it has a rejected job, or has stopped), or `always`. Without `needs`, `on-failure` and `always` watch all other steps. Whom a step on failure, or a step after it, has reached, the steps that the failure kept from starting do not reach in a later run.
 */
export type Runs = 'on-success' | 'on-failure' | 'always';
/**
 * How long to wait after the needs have finished, or after `starts` if the step needs nothing.
 */
export type Delay = string;
/**
 * Not before this local date-time.
 */
export type At = string;
/**
 * Nothing of this step starts at or after this local date-time.
 */
export type Until = string;
/**
 * Local hours of this step, which narrow the campaign's. With `purpose: transactional` any hours, or `always`.
 */
export type StepWindow = 'always' | WindowInput1;
/**
 * Why the step contacts people: `marketing` (default, also written `campaign`), `service`, `collection`, `survey`; or `transactional` if the recipient has just asked for this (a code, an answer), and then the step may have any hours.
 */
export type Purpose = 'campaign' | 'marketing' | 'service' | 'collection' | 'survey' | 'transactional';
/**
 * Starts of this step's jobs.
 */
export type StepRate = string;
/**
 * This step's earlier name, so that renaming it does not send everything again.
 */
export type Was = string;
/**
 * One job per recipient: an audience's name, or a part of an audience.
 */
export type ForEachInput = string | ForEachObjectInput;
export type OutcomeInput = 'accepted' | 'rejected' | 'skipped' | 'expired';
export type WaveSizeInput = number | string | 'rest';
/**
 * How long after the last answer of a wave the next one may begin. Alone, it begins then by itself.
 */
export type Duration5 = string;
/**
 * At least this many jobs of the wave, or this share of those that are answered.
 */
export type JobsOrShareInput1 = string | number;
/**
 * At least this many jobs of the wave, or this share of those that are answered.
 */
export type JobsOrShareInput2 = string | number;
/**
 * How long a code is valid, from its first attempt. Default 5m.
 */
export type Duration6 = string;
/**
 * How often to ask again until `expect` holds, or until `until`. At least `1s`.
 */
export type Duration7 = string;
/**
 * How often to ask again until `expect` holds, or until `until`. At least `1s`.
 */
export type Duration8 = string;
/**
 * How often to ask again until `expect` holds, or until `until`. At least `1s`.
 */
export type Duration9 = string;

/**
 * A Callsheet campaign, language version 1: one YAML document with audiences, steps, a window and limits.
 */
export interface CampaignInput {
  campaign: CampaignId;
  /**
   * A title for plans and reports. Default: the id.
   */
  title?: string;
  /**
   * IANA zone of every wall-clock time in this file.
   */
  timezone: string;
  starts?: LocalDateTime;
  ends?: LocalDateTime1;
  window?: WindowInput;
  account?: AccountInput;
  /**
   * Names of the only environment variables that templates may read, as `{{ env.NAME }}`. Names that begin with `CALLSHEET_` are settings of Callsheet and not allowed.
   */
  env?: string[];
  /**
   * Values given on the command line with `--input name=value`, read by templates as `{{ inputs.name }}`.
   */
  inputs?: {
    [k: string]: InputInput;
  };
  /**
   * Constants for templates, read as `{{ vars.name }}`. They are not templates themselves.
   */
  vars?: {
    /**
     * Any value; the fields of a map are read as `{{ vars.name.field }}`.
     */
    [k: string]: {
      [k: string]: unknown;
    };
  };
  /**
   * Price of one accepted job per operation, in the account's currency, for forecasts and `limits.budget`. The service shows no prices.
   */
  costs?: {
    /**
     * The currency of these prices, of `limits.budget` and of the account, as its code of three letters. It is shown beside every amount; nothing is converted.
     */
    currency?: string;
    /**
     * Price of one accepted `whatsapp.send` job.
     */
    'whatsapp.send'?: number;
    /**
     * Price of one accepted `voice.redial` job.
     */
    'voice.redial'?: number;
    /**
     * Price of one accepted `otp.send` job.
     */
    'otp.send'?: number;
    /**
     * Price of one accepted `audio.upload` job.
     */
    'audio.upload'?: number;
    /**
     * Price of one accepted `aivoice.pause` job.
     */
    'aivoice.pause'?: number;
    /**
     * Price of one accepted `sms.balance` job.
     */
    'sms.balance'?: number;
    /**
     * Price of one accepted `agents.list` job.
     */
    'agents.list'?: number;
    /**
     * Price of one accepted `axb.list` job.
     */
    'axb.list'?: number;
    /**
     * Price of one accepted `sms.backfill` job.
     */
    'sms.backfill'?: number;
  };
  limits?: LimitsInput;
  contacts?: ContactsInput;
  /**
   * Recipient lists by name, for `forEach`.
   */
  audiences?: {
    [k: string]: AudienceInput;
  };
  /**
   * The steps by name, in the order in which plans and reports list them.
   */
  steps: {
    [k: string]: StepInput;
  };
  on?: NoticesInput;
}
/**
 * The local hours in which jobs may start. It narrows 09:00–20:00 and cannot widen it.
 */
export interface WindowInput {
  open?: LocalTime;
  close?: LocalTime1;
  /**
   * Days of the week on which the window opens. Default: those of the window it narrows.
   *
   * @minItems 1
   */
  days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
  /**
   * Dates on which the window stays closed, such as holidays.
   */
  except?: LocalDate[];
  /**
   * Holidays on which the window stays closed: of a country (two letters), or `{ by: number }`, of the country of each number. `holidays/NG-2026.yaml` beside the campaign has those of one country and year.
   */
  holidays?: string | HolidaysByInput;
}
export interface HolidaysByInput {
  /**
   * The country of the recipient's number.
   */
  by: 'number';
}
/**
 * The sender, used in every request that has a field for it. May be templates over `env`, `inputs` and `vars`.
 */
export interface AccountInput {
  /**
   * Application id (`appId` of every operation that has one).
   */
  appId?: string;
  /**
   * WhatsApp business number: digits only, in quotes.
   */
  businessPhone?: string;
  /**
   * SMS application id: `smsAppId` of a redial with `hangUpSms: 1`, and `appId` of `sms.backfill`.
   */
  smsAppId?: string;
}
/**
 * A value given with `--input`.
 */
export interface InputInput {
  /**
   * The type of the value. Default: string.
   */
  type?: 'string' | 'number' | 'boolean';
  /**
   * Used when the input is not given. An input without a default is required.
   */
  default?: string | number | boolean;
  /**
   * What the input is for; shown when it is missing.
   */
  description?: string;
}
/**
 * How fast the campaign runs, how much it may cost, and when it stops.
 */
export interface LimitsInput {
  /**
   * Requests in flight at the same time. Default 32.
   */
  concurrency?: number;
  rate?: Rate;
  perRecipient?: Rate1;
  /**
   * The most that the campaign may cost, by `costs`.
   */
  budget?: number;
  /**
   * When the run halts because the service rejects too much. Default: when the first 20 jobs of a step (or all of 5 to 19) are rejected with one code, or half of its last 100 jobs. `never`: it does not halt for this.
   */
  stopAfter?: 'never' | StopAfterInput;
  /**
   * The run halts when its process has left this many jobs in doubt; the next process counts from 0. Default: as many as `concurrency`.
   */
  doubts?: number;
  guard?: Duration;
  account?: AccountLimitsInput;
}
/**
 * Halt when at least this many of the latest settled jobs were rejected.
 */
export interface StopAfterInput {
  failures: JobsOrShareInput;
  /**
   * How many of the latest settled jobs count. Default 100.
   */
  of?: number;
}
/**
 * Limits of the account (base URL and `appId`). All campaigns that use it share them if they share a store; each must give the same.
 */
export interface AccountLimitsInput {
  rate?: Rate2;
  /**
   * Requests in flight at the same time, over all campaigns of the account together.
   */
  concurrency?: number;
  /**
   * The number of jobs in doubt, over all running campaigns of the account together, at which all of them halt.
   */
  doubts?: number;
}
/**
 * How often a person may be contacted over all campaigns of the project, and what a contact requires. `contacts.yaml` beside the campaign has the rules of the project; a campaign can only add to them.
 */
export interface ContactsInput {
  /**
   * Where a cap leaves no room for two campaigns, the one with the greater priority goes first, and the other waits. In `contacts.yaml`: for campaigns without one. Default: 0.
   */
  priority?: number;
  /**
   * The most contacts that one person may get. All caps hold.
   */
  caps?: ContactCapInput[];
  atLeastApart?: Duration1;
  /**
   * Do-not-contact lists that must have been imported with `callsheet suppress --import`.
   */
  suppression?: SuppressionListInput[];
  /**
   * Contacts that need the person's recorded consent; people without it are skipped.
   */
  consent?: ConsentInput[];
}
/**
 * The most contacts that one person may get in a period.
 */
export interface ContactCapInput {
  /**
   * The most contacts in the period.
   */
  max: number;
  per: CapPeriod;
  /**
   * Only contacts over this channel. Default: all.
   */
  channel?: 'whatsapp' | 'otp';
  /**
   * Only contacts for these purposes. Default: all except `transactional`.
   */
  purpose?:
    | ('marketing' | 'service' | 'collection' | 'survey' | 'transactional')
    | ('marketing' | 'service' | 'collection' | 'survey' | 'transactional')[];
}
/**
 * One list, and how old it may be.
 */
export interface SuppressionListInput {
  /**
   * The name of the list, as `suppress --list` gave it.
   */
  list: string;
  maxAge?: Duration2;
}
/**
 * Contacts of this purpose and channel need a consent.
 */
export interface ConsentInput {
  /**
   * Contacts over this channel. Default: all.
   */
  channel?: 'whatsapp' | 'otp';
  /**
   * Contacts for these purposes. Default: all except `transactional`.
   */
  purpose?:
    | ('marketing' | 'service' | 'collection' | 'survey' | 'transactional')
    | ('marketing' | 'service' | 'collection' | 'survey' | 'transactional')[];
}
/**
 * A recipient list: a CSV or JSONL file, or rows that are read from where they live into a snapshot. One of `file`, `sql`, `http` and `command` names it.
 */
export interface AudienceInput {
  file?: AudiencePath;
  /**
   * A file with one SELECT statement, read from the database of `from`. Its address comes from the environment: `CALLSHEET_AUDIENCE_<NAME>_URL`.
   */
  sql?: string;
  /**
   * The kind of database that `sql` reads.
   */
  from?: 'postgres' | 'sqlite';
  /**
   * Values of the parameters of `sql`, which names them `:tier`. They are bound, never put into the text. May be templates over `env`, `inputs` and `vars`.
   */
  params?: {
    /**
     * A value, or a template of one.
     */
    [k: string]: string | number | boolean;
  };
  /**
   * An https address with CSV or NDJSON. `CALLSHEET_AUDIENCE_<NAME>_URL` replaces it, for an address that is a secret.
   */
  http?: string;
  /**
   * A program and its arguments, started without a shell in the folder of this file, only with `--allow-commands`. It prints CSV or NDJSON.
   *
   * @minItems 1
   */
  command?: string[];
  /**
   * What `http` or `command` gives. Default: `csv`, or `ndjson` if the address ends in `.ndjson` or `.jsonl`.
   */
  format?: 'csv' | 'ndjson';
  /**
   * The columns of the source that are read, with their types: `text`, `number`, `instant` (a time with an offset), `date`, `boolean`. Others are not kept.
   */
  columns?: {
    /**
     * The type of the column.
     */
    [k: string]: 'text' | 'number' | 'instant' | 'date' | 'boolean';
  };
  /**
   * The column that identifies a recipient: the number with its country code.
   */
  key: string;
  /**
   * What separates the columns of CSV files, in `file` and in `exclude`: a comma (default), `;`, `|`, or a tab, written `"\t"`.
   */
  sep?: ',' | ';' | '|' | '\t';
  encoding?: ListEncoding;
  /**
   * Numbers without a country code belong to this country, in `file` and in `exclude`: two letters of ISO 3166, or the column that has them or the names of countries. Default: each number has its country code.
   */
  country?: string | CountryColumnInput;
  timezone?: AudienceZoneInput;
  /**
   * Column with the instant of the recipient's last message to the business number; it opens the 24 hours in which WhatsApp messages may be sent. A time in the future when the step opens is ignored.
   */
  lastInbound?: string | LastInboundInput;
  /**
   * Files with the same key column whose recipients are left out.
   */
  exclude?: ListPath[];
  where?: WhereInput;
  /**
   * What a run does with later snapshots: `frozen` (default) keeps the one with which it began; `growing` reads it again at each `run`, and newcomers join; `tracking` also drops who has left and was not reached.
   */
  refresh?: 'frozen' | 'growing' | 'tracking';
  expect?: AudienceExpectInput;
  keepFor?: Duration3;
  timeout?: Duration4;
}
export interface CountryColumnInput {
  /**
   * Column with the country of each row: `NG` or `Nigeria`, in capitals or not.
   */
  column: string;
}
/**
 * The recipient's time zone; windows are in the recipient's local time. Default: by the country of the number; where it has several times, the hours of all its zones must be open at once.
 */
export interface AudienceZoneInput {
  /**
   * Column with an IANA zone; an empty cell skips the recipient, unless `else` says how it is read.
   */
  column?: string;
  /**
   * One IANA zone for all recipients.
   */
  zone?: string;
  /**
   * How an empty cell of the column is read: `number` for the zones of the number's country, or an IANA zone. Default: these recipients are skipped.
   */
  else?: string;
}
export interface LastInboundInput {
  /**
   * The column.
   */
  column: string;
  /**
   * How its cells are written: `YYYY` or `YY`, `MM` or `M`, `DD` or `D`, `HH` or `H` (or `h` with `A` for AM and PM), `mm`, `ss`. Default: ISO 8601, or seconds or milliseconds since 1970.
   */
  format?: string;
  /**
   * IANA zone of times without an offset. Default: the campaign's zone.
   */
  zone?: string;
}
/**
 * Only recipients whose cells meet these conditions. Each column has a value, a list of allowed values, or the keys below; with several columns or keys, all must hold.
 */
export interface WhereInput {
  /**
   * A value, a list of allowed values, or a condition.
   */
  [k: string]: string | number | boolean | (string | number | boolean)[] | CellConditionInput;
}
/**
 * What the cells of a column must be; with several keys, all must hold.
 */
export interface CellConditionInput {
  oneOf?: CellValuesInput;
  /**
   * None of these values, compared as text, or with `{ matches: "*@example.com" }` no text like a pattern. An empty cell is selected, unless the list has `""`.
   */
  not?: (string | number | boolean) | (string | number | boolean)[] | NotLikeInput;
  /**
   * A number, and at least this.
   */
  atLeast?: number;
  /**
   * A number, and at most this.
   */
  atMost?: number;
  before?: CellTime;
  after?: CellTime1;
  matches?: CellPatternsInput1;
}
export interface NotLikeInput {
  matches: CellPatternsInput;
}
/**
 * Limits for a snapshot; one that breaks them is refused.
 */
export interface AudienceExpectInput {
  rows?: AudienceRowsInput;
  /**
   * How many people may join and leave since the last snapshot, as a share of it.
   */
  change?: string;
}
/**
 * How many rows the source may give.
 */
export interface AudienceRowsInput {
  /**
   * No fewer rows than this. Default 1.
   */
  atLeast?: number;
  /**
   * No more rows than this.
   */
  atMost?: number;
}
/**
 * Send a custom (session) message over WhatsApp: only within 24 hours after the recipient's last message to the business number.
 */
export interface WhatsappSendStepInput {
  /**
   * Send a custom (session) message over WhatsApp: only within 24 hours after the recipient's last message to the business number.
   */
  uses: 'whatsapp.send';
  title?: StepTitle;
  needs?: Needs;
  runs?: Runs;
  delay?: Delay;
  at?: At;
  until?: Until;
  window?: StepWindow;
  purpose?: Purpose;
  rate?: StepRate;
  was?: Was;
  forEach?: ForEachInput;
  /**
   * The request body of `whatsapp.send`, field for field as the service names it. Strings may be Liquid templates.
   */
  with: {};
  /**
   * What to do with a message whose answer was lost: `hold` it for a person (default), or `resend` it, at the risk of sending it twice.
   */
  onUnknown?: 'hold' | 'resend';
}
/**
 * Local hours in which jobs may start, half-open: a job may start at `open`, but not at `close`.
 */
export interface WindowInput1 {
  open?: LocalTime;
  close?: LocalTime1;
  /**
   * Days of the week on which the window opens. Default: those of the window it narrows.
   *
   * @minItems 1
   */
  days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
  /**
   * Dates on which the window stays closed, such as holidays.
   */
  except?: LocalDate[];
  /**
   * Holidays on which the window stays closed: of a country (two letters), or `{ by: number }`, of the country of each number. `holidays/NG-2026.yaml` beside the campaign has those of one country and year.
   */
  holidays?: string | HolidaysByInput;
}
/**
 * A part of an audience.
 */
export interface ForEachObjectInput {
  /**
   * The audience's name.
   */
  audience: string;
  onlyIf?: OnlyIfInput;
  where?: WhereInput;
  /**
   * People in random order, some at a time: how many are sent to first, then how many more, as numbers or shares of all, and `rest` at the end. Between two waves the step waits as `between` says.
   *
   * @minItems 2
   * @maxItems 20
   */
  waves?: WaveSizeInput[];
  between?: BetweenInput;
}
/**
 * Only recipients whose job in an earlier step for the same audience ended like this, for example to try another channel.
 */
export interface OnlyIfInput {
  /**
   * The earlier step.
   */
  step: string;
  /**
   * How that recipient's job ended there, or a list of how it may have ended. A job in doubt matches none of them: the person may have been reached.
   */
  outcome: OutcomeInput | OutcomeInput[];
}
/**
 * What a step with `waves` waits for between two of them. Default: until a person runs `callsheet promote`.
 */
export interface BetweenInput {
  after?: Duration5;
  /**
   * Whether a person must say `callsheet promote` before the next wave: `person`, or `auto`. Default: `auto` with `after`, else `person`.
   */
  promote?: 'person' | 'auto';
  haltIf?: HaltIfInput;
}
/**
 * The run halts when a wave has this many rejected jobs, or jobs in doubt. Only `callsheet promote` carries it on.
 */
export interface HaltIfInput {
  rejected?: JobsOrShareInput1;
  inDoubt?: JobsOrShareInput2;
  /**
   * So many jobs must be answered before a share counts, or the whole wave. Default 20.
   */
  atLeast?: number;
}
/**
 * Call a finished or cancelled voice group-call task again.
 */
export interface VoiceRedialStepInput {
  /**
   * Call a finished or cancelled voice group-call task again.
   */
  uses: 'voice.redial';
  title?: StepTitle;
  needs?: Needs;
  runs?: Runs;
  delay?: Delay;
  at?: At;
  until?: Until;
  window?: StepWindow;
  purpose?: Purpose;
  rate?: StepRate;
  was?: Was;
  forEach?: ForEachInput;
  /**
   * The request body of `voice.redial`, field for field as the service names it. Strings may be Liquid templates.
   */
  with: {};
}
/**
 * Send a verification code over SMS, call or SNA.
 */
export interface OtpSendStepInput {
  /**
   * Send a verification code over SMS, call or SNA.
   */
  uses: 'otp.send';
  title?: StepTitle;
  needs?: Needs;
  runs?: Runs;
  delay?: Delay;
  at?: At;
  until?: Until;
  window?: StepWindow;
  purpose?: Purpose;
  rate?: StepRate;
  was?: Was;
  forEach?: ForEachInput;
  /**
   * The request body of `otp.send`, field for field as the service names it. Strings may be Liquid templates.
   */
  with: {};
  expires?: Duration6;
}
/**
 * Upload an audio file; its id starts a voice group call.
 */
export interface AudioUploadStepInput {
  /**
   * Upload an audio file; its id starts a voice group call.
   */
  uses: 'audio.upload';
  title?: StepTitle;
  needs?: Needs;
  runs?: Runs;
  delay?: Delay;
  at?: At;
  until?: Until;
  window?: StepWindow;
  purpose?: Purpose;
  rate?: StepRate;
  was?: Was;
  /**
   * The request body of `audio.upload`, field for field as the service names it. Strings may be Liquid templates.
   */
  with: {};
}
/**
 * Pause an AI voice task.
 */
export interface AivoicePauseStepInput {
  /**
   * Pause an AI voice task.
   */
  uses: 'aivoice.pause';
  title?: StepTitle;
  needs?: Needs;
  runs?: Runs;
  delay?: Delay;
  at?: At;
  until?: Until;
  window?: StepWindow;
  purpose?: Purpose;
  rate?: StepRate;
  was?: Was;
  forEach?: ForEachInput;
  /**
   * The request body of `aivoice.pause`, field for field as the service names it. Strings may be Liquid templates.
   */
  with: {};
}
/**
 * Ask for the SMS account's balance.
 */
export interface SmsBalanceStepInput {
  /**
   * Ask for the SMS account's balance.
   */
  uses: 'sms.balance';
  title?: StepTitle;
  needs?: Needs;
  runs?: Runs;
  delay?: Delay;
  at?: At;
  until?: Until;
  window?: StepWindow;
  purpose?: Purpose;
  rate?: StepRate;
  was?: Was;
  /**
   * `sms.balance` has no request body.
   */
  with?: {};
  expect?: ExpectInput;
  every?: Duration7;
}
/**
 * A condition on the answer. If it does not hold, the step is rejected, and steps that need it do not start.
 */
export interface ExpectInput {
  balance?: ComparisonInput;
  gift?: ComparisonInput1;
  credit?: ComparisonInput2;
  available?: ComparisonInput3;
}
/**
 * The account's own money.
 */
export interface ComparisonInput {
  /**
   * Holds if the output is at least this; for a list, its length counts.
   */
  atLeast?: number;
  /**
   * Holds if the output is at most this; for a list, its length counts.
   */
  atMost?: number;
  /**
   * Holds if the output equals this; for a list, its length counts.
   */
  equals?: string | number | boolean;
}
/**
 * Gifted money.
 */
export interface ComparisonInput1 {
  /**
   * Holds if the output is at least this; for a list, its length counts.
   */
  atLeast?: number;
  /**
   * Holds if the output is at most this; for a list, its length counts.
   */
  atMost?: number;
  /**
   * Holds if the output equals this; for a list, its length counts.
   */
  equals?: string | number | boolean;
}
/**
 * Credit.
 */
export interface ComparisonInput2 {
  /**
   * Holds if the output is at least this; for a list, its length counts.
   */
  atLeast?: number;
  /**
   * Holds if the output is at most this; for a list, its length counts.
   */
  atMost?: number;
  /**
   * Holds if the output equals this; for a list, its length counts.
   */
  equals?: string | number | boolean;
}
/**
 * balance + gift + credit.
 */
export interface ComparisonInput3 {
  /**
   * Holds if the output is at least this; for a list, its length counts.
   */
  atLeast?: number;
  /**
   * Holds if the output is at most this; for a list, its length counts.
   */
  atMost?: number;
  /**
   * Holds if the output equals this; for a list, its length counts.
   */
  equals?: string | number | boolean;
}
/**
 * Ask for the call-centre agents.
 */
export interface AgentsListStepInput {
  /**
   * Ask for the call-centre agents.
   */
  uses: 'agents.list';
  title?: StepTitle;
  needs?: Needs;
  runs?: Runs;
  delay?: Delay;
  at?: At;
  until?: Until;
  window?: StepWindow;
  purpose?: Purpose;
  rate?: StepRate;
  was?: Was;
  /**
   * The request body of `agents.list`, field for field as the service names it. Strings may be Liquid templates.
   */
  with?: {};
  expect?: ExpectInput1;
  every?: Duration8;
}
/**
 * A condition on the answer. If it does not hold, the step is rejected, and steps that need it do not start.
 */
export interface ExpectInput1 {
  total?: ComparisonInput4;
  records?: ComparisonInput5;
}
/**
 * The total number of records.
 */
export interface ComparisonInput4 {
  /**
   * Holds if the output is at least this; for a list, its length counts.
   */
  atLeast?: number;
  /**
   * Holds if the output is at most this; for a list, its length counts.
   */
  atMost?: number;
  /**
   * Holds if the output equals this; for a list, its length counts.
   */
  equals?: string | number | boolean;
}
/**
 * The records; a condition counts them.
 */
export interface ComparisonInput5 {
  /**
   * Holds if the output is at least this; for a list, its length counts.
   */
  atLeast?: number;
  /**
   * Holds if the output is at most this; for a list, its length counts.
   */
  atMost?: number;
  /**
   * Holds if the output equals this; for a list, its length counts.
   */
  equals?: string | number | boolean;
}
/**
 * Ask for the number (AXB) bindings.
 */
export interface AxbListStepInput {
  /**
   * Ask for the number (AXB) bindings.
   */
  uses: 'axb.list';
  title?: StepTitle;
  needs?: Needs;
  runs?: Runs;
  delay?: Delay;
  at?: At;
  until?: Until;
  window?: StepWindow;
  purpose?: Purpose;
  rate?: StepRate;
  was?: Was;
  /**
   * The request body of `axb.list`, field for field as the service names it. Strings may be Liquid templates.
   */
  with?: {};
  expect?: ExpectInput2;
  every?: Duration9;
}
/**
 * A condition on the answer. If it does not hold, the step is rejected, and steps that need it do not start.
 */
export interface ExpectInput2 {
  total?: ComparisonInput6;
  records?: ComparisonInput7;
}
/**
 * The total number of records.
 */
export interface ComparisonInput6 {
  /**
   * Holds if the output is at least this; for a list, its length counts.
   */
  atLeast?: number;
  /**
   * Holds if the output is at most this; for a list, its length counts.
   */
  atMost?: number;
  /**
   * Holds if the output equals this; for a list, its length counts.
   */
  equals?: string | number | boolean;
}
/**
 * The records; a condition counts them.
 */
export interface ComparisonInput7 {
  /**
   * Holds if the output is at least this; for a list, its length counts.
   */
  atLeast?: number;
  /**
   * Holds if the output is at most this; for a list, its length counts.
   */
  atMost?: number;
  /**
   * Holds if the output equals this; for a list, its length counts.
   */
  equals?: string | number | boolean;
}
/**
 * Report the status of a verification SMS back to the service.
 */
export interface SmsBackfillStepInput {
  /**
   * Report the status of a verification SMS back to the service.
   */
  uses: 'sms.backfill';
  title?: StepTitle;
  needs?: Needs;
  runs?: Runs;
  delay?: Delay;
  at?: At;
  until?: Until;
  window?: StepWindow;
  purpose?: Purpose;
  rate?: StepRate;
  was?: Was;
  forEach?: ForEachInput;
  /**
   * The request body of `sms.backfill`, field for field as the service names it. Strings may be Liquid templates.
   */
  with?: {};
}
/**
 * Who is notified of a real run, and when: a program, or a webhook. The sandbox and rehearsals send no notices.
 */
export interface NoticesInput {
  halted?: NoticeInput;
  inDoubt?: NoticeInput1;
  waiting?: NoticeInput2;
  finished?: NoticeInput3;
}
/**
 * When an answer, a limit or an error has stopped the run.
 */
export interface NoticeInput {
  /**
   * A program and its arguments, started without a shell in the folder of this file, only with `--allow-commands`. It reads the notice as JSON on stdin.
   *
   * @minItems 1
   */
  command?: string[];
  /**
   * The notice is posted as JSON to the https address in `CALLSHEET_NOTICE_URL`.
   */
  webhook?: true;
}
/**
 * When jobs are newly in doubt, at most once a minute.
 */
export interface NoticeInput1 {
  /**
   * A program and its arguments, started without a shell in the folder of this file, only with `--allow-commands`. It reads the notice as JSON on stdin.
   *
   * @minItems 1
   */
  command?: string[];
  /**
   * The notice is posted as JSON to the https address in `CALLSHEET_NOTICE_URL`.
   */
  webhook?: true;
}
/**
 * When a wave of a step is over and the next one waits for a person (`callsheet promote`).
 */
export interface NoticeInput2 {
  /**
   * A program and its arguments, started without a shell in the folder of this file, only with `--allow-commands`. It reads the notice as JSON on stdin.
   *
   * @minItems 1
   */
  command?: string[];
  /**
   * The notice is posted as JSON to the https address in `CALLSHEET_NOTICE_URL`.
   */
  webhook?: true;
}
/**
 * When the run has ended and was not halted.
 */
export interface NoticeInput3 {
  /**
   * A program and its arguments, started without a shell in the folder of this file, only with `--allow-commands`. It reads the notice as JSON on stdin.
   *
   * @minItems 1
   */
  command?: string[];
  /**
   * The notice is posted as JSON to the https address in `CALLSHEET_NOTICE_URL`.
   */
  webhook?: true;
}
