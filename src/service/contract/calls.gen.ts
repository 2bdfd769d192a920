// Made from schemas/service/*.schema.json by `npm run generate`. Do not edit.

/**
 * List call-centre agents, a page at a time. Section "7. Query agent list" of the service's document.
 */
export interface AgentsListCall {
  request: AgentsListRequest;
  response: AgentsListResponse;
}
/**
 * Body of POST /v3/cc/seat/query.
 */
export interface AgentsListRequest {
  /**
   * Page, from 1.
   */
  current: number;
  /**
   * Records on a page, 1 to 100.
   */
  size: number;
  /**
   * What to look for. May be empty, may not be absent.
   */
  params: {
    /**
     * 0 enabled, 1 disabled.
     */
    enable?: 0 | 1 | null;
    /**
     * Part of an agent's name.
     */
    name?: string | null;
    /**
     * Id of the agents' group.
     */
    voiceGroupId?: number | null;
    /**
     * 1 offline, 2 idle, 3 busy, 4 after a talk, 5 taking a break.
     */
    status?: 1 | 2 | 3 | 4 | 5 | null;
    /**
     * Start of a search interval, with `endTime`. Public documents of this API require both in newer versions.
     */
    strTime?: string | null;
    /**
     * End of the interval, at most 32 days after `strTime`.
     */
    endTime?: string | null;
  };
}
/**
 * Its answer, over HTTP 200 as far as is known.
 */
export interface AgentsListResponse {
  /**
   * `0` is success; any other is a failure (section "Errors").
   */
  status: string;
  /**
   * What happened, in words.
   */
  reason: string | null;
  /**
   * One page of the list. Null or absent when the call failed.
   */
  data?: {
    /**
     * Records in all.
     */
    total?: number;
    /**
     * Records on a page.
     */
    size?: number;
    /**
     * This page, from 1.
     */
    current?: number;
    /**
     * Pages in all.
     */
    pages?: number;
    /**
     * The records of this page.
     */
    records?: AgentRecord[];
  } | null;
}
/**
 * One agent (section "Agent (call-centre seat) record").
 */
export interface AgentRecord {
  /**
   * Primary key.
   */
  keyId?: number;
  /**
   * Job number.
   */
  empNo?: string | null;
  /**
   * Nickname.
   */
  petName?: string | null;
  /**
   * The agent's name.
   */
  name?: string | null;
  /**
   * Application id.
   */
  appId?: string | null;
  /**
   * 1 deleted, 0 not.
   */
  deleteFlag?: number;
  /**
   * 0 enabled, 1 disabled.
   */
  enable?: number;
  /**
   * Priority. Default 1.
   */
  priority?: number;
  /**
   * Id of the agent's group.
   */
  voiceGroupId?: number;
  /**
   * Name of the agent's group.
   */
  groupName?: string | null;
  /**
   * Account name.
   */
  account?: string | null;
  /**
   * The service returns it; the client takes it out before anybody sees the answer.
   */
  password?: string | null;
  /**
   * When it was made, as YYYY-MM-DD HH:MM:SS.
   */
  createTime?: string | null;
  /**
   * When it was last changed, as YYYY-MM-DD HH:MM:SS.
   */
  updateTime?: string | null;
  /**
   * The number that is shown.
   */
  displayNum?: string | null;
  /**
   * Country code.
   */
  ccode?: string | null;
  /**
   * Name of the application. It appears in a sample of the document.
   */
  appName?: string | null;
  /**
   * 1 offline, 2 idle, 3 busy; the filter knows 4 after a talk and 5 taking a break too. The sample has it as a String.
   */
  status?: number | string;
  /**
   * Country code of the agent's group.
   */
  voiceGroupCcode?: string | null;
}

/**
 * Pause an AI voice task. Section "AI voice task (pause)" of the service's document.
 */
export interface AivoicePauseCall {
  request: AivoicePauseRequest;
  response: AivoicePauseResponse;
}
/**
 * Body of POST /aivoice/taskStop.
 */
export interface AivoicePauseRequest {
  /**
   * Application id.
   */
  appId: string;
  /**
   * Id of the task.
   */
  jobId: number;
}
/**
 * Its answer, over HTTP 200 as far as is known.
 */
export interface AivoicePauseResponse {
  /**
   * `0` is success; any other is a failure (section "Errors").
   */
  status: string;
  /**
   * What happened, in words.
   */
  reason: string | null;
  /**
   * Always null.
   */
  data?: null;
}

/**
 * Upload an audio file. Section "Audio file" of the service's document.
 */
export interface AudioUploadCall {
  request: AudioUploadRequest;
  response: AudioUploadResponse;
}
/**
 * Body of POST /voice/fileUpload.
 */
export interface AudioUploadRequest {
  /**
   * Name of the file with its suffix (.mp3, .m4a or .wav), 5 to 32 characters, unique.
   */
  fileName: string;
  /**
   * The file's content, as base64.
   */
  file: string;
}
/**
 * Its answer, over HTTP 200 as far as is known.
 */
export interface AudioUploadResponse {
  /**
   * `0` is success; any other is a failure (section "Errors").
   */
  status: string;
  /**
   * What happened, in words.
   */
  reason: string | null;
  /**
   * Id of the audio file, to be used as voiceFileId. Null or absent when the call failed.
   */
  data?: string | null;
}

/**
 * List bindings of numbers A and B by way of middle numbers, a page at a time. Section "8. Query AXB binding list" of the service's document.
 */
export interface AxbListCall {
  request: AxbListRequest;
  response: AxbListResponse;
}
/**
 * Body of POST /number/pns/queryBindPage.
 */
export interface AxbListRequest {
  /**
   * Page, from 1.
   */
  current: number;
  /**
   * Records on a page, 1 to 100.
   */
  size: number;
  /**
   * What to look for. May be empty, may not be absent.
   */
  params: {
    /**
     * Application id.
     */
    appId?: string | null;
  };
}
/**
 * Its answer, over HTTP 200 as far as is known.
 */
export interface AxbListResponse {
  /**
   * `0` is success; any other is a failure (section "Errors").
   */
  status: string;
  /**
   * What happened, in words.
   */
  reason: string | null;
  /**
   * One page of the list. Null or absent when the call failed.
   */
  data?: {
    /**
     * Records in all.
     */
    total?: number;
    /**
     * Records on a page.
     */
    size?: number;
    /**
     * This page, from 1.
     */
    current?: number;
    /**
     * Pages in all.
     */
    pages?: number;
    /**
     * The records of this page.
     */
    records?: AxbRecord[];
  } | null;
}
/**
 * One binding of two numbers by way of middle numbers (section "AXB binding record").
 */
export interface AxbRecord {
  /**
   * Id of the binding.
   */
  bindId?: number;
  /**
   * Number A.
   */
  phoneA?: string;
  /**
   * Number B.
   */
  phoneB?: string;
  /**
   * The middle number that A sees.
   */
  pnsNumberA?: string;
  /**
   * The middle number that B sees. Shown as an Integer in the table, as a String in the sample.
   */
  pnsNumberB?: string | number;
  /**
   * When the binding ends: called a timestamp in seconds, shown as YYYY-MM-DD HH:MM:SS.
   */
  expireTime?: string;
}

/**
 * Send a verification code. Section "Verification (OTP) request" of the service's document.
 */
export interface OtpSendCall {
  request: OtpSendRequest;
  response: OtpSendResponse;
}
/**
 * Body of POST /otp/verification/send.
 */
export interface OtpSendRequest {
  /**
   * Id of the application that sends, 4 to 32 characters.
   */
  appId: string;
  /**
   * Id of the template.
   */
  templateId: number;
  /**
   * Id of the task flow.
   */
  flowId?: number | null;
  /**
   * Country code and mobile number, 10 to 14 digits.
   */
  to: string;
  /**
   * How the code is brought: by SMS, by call, or by silent network authentication. Default sms.
   */
  channel?: 'sms' | 'call' | 'sna' | null;
  /**
   * The caller's own serial number, globally unique, at most 64 characters.
   */
  orderId?: string | null;
}
/**
 * Its answer, over HTTP 200 as far as is known.
 */
export interface OtpSendResponse {
  /**
   * `0` is success; any other is a failure (section "Errors").
   */
  status: string;
  /**
   * What happened, in words.
   */
  reason: string | null;
  /**
   * What was sent. Null or absent when the call failed.
   */
  data?: {
    /**
     * Id of the message.
     */
    verificationId?: string;
    /**
     * The number.
     */
    to?: string;
    /**
     * How it was brought: sms, call or sna.
     */
    channel?: string;
    /**
     * Where the device is to go; for sna only. Its content is not shown.
     */
    snaUrl?: string | null;
  } | null;
}

/**
 * Report that a verification code was entered. Section "SMS postback backfill" of the service's document.
 */
export interface SmsBackfillCall {
  request: SmsBackfillRequest;
  response: SmsBackfillResponse;
}
/**
 * Body of POST /sms/postback/backfill.
 */
export interface SmsBackfillRequest {
  /**
   * Id of the SMS application.
   */
  appId: string;
  /**
   * Id of the message on the platform.
   */
  msgid?: string | null;
  /**
   * The customer's mobile number with its country prefix. Digits are assumed, with or without a plus.
   */
  number: string;
  /**
   * When the code was entered, as a timestamp. Its form is not shown.
   */
  time: string;
}
/**
 * Its answer, over HTTP 200 as far as is known.
 */
export interface SmsBackfillResponse {
  /**
   * `0` is success; any other is a failure (section "Errors").
   */
  status: string;
  /**
   * What happened, in words.
   */
  reason: string | null;
}

/**
 * There is no body, and there are no query parameters.
 */
export type SmsBalanceRequest = null;

/**
 * Ask for the balance of the SMS account. Section "6. Balance query" of the service's document.
 */
export interface SmsBalanceCall {
  request: SmsBalanceRequest;
  response: SmsBalanceResponse;
}
/**
 * Its answer, over HTTP 200 as far as is known.
 */
export interface SmsBalanceResponse {
  /**
   * `0` is success; any other is a failure (section "Errors").
   */
  status: string;
  /**
   * What happened, in words.
   */
  reason: string | null;
  /**
   * Balance of the account, as decimal text.
   */
  balance?: string;
  /**
   * Balance that was given, as decimal text.
   */
  gift?: string;
  /**
   * Credit, as decimal text.
   */
  credit?: string;
}

/**
 * Call a cancelled or completed voice group-call task again. Section "Voice group call redial task" of the service's document.
 */
export interface VoiceRedialCall {
  request: VoiceRedialRequest;
  response: VoiceRedialResponse;
}
/**
 * Body of POST /voice/group/call/resend.
 */
export interface VoiceRedialRequest {
  /**
   * Id of the group-call task to call again, as a query of the tasks gives it.
   */
  taskId: number;
  /**
   * Application id. It appears in a sample of the document.
   */
  appId?: string | null;
  /**
   * Name of the new task, which must not exist yet (-41).
   */
  taskName: string;
  /**
   * The number that is shown to those who are called.
   */
  displayNum?: string | null;
  /**
   * Where the sound comes from: 1 an uploaded file, 2 a file sent along, 3 text turned to speech.
   */
  source: 1 | 2 | 3;
  /**
   * Id of the uploaded audio file. Required when source is 1.
   */
  voiceFileId?: string | null;
  /**
   * Name of the file sent along. Required when source is 2.
   */
  uploadName?: string | null;
  /**
   * The file sent along, as base64. Required when source is 2.
   */
  baseFile?: string | null;
  /**
   * The text to be spoken. Required when source is 3; without it the status is -38.
   */
  text?: string | null;
  /**
   * The language to speak it in. Required when source is 3; without it the status is -38. Public documents of this API show EN, VN, JP, ARB, DE, IN, IT, KR, RU, ES, PT, IDN, BD and TH.
   */
  lan?: string | null;
  /**
   * Speed of speech in multiples of the usual one, 0.25 to 4.
   */
  speakingRate?: number | null;
  /**
   * Voice: 1 male, 2 female. May be empty.
   */
  ssmlGender?: 1 | 2 | null;
  /**
   * Accent of the language. Public documents of this API show the calling code of a country.
   */
  accent?: string | null;
  /**
   * Seconds before the sound begins, 0 to 999. Default 0.
   */
  delayPlay?: number | null;
  /**
   * Seconds before the line is hung up, 0 to 999. Default 0.
   */
  delayHangup?: number | null;
  /**
   * Seconds until an unanswered call ends, 20 to 120. Default 60.
   */
  maxRingingTime?: number | null;
  /**
   * How often the sound is played. Default 1.
   */
  loopCount?: number | null;
  /**
   * Seconds after which a call that was answered is hung up.
   */
  maxCalls?: number | null;
  /**
   * Local date and time at which to call. Null: at once.
   */
  sendTime?: string | null;
  /**
   * Up to three periods of the day in which calls may be made.
   *
   * @maxItems 3
   */
  allowSendTime?:
    | {
        /**
         * Its start, as HH:MM.
         */
        strTime: string;
        /**
         * Its end, as HH:MM.
         */
        endTime: string;
      }[]
    | null;
  /**
   * Whether an SMS follows the end of the call: 0 no, 1 yes.
   */
  hangUpSms?: 0 | 1 | null;
  /**
   * Id of the SMS application. Required when hangUpSms is 1.
   */
  smsAppId?: string | null;
  /**
   * Text of that SMS. Required when hangUpSms is 1.
   */
  smsContent?: string | null;
  /**
   * Whether an SMS follows a key that is pressed: 0 no, 1 yes.
   */
  feedbackPush?: 0 | 1 | null;
  /**
   * The key, 0 to 9.
   */
  feedbackValue?: string | null;
  /**
   * Whether an SMS follows a call that succeeded: 0 no, 1 yes.
   */
  successPush?: 0 | 1 | null;
  /**
   * Seconds after a successful call before that SMS. Default 10.
   */
  successPushTime?: number | null;
  /**
   * Whether an SMS follows a call that failed: 0 no, 1 yes.
   */
  failedPush?: 0 | 1 | null;
  /**
   * Whether an SMS follows the ringing: 0 no, 1 yes.
   */
  ringPush?: 0 | 1 | null;
  /**
   * Whether calls are handed to an agent: 0 no, 1 yes.
   */
  toSeat?: 0 | 1 | null;
  /**
   * Id of the agents' group. Required when toSeat is 1.
   */
  sipGroupId?: number | null;
  /**
   * How calls are paced: 1 proportionally to the agents. Required when toSeat is 1. No other value is shown.
   */
  outboundControl?: 1 | null;
  /**
   * Calls for each agent. Required when toSeat is 1.
   */
  calloutRate?: number | null;
  /**
   * When a call is handed over: 1 after the sound has ended, 2 on a key. Required when toSeat is 1.
   */
  toSeatType?: 1 | 2 | null;
  /**
   * The key that hands the call over. Required when toSeat is 1 and toSeatType is 2.
   */
  toSeatKey?: number | null;
  /**
   * Seconds before it is handed over, when toSeat is 1 and toSeatType is 2.
   */
  delayTransfer?: number | null;
  /**
   * Appears in a sample of the document. Public documents of this API: 0 calls everybody again, 1 only those who were not reached.
   */
  resendType?: number | null;
  /**
   * Appears in a sample of the document. Public documents of this API: it belongs to the creation of a task; a redial calls the numbers of the task.
   */
  numberList?: string[] | null;
  /**
   * Appears in a sample of the document. Public documents of this API: the sender of the SMS on hang-up, at most 32 characters.
   */
  senderId?: string | null;
}
/**
 * Its answer, over HTTP 200 as far as is known.
 */
export interface VoiceRedialResponse {
  /**
   * `0` is success; any other is a failure (section "Errors").
   */
  code: string;
  /**
   * What happened, in words.
   */
  msg: string | null;
  /**
   * Id of the new group-call task. Null or absent when the call failed.
   */
  data?: number | null;
}

/**
 * Body of POST /wa/custom/sendMsg.
 */
export type WhatsappSendRequest =
  | TextMessage
  | ImageMessage
  | AudioMessage
  | VideoMessage
  | LocationMessage
  | DocumentMessage
  | StickerMessage
  | InteractiveMessage
  | ContactsMessage;
/**
 * Id of the application that sends.
 */
export type AppId = string;
/**
 * The business number that sends: digits with country code, as a String; a whole number is accepted too. The document says too long and too short without figures: 7 to 15 digits are assumed.
 */
export type BusinessPhone = string | number;
/**
 * The channel: 0 is WhatsApp, and only 0 is allowed.
 */
export type ChannelType = 0;
/**
 * The number that receives: digits with country code. The document says too long and too short without figures: 7 to 15 digits are assumed.
 */
export type Recipient = string;

/**
 * Send a custom (session) message over WhatsApp: only within 24 hours after the recipient's last message to the business number. Section "Custom message request (common fields)" of the service's document.
 */
export interface WhatsappSendCall {
  request: WhatsappSendRequest;
  response: WhatsappSendResponse;
}
/**
 * A text, at most 4096 characters.
 */
export interface TextMessage {
  appId: AppId;
  businessPhone: BusinessPhone;
  channelType: ChannelType;
  recipient: Recipient;
  /**
   * The kind of message; the content is in the field of the same name.
   */
  type: 'text';
  /**
   * The content of a text message.
   */
  text: {
    /**
     * The text, at most 4096 characters.
     */
    body: string;
  };
  /**
   * Makes the message a reply to an earlier one. For text messages only.
   */
  context?: {
    /**
     * Id of the upstream message that is replied to.
     */
    refMessageId?: string | null;
  } | null;
}
/**
 * A picture.
 */
export interface ImageMessage {
  appId: AppId;
  businessPhone: BusinessPhone;
  channelType: ChannelType;
  recipient: Recipient;
  /**
   * The kind of message; the content is in the field of the same name.
   */
  type: 'image';
  /**
   * The picture, at most 5 MB.
   */
  image: {
    /**
     * URL of the picture.
     */
    link: string;
    /**
     * Title below the picture.
     */
    caption?: string | null;
  };
}
/**
 * A sound.
 */
export interface AudioMessage {
  appId: AppId;
  businessPhone: BusinessPhone;
  channelType: ChannelType;
  recipient: Recipient;
  /**
   * The kind of message; the content is in the field of the same name.
   */
  type: 'audio';
  /**
   * The sound, at most 16 MB.
   */
  audio: {
    /**
     * URL of the sound.
     */
    link: string;
  };
}
/**
 * A film.
 */
export interface VideoMessage {
  appId: AppId;
  businessPhone: BusinessPhone;
  channelType: ChannelType;
  recipient: Recipient;
  /**
   * The kind of message; the content is in the field of the same name.
   */
  type: 'video';
  /**
   * The film, at most 16 MB.
   */
  video: {
    /**
     * URL of the film.
     */
    link: string;
    /**
     * Title below the film.
     */
    caption?: string | null;
  };
}
/**
 * A place on the map.
 */
export interface LocationMessage {
  appId: AppId;
  businessPhone: BusinessPhone;
  channelType: ChannelType;
  recipient: Recipient;
  /**
   * The kind of message; the content is in the field of the same name.
   */
  type: 'location';
  /**
   * A place on the map.
   */
  location: {
    /**
     * Longitude, as text.
     */
    longitude: string;
    /**
     * Latitude, as text.
     */
    latitude: string;
    /**
     * Name of the place.
     */
    name: string;
    /**
     * Address of the place, in words.
     */
    address: string;
    /**
     * Appears in a sample of the document; its meaning is not shown.
     */
    link?: string | null;
  };
}
/**
 * A document.
 */
export interface DocumentMessage {
  appId: AppId;
  businessPhone: BusinessPhone;
  channelType: ChannelType;
  recipient: Recipient;
  /**
   * The kind of message; the content is in the field of the same name.
   */
  type: 'document';
  /**
   * The document, at most 100 MB.
   */
  document: {
    /**
     * URL of the document.
     */
    link: string;
    /**
     * The name under which it is shown and saved.
     */
    filename: string;
    /**
     * Title below the document.
     */
    caption?: string | null;
  };
}
/**
 * A sticker.
 */
export interface StickerMessage {
  appId: AppId;
  businessPhone: BusinessPhone;
  channelType: ChannelType;
  recipient: Recipient;
  /**
   * The kind of message; the content is in the field of the same name.
   */
  type: 'sticker';
  /**
   * The sticker, at most 100 KB.
   */
  sticker: {
    /**
     * URL of the sticker.
     */
    link: string;
  };
}
/**
 * A message that the recipient can act on.
 */
export interface InteractiveMessage {
  appId: AppId;
  businessPhone: BusinessPhone;
  channelType: ChannelType;
  recipient: Recipient;
  /**
   * The kind of message; the content is in the field of the same name.
   */
  type: 'interactive';
  /**
   * The content of an interactive message: a list, reply buttons, a location request or a carousel.
   */
  interactive: ListContent | ReplyButtonsContent | LocationRequestContent | CarouselContent;
}
/**
 * A list to choose from.
 */
export interface ListContent {
  /**
   * What kind of interactive message it is.
   */
  type: 'list';
  /**
   * A line above the text.
   */
  header?: {
    /**
     * `text` is the only kind.
     */
    type: 'text';
    /**
     * The line itself.
     */
    text?: string | null;
  } | null;
  /**
   * The text of the message.
   */
  body: {
    /**
     * The text itself.
     */
    text: string;
  };
  /**
   * A line below the text.
   */
  footer?: {
    /**
     * The line itself.
     */
    text?: string | null;
  } | null;
  /**
   * What the recipient can do: open a list.
   */
  action: {
    /**
     * Label of the button that opens the list.
     */
    button: string;
    /**
     * The list's sections. How many there may be is not shown.
     *
     * @minItems 1
     *
     * Items: One section of the list.
     */
    sections: {
      /**
       * Title of the section.
       */
      title: string;
      /**
       * The section's rows. How many there may be is not shown.
       *
       * @minItems 1
       *
       * Items: One row of the list.
       */
      rows: {
        /**
         * Identifier of the row, at most 200 characters.
         */
        id: string;
        /**
         * What the row says, at most 24 characters.
         */
        title: string;
        /**
         * The text below it, at most 72 characters.
         */
        description?: string | null;
      }[];
    }[];
  };
}
/**
 * Up to three buttons to answer with.
 */
export interface ReplyButtonsContent {
  /**
   * What kind of interactive message it is.
   */
  type: 'button';
  /**
   * A line above the text.
   */
  header?: {
    /**
     * `text` is the only kind.
     */
    type: 'text';
    /**
     * The line itself.
     */
    text?: string | null;
  } | null;
  /**
   * The text of the message.
   */
  body: {
    /**
     * The text itself.
     */
    text: string;
  };
  /**
   * A line below the text.
   */
  footer?: {
    /**
     * The line itself.
     */
    text?: string | null;
  } | null;
  /**
   * What the recipient can do: tap a button.
   */
  action: {
    /**
     * Up to three buttons.
     *
     * @minItems 1
     * @maxItems 3
     *
     * Items: One button.
     */
    buttons: {
      /**
       * `reply` is the only kind.
       */
      type: 'reply';
      /**
       * What the button says, and what comes back when it is tapped.
       */
      reply: {
        /**
         * Identifier that the webhook returns, at most 256 characters, unique within the message.
         */
        id: string;
        /**
         * What the button says, at most 20 characters, unique within the message.
         */
        title: string;
      };
    }[];
  };
}
/**
 * A button that sends the recipient's location.
 */
export interface LocationRequestContent {
  /**
   * What kind of interactive message it is.
   */
  type: 'location_request_message';
  /**
   * The text of the message.
   */
  body: {
    /**
     * The text itself.
     */
    text: string;
  };
  /**
   * What the recipient can do: send a location.
   */
  action: {
    /**
     * Always `send_location`.
     */
    name: 'send_location';
  };
}
/**
 * Two to ten cards side by side. It has neither header nor footer of its own (-304).
 */
export interface CarouselContent {
  /**
   * What kind of interactive message it is.
   */
  type: 'carousel';
  /**
   * The text of the message.
   */
  body: {
    /**
     * The text above the cards, at most 1024 characters.
     */
    text: string;
  };
  /**
   * What the recipient can do: leaf through cards.
   */
  action: {
    /**
     * The cards, 2 to 10.
     *
     * @minItems 2
     * @maxItems 10
     *
     * Items: One card.
     */
    cards: {
      /**
       * Place in the order of display: from 0, without repeats or gaps.
       */
      card_index: number;
      /**
       * Always `cta_url`, for quick replies too.
       */
      type: 'cta_url';
      /**
       * The picture or film of the card.
       */
      header: CardImage | CardVideo;
      /**
       * The text of the card.
       */
      body: {
        /**
         * The text itself, at most 160 characters.
         */
        text: string;
      };
      /**
       * One URL button (`parameters`), or one or two quick replies (`buttons`).
       */
      action: {
        /**
         * Always `cta_url`, for quick replies too.
         */
        name: 'cta_url';
        /**
         * The URL button. Required unless there are quick replies, and not beside them.
         */
        parameters?: {
          /**
           * What the button says, at most 20 characters.
           */
          display_text: string;
          /**
           * http or https URL that the device's browser opens, at most 1500 characters.
           */
          url: string;
        } | null;
        /**
         * One or two quick replies. Not beside a URL button.
         *
         * @minItems 1
         * @maxItems 2
         */
        buttons?:
          | {
              /**
               * `quick_reply` is the only kind.
               */
              type: 'quick_reply';
              /**
               * What the button says, and what comes back when it is tapped.
               */
              quick_reply: {
                /**
                 * Identifier that the webhook returns, at most 20 characters, unique within the message.
                 */
                id: string;
                /**
                 * What the button says, at most 20 characters, unique within the message.
                 */
                title: string;
              };
            }[]
          | null;
      };
    }[];
  };
}
/**
 * A picture.
 */
export interface CardImage {
  /**
   * Whether it is a picture or a film.
   */
  type: 'image';
  /**
   * The picture.
   */
  image: {
    /**
     * http or https URL of the picture, at most 1500 characters.
     */
    link: string;
  };
}
/**
 * A film.
 */
export interface CardVideo {
  /**
   * Whether it is a picture or a film.
   */
  type: 'video';
  /**
   * The film.
   */
  video: {
    /**
     * http or https URL of the film, at most 1500 characters.
     */
    link: string;
  };
}
/**
 * Contact cards.
 */
export interface ContactsMessage {
  appId: AppId;
  businessPhone: BusinessPhone;
  channelType: ChannelType;
  recipient: Recipient;
  /**
   * The kind of message; the content is in the field of the same name.
   */
  type: 'contacts';
  /**
   * The cards of one or more people or firms.
   *
   * @minItems 1
   *
   * Items: One person or firm.
   */
  contacts: {
    /**
     * Day of birth as YYYY-MM-DD.
     */
    birthday?: string | null;
    /**
     * Postal addresses.
     */
    addresses?:
      | {
          /**
           * Street and number.
           */
          street?: string | null;
          /**
           * City.
           */
          city?: string | null;
          /**
           * State or province.
           */
          state?: string | null;
          /**
           * Postal code.
           */
          zip?: string | null;
          /**
           * Full name of the country.
           */
          country?: string | null;
          /**
           * Abbreviation of the country.
           */
          country_code?: string | null;
          /**
           * Which address it is.
           */
          type?: 'HOME' | 'WORK' | null;
        }[]
      | null;
    /**
     * Mail addresses.
     */
    emails?:
      | {
          /**
           * The address itself.
           */
          email?: string | null;
          /**
           * Which address it is.
           */
          type?: 'HOME' | 'WORK' | null;
        }[]
      | null;
    /**
     * The name.
     */
    name: {
      /**
       * The full name.
       */
      formatted_name: string;
      /**
       * First name.
       */
      first_name?: string | null;
      /**
       * Last name.
       */
      last_name?: string | null;
      /**
       * Middle name.
       */
      middle_name?: string | null;
      /**
       * What follows the name.
       */
      suffix?: string | null;
      /**
       * What precedes the name.
       */
      prefix?: string | null;
    };
    /**
     * Where they work.
     */
    org?: {
      /**
       * The firm.
       */
      company?: string | null;
      /**
       * The department.
       */
      department?: string | null;
      /**
       * Their position.
       */
      title?: string | null;
    } | null;
    /**
     * Phone numbers.
     */
    phones?:
      | {
          /**
           * The number itself.
           */
          phone?: string | null;
          /**
           * Which number it is.
           */
          type?: 'CELL' | 'MAIN' | 'IPHONE' | 'HOME' | 'WORK' | null;
          /**
           * Appears in a sample of the document: the WhatsApp id.
           */
          wa_id?: string | null;
        }[]
      | null;
    /**
     * Web addresses.
     */
    urls?:
      | {
          /**
           * The address itself.
           */
          url?: string | null;
          /**
           * Which address it is.
           */
          type?: 'HOME' | 'WORK' | null;
        }[]
      | null;
  }[];
}
/**
 * Its answer, over HTTP 200 as far as is known.
 */
export interface WhatsappSendResponse {
  /**
   * `0` is success; any other is a failure (section "Errors").
   */
  status: string;
  /**
   * What happened, in words.
   */
  reason: string | null;
  /**
   * What was sent. Null or absent when the call failed.
   */
  data?: {
    /**
     * Id of the message.
     */
    messageId?: string;
    /**
     * When, in seconds since the epoch.
     */
    timestamp?: number;
    /**
     * 0 is WhatsApp.
     */
    channelType?: number | string;
  } | null;
}

/** By operation. */
export interface Calls {
  'agents.list': AgentsListCall;
  'aivoice.pause': AivoicePauseCall;
  'audio.upload': AudioUploadCall;
  'axb.list': AxbListCall;
  'otp.send': OtpSendCall;
  'sms.backfill': SmsBackfillCall;
  'sms.balance': SmsBalanceCall;
  'voice.redial': VoiceRedialCall;
  'whatsapp.send': WhatsappSendCall;
}
