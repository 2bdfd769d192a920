/** A question that the service's document leaves open, and our answer. `docs/assumptions.md` is made from these. */
export interface Assumption {
  readonly what: string;
  readonly reason: string;
  /** The setting that changes it, if there is one. */
  readonly setting?: string;
}

export const assumptions = {
  'fields.null': {
    what: 'null counts as absent, in every operation.',
    reason:
      'A sample of the verification request sends null for optional fields; nothing says otherwise for the other operations.',
  },
  'fields.blank': {
    what: 'A required String of blanks only, and a required Array without items, count as missing.',
    reason: 'The document says "empty" and "missing" for the same fields; neither reaches anybody.',
  },
  'fields.unknown': {
    what: 'Fields that the document does not name are ignored in a request; a campaign may not have them.',
    reason: 'No status is shown for them, and samples carry fields that the tables lack.',
  },
  'fields.characters': {
    what: 'A character is a Unicode code point: an emoji is one, or several if it is composed.',
    reason: 'The document counts characters without defining them.',
  },
  'fields.integers': {
    what: 'An Integer beyond 9007199254740991 is refused.',
    reason: 'JSON cannot represent them exactly, so the request could mean another task.',
  },
  'fields.order': {
    what: 'If a request breaks several rules, the service answers the first in the order of its tables; for one field: missing, type, form, length.',
    reason: 'One answer has one code; no order is shown.',
  },
  'statuses.general': {
    what: '-1, -2, -16, -30 and -31 may be answered by every operation.',
    reason:
      'Section "Authentication" gives them without naming operations; the tables of WhatsApp and backfill lack them.',
  },
  'statuses.public': {
    what: 'Every operation may answer -13 (user locked: the run halts), -14 (a field is empty or an id is wrong), -19 (no price agreed) and -25 (outside the time range), which reject the job, and -15 (queried too often), which is tried again later. Under a 5xx such a code is not an answer.',
    reason:
      'Seen in public documents of this API, without the operations that answer them; the document has only -13, for balances.',
  },
  'statuses.later': {
    what: 'A limit of the account (-27 of codes, -37 of redials, -52 of AI voice, -15), of a phone (-28) and a task that is not over yet (-42) mean "not now": nothing was carried out, and it is asked again after 30 seconds. Until then a limit of the account holds the whole step; -28 and -42 hold their own recipient or task alone.',
    reason:
      'The document says that a period limit is reached, or that a task must be finished first, and not when there is room again. 30 seconds are our choice.',
  },
  'envelope.either': {
    what: 'A code is read as a String or a number, and from status and reason as from code and msg, for every operation. Where an answer has both, the names of the operation count.',
    reason:
      'Seen in public documents of this API: samples show codes as numbers, and redial answers failures in status and reason.',
  },
  'base-url.v3': {
    what: 'Below a base URL whose path ends in /v3, the agents are at /v3/cc/seat/query, not at /v3/v3/cc/seat/query.',
    reason:
      'Seen in public documents of this API: other names of it have all paths below /v3. There the balance is at /v3/getBalance and the backfill at /v3/postback/backfill, which the document does not have; a 404 there gets a hint.',
  },
  'balance.text': {
    what: 'A balance may have groups (1,234.50) or an exponent (1E+2). Any other text is not read: what expects a balance fails with the words that were answered. A lone comma (1,234) is not read either.',
    reason:
      'The document says "decimal text". Such texts are seen in public documents of this API, with up to six decimals; a comma alone may be a decimal comma.',
  },
  'numbers.exact': {
    what: 'A whole number beyond 2^53 is kept digit by digit: as text in what is read of an answer, and in quotes in a campaign. A request has it as a number, where the field is a Long of up to 64 bits. An output that is a number is then absent.',
    reason: 'The document has ids of the types Integer and Long; a JavaScript number would round them to another id.',
  },
  'whatsapp.codes': {
    what: 'A missing field without a status of its own gets -135; any other breach gets -134.',
    reason: 'They are the two general parameter codes of that table.',
  },
  'whatsapp.number-length': {
    what: 'businessPhone and recipient have 7 to 15 digits.',
    reason:
      'Too long and too short are listed without figures; E.164 allows at most 15, and the shortest numbers in use have 7.',
  },
  'whatsapp.text-length': {
    what: 'A text of more than 4096 characters gets -134.',
    reason: 'The limit is shown, its status is not.',
  },
  'whatsapp.interactive-body': {
    what: 'A list, reply button or location request without body gets -115, without body.text -114.',
    reason: 'Their meanings are "body missing" and "text missing".',
  },
  'whatsapp.header-type': {
    what: 'A header must have a type.',
    reason: 'The table says that header.type is `text`, but not what a header without a type means.',
  },
  'whatsapp.channel-type': {
    what: 'channelType is the Integer 0, in the answer too.',
    reason: 'The answer’s type is shown as Integer or String.',
  },
  'carousel.action': {
    what: 'A card without parameters and buttons gets -314, with both -331; parameters of a wrong type get -322. action.name is cta_url for quick replies too.',
    reason: 'The meanings of these codes overlap; the table of fields requires the name of every card.',
  },
  'carousel.title': {
    what: 'A repeated quick_reply.title gets -321.',
    reason: 'Titles must be unique within the message; -321 is the only code of that field.',
  },
  'redial.send-time': {
    what: 'sendTime is YYYY-MM-DD HH:MM:SS, or with T in the middle, or without seconds.',
    reason: 'LocalDateTime is shown without a format; other records use the first one.',
  },
  'redial.period': {
    what: 'Each period of allowSendTime has both ends; its end may be before its start.',
    reason: 'Periods are shown with two ends, without a rule between them.',
  },
  'redial.gender': {
    what: 'ssmlGender is empty when it is null or absent; an empty String is of a wrong type.',
    reason: 'It may be empty, and its type is Integer.',
  },
  'redial.outbound-control': {
    what: 'outboundControl can only be 1.',
    reason: 'No other value is shown.',
  },
  'redial.public-limits': {
    what: 'Where a redial breaks a limit that only public documents of this API show, `check` and `call` warn (CS4009), and it is sent; the sandbox takes it.',
    reason:
      'Seen in public documents of this API: taskName 2 to 64 characters, loopCount 1 to 9, maxCalls at most 999 s, displayNum at most 20 digits, text and smsContent at most 1,000 characters, uploadName 5 to 32, senderId at most 32; the languages; hangUpSms needs one of four pushes, feedbackPush its value, successPush its time; numberList belongs to the creation of a task.',
  },
  'redial.resend-type': {
    what: 'resendType, numberList and senderId are sent as they are written, and the sandbox ignores them.',
    reason:
      'A sample has them without a meaning. Seen in public documents of this API: resendType is 0 for everybody again and 1 for those who were not reached.',
  },
  'audio.suffix-case': {
    what: 'The suffix of fileName is in lower case.',
    reason: 'The document shows it in lower case.',
  },
  'audio.size': {
    what: 'A campaign uploads at most 16 MiB of audio; the sandbox takes what fits into 24 MiB of a request.',
    reason:
      'The document limits audio in a message to 16 MB and does not mention uploads; in base64 such a file is a request of 22 MB.',
  },
  'http.429': {
    what: 'HTTP 429 means that the request was not processed: it is sent again later, even without a unique name.',
    reason:
      'HTTP status codes are not shown. Throttling seen in public documents of this API is the code -15 in the body. A rate limiter answers 429 before the request is processed; a 503 may come from a gateway that did not wait for the service, so it does not mean the same.',
  },
  'http.success': {
    what: 'Code 0 is a success under a 2xx only. Under any other HTTP status the outcome is unknown.',
    reason:
      'HTTP status codes are not shown. Some servers write a code 0 into each of their failures ({"message":"404: Not Found","code":0}): a wrong base URL would then look like a success for everybody.',
  },
  'http.5xx': {
    what: 'Under a 5xx only a failure code that the tables list for the operation is an answer; with any other body the outcome is unknown. Codes are 0 or negative.',
    reason:
      'HTTP status codes are not shown. Gateways and frameworks answer 5xx themselves, some in an envelope that looks like this one ("status":"500"), and may have passed the request on before.',
  },
  'http.turned-away': {
    what: 'A redirect, a 4xx other than 408 and 429, or a 501, without an envelope or with code 0, before anything was accepted, does not come from the service: the run halts.',
    reason: 'HTTP status codes are not shown; a wrong base URL and a gateway that refuses a client give such answers.',
  },
  'otp.answer-to': {
    what: 'data.to in the answer to a code is the number of the request: if its last seven digits differ, the answer belongs to another request.',
    reason:
      'The field is shown as a String without a meaning; a number that is masked or has no country code is accepted.',
  },
  'otp.repeated-order': {
    what: 'A repeated orderId is answered -20.',
    reason:
      'orderId is globally unique, but no code is listed; -20 is "data existing" of other operations, and -22 could also be a wrong parameter.',
  },
  'otp.periods': {
    what: 'The code limits are sliding: 10,000 codes in total in any minute, 5 to one number in any ten minutes. They are a choice of the world; the real ones belong to the application, and may be off.',
    reason:
      'That both limits exist is shown; their values and periods are not. Seen in public documents of this API: an application has none unless they are set.',
    setting: 'limits in a world file',
  },
  'numbers.notations': {
    what: 'A number in an older notation (+52 1 of Mexico, +54 without 9 or with 15 of Argentina, Brazil without the ninth digit, Benin with eight digits) is sent as the list has it, and is the same recipient as in its notation of today.',
    reason:
      'The document shows digits only. WhatsApp still shows +52 1, and an Argentine number without 9 may be a landline: which notation the service routes, the list knows better. One telephone must not be reached twice.',
  },
  'backfill.codes': {
    what: 'A breach in a backfill request gets -14.',
    reason:
      'Only 0 is listed. A failure seen in public documents of this API is -14, "a field is empty or an id is wrong".',
  },
  'backfill.number': {
    what: 'number consists of digits; a leading plus is allowed.',
    reason: 'It is shown as a number with country prefix, without a form.',
  },
  'backfill.time': {
    what: 'time is any text; a campaign that leaves it out sends the milliseconds since the epoch.',
    reason:
      'It is called a timestamp, but is a String without a form. The samples seen in public documents of this API have 13 digits.',
  },
  'http.status': {
    what: 'A failure of the business is answered with HTTP 200. A malformed request gets 404 (path), 405 (method), 400 (JSON), 413 (size) or 415 (content type), with the parameter code of the operation in its envelope.',
    reason: 'HTTP status codes used for failures are not shown.',
  },
  'http.data': {
    what: 'A failure has data null if the success has data.',
    reason: 'Only the status and the reason of failures are shown.',
  },
  'lost.arrival': {
    what: 'A request without an answer may still be carried out for 3 minutes after it was started.',
    reason:
      'No limit is shown. We give up after 30 s, and later with a file; an operating system repeats what is in its buffers for about 100 s more.',
    setting: '`callsheet reconcile --now` does not wait',
  },
  'auth.order': {
    what: 'The order of checks is: Sign, Timestamp and Api-Key present, the key known, workspace and key enabled, the address, the age of the timestamp, the signature. Then fields, references, state, limits, balance.',
    reason: 'One answer has one code; no order is shown.',
  },
  'auth.narrow-codes': {
    what: 'Only the binding list answers -29, -30 and -31; elsewhere a disabled workspace or key gets -1, an address that is not listed -2 (-6 for AI voice). An empty header gets -1 outside AI voice.',
    reason: 'These codes mean something else, or nothing, in the tables of the other operations.',
  },
  'auth.timestamp': {
    what: 'A timestamp may be 300 seconds off, in either direction. A timestamp that is not a number of seconds has expired.',
    reason:
      'The period during which a Timestamp remains valid is not shown. The sandbox is strict; an older page of public documents of this API allows half an hour around the service’s time.',
    setting: 'timestampValid in a world file',
  },
  'auth.replay': {
    what: 'The same signed request may come again while its timestamp is valid.',
    reason: 'The signature covers neither path nor body, and the document does not mention repeats.',
    setting: 'replays: refused in a world file',
  },
  'whatsapp.session-closed': {
    what: 'A recipient who has not written within 24 hours gets -131, which no table lists.',
    reason: 'The rule is shown, its status is not; the number lies between those of the same table.',
    setting: 'sessions in a world file',
  },
  'references.unknown': {
    what: 'An unknown app gets -134 on messages, -22 on codes, -14 on backfill, -24 on redial, -37 on AI voice; an unknown template or flow -22; an unknown group of agents -24.',
    reason: 'Only some of the tables have a code for an unknown id.',
  },
  'redial.voice-file': {
    what: 'A redial may name any voiceFileId.',
    reason: 'Files may have been uploaded long ago; no rule and no code is shown.',
    setting: 'voiceFiles in a world file (then -24)',
  },
  'redial.zone': {
    what: 'sendTime and allowSendTime are in the zone of the account, which is Africa/Lagos in the sandbox. A local time that occurs twice is the first of the two; one that the clocks skip is the first moment after the gap.',
    reason:
      'No time zone is shown, and clock changes are not mentioned. The zone of the sandbox is a choice of the world; every time with a zone that is seen in public documents of this API is +08:00.',
    setting: 'timezone in a world file',
  },
  'redial.life': {
    what: 'A redialled task is a new one with a new id. It waits for sendTime and for its periods, dials only in them, and is completed when everybody has been called. Its name is taken for good once it was accepted.',
    reason:
      'Only the redial itself is shown; its answer has a task id. Seen in public documents of this API: a task is waiting, calling, finished, cancelled, suspended, submitting, or its submission failed; a redial is allowed when it is finished or cancelled.',
    setting: 'calls in a world file',
  },
  'redial.order': {
    what: 'A name that is taken (-41) is checked before the state of the task (-42), nobody left to call (-34) and the limits.',
    reason:
      'One answer has one code; no order is shown. With this order a retry learns that its first attempt counted.',
  },
  'redial.limits': {
    what: 'Tasks that wait or run count against the limit of -37 (20), and all tasks against that of -23 (10,000).',
    reason: 'A maximum of concurrent tasks exists, without its value; the meaning of "data caps" is not shown.',
    setting: 'limits in a world file',
  },
  'money.spent': {
    what: 'Messages and codes have a price by prefix: gifts are spent first, then the balance, then credit. Calls and uploads cost nothing in the sandbox.',
    reason:
      'Balance, gift and credit are shown without a rule between them and without prices. Seen in public documents of this API: calls cost money, and balances are text with up to six decimals, in EUR, USD or a local currency (`costs.currency`).',
    setting: 'prices and money in a world file',
  },
  'agents.status': {
    what: 'The agent list returns every status from 1 to 5, as a String, and filters by the number.',
    reason: 'The filter allows all five, the record names three; the sample shows a String.',
  },
  'agents.interval': {
    what: 'params.strTime and params.endTime of the agent list are allowed, both or neither, as YYYY-MM-DD HH:MM:SS; more than 32 days between them get -35. The sandbox checks them, and does not filter by them.',
    reason:
      'The document limits a search interval (-35) and shows no field for it. Seen in public documents of this API: newer versions require both.',
  },
  'agents.name': {
    what: 'params.name finds every name that contains it, in upper or lower case.',
    reason: 'The match is called fuzzy, without further detail.',
  },
  'bindings.path': {
    what: 'Bindings are queried at /number/pns/queryBindPage; the sandbox also answers at /number/query.',
    reason: 'The heading has the first path, a sample the second.',
  },
  'bindings.record': {
    what: 'pnsNumberB is a String, and expireTime has the form YYYY-MM-DD HH:MM:SS.',
    reason: 'The table calls them an Integer and a timestamp in seconds; the sample shows these.',
  },
  'lists.past-end': {
    what: 'A page past the last one has no records; without any record there are 0 pages.',
    reason: 'Neither case is shown.',
  },
} as const satisfies Readonly<Record<string, Assumption>>;

export type AssumptionId = keyof typeof assumptions;
