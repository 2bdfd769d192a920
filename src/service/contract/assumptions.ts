/** Something that the service's document leaves open, and how we read it. `docs/assumptions.md` is made of these. */
export interface Assumption {
  readonly id: string;
  readonly what: string;
  readonly reason: string;
  /** What changes it, where something does. */
  readonly setting?: string;
}

export const assumptions = [
  {
    id: 'fields.null',
    what: 'null is as good as absent, in every operation.',
    reason:
      'A sample of the verification request sends null for optional fields; nothing says otherwise of the others.',
  },
  {
    id: 'fields.blank',
    what: 'A required String of blanks alone, and a required Array without items, count as missing.',
    reason: 'The document says "empty" and "missing" of the same fields; neither reaches anybody.',
  },
  {
    id: 'fields.unknown',
    what: 'Fields that the document does not name are ignored in a request; a campaign may not have them.',
    reason: 'No status is shown for them, and samples carry fields that the tables lack.',
  },
  {
    id: 'fields.characters',
    what: 'A character is a Unicode code point: an emoji is one, or a few where it is composed.',
    reason: 'The document counts characters without saying of which kind.',
  },
  {
    id: 'fields.integers',
    what: 'Whole numbers beyond 9007199254740991 are refused.',
    reason: 'JSON carries them inexactly: another task would be meant.',
  },
  {
    id: 'fields.order',
    what: 'Of several breaches the service answers the first in the order of its tables; of one field: missing, type, then form before length.',
    reason: 'One answer has one code; no order is shown.',
  },
  {
    id: 'statuses.general',
    what: '-1, -2, -16, -30 and -31 may be answered by every operation.',
    reason:
      'Section "Authentication" gives them without naming operations; the tables of WhatsApp and backfill lack them.',
  },
  {
    id: 'whatsapp.codes',
    what: 'A missing field without a status of its own earns -135; any other breach earns -134.',
    reason: 'They are the two general parameter codes of that table.',
  },
  {
    id: 'whatsapp.number-length',
    what: 'businessPhone and recipient have 7 to 15 digits.',
    reason:
      'Too long and too short are listed without figures; 15 is the most that E.164 allows, 7 the shortest that are in use.',
  },
  {
    id: 'whatsapp.text-length',
    what: 'A text of more than 4096 characters earns -134.',
    reason: 'The limit is shown, its status is not.',
  },
  {
    id: 'whatsapp.interactive-body',
    what: 'A list, reply button or location request without body earns -115, without body.text -114.',
    reason: 'Their meanings are "body missing" and "text missing".',
  },
  {
    id: 'whatsapp.header-type',
    what: 'A header that is present names its type.',
    reason: 'The table says that header.type is `text` without saying what its absence means.',
  },
  {
    id: 'whatsapp.channel-type',
    what: 'channelType is the Integer 0, in the answer too.',
    reason: 'The answer’s type is shown as Integer or String.',
  },
  {
    id: 'carousel.action',
    what: 'A card with neither parameters nor buttons earns -314, with both -331; parameters of a wrong type earn -322. action.name is cta_url for quick replies too.',
    reason: 'The meanings of these codes overlap; the table of fields requires the name of every card.',
  },
  {
    id: 'carousel.title',
    what: 'A repeated quick_reply.title earns -321.',
    reason: 'Titles must be unique within the message; -321 is the only code of that field.',
  },
  {
    id: 'redial.send-time',
    what: 'sendTime is YYYY-MM-DD HH:MM:SS, or with T in the middle, or without seconds.',
    reason: 'LocalDateTime is shown without a format; the first is the one that other records have.',
  },
  {
    id: 'redial.period',
    what: 'Each period of allowSendTime has both ends; its end may lie before its start.',
    reason: 'Periods are shown with two ends, without a rule between them.',
  },
  {
    id: 'redial.gender',
    what: 'ssmlGender is empty when it is null or absent; an empty String is of a wrong type.',
    reason: 'It may be empty, and its type is Integer.',
  },
  {
    id: 'redial.outbound-control',
    what: 'outboundControl can only be 1.',
    reason: 'No other value is shown.',
  },
  {
    id: 'audio.suffix-case',
    what: 'The suffix of fileName is in lower case.',
    reason: 'The document shows it so.',
  },
  {
    id: 'audio.size',
    what: 'An audio file to be uploaded has at most 16 MiB.',
    reason:
      'The document limits audio in a message to 16 MB and says nothing of uploads; in base64 such a file is a request of 22 MB.',
  },
  {
    id: 'http.429',
    what: 'HTTP 429 says that the request was not processed: it is sent again later, also where it has no name that is unique.',
    reason:
      'HTTP status codes are not shown. 429 is answered before the work, by whatever counts the requests; a 503 may come from a gateway that did not wait for the service, so it is no such answer.',
  },
  {
    id: 'http.5xx',
    what: 'Under a 5xx only a code that the tables list for the operation is an answer; with any other body it is not known what was done. Codes are 0 or negative.',
    reason:
      'HTTP status codes are not shown. Gateways and frameworks answer a 5xx themselves, some in an envelope that looks like this one ("status":"500"), and may have passed the request on before.',
  },
  {
    id: 'http.turned-away',
    what: 'A redirect, another 4xx than 408 and 429, or a 501, without an envelope, before anything was accepted, does not come from the service: the run halts.',
    reason: 'HTTP status codes are not shown; a wrong base URL and a gateway that refuses a client answer so.',
  },
  {
    id: 'otp.answer-to',
    what: 'data.to in the answer to a code is the number of the request: an answer that ends in seven other digits is for another request.',
    reason:
      'The field is shown as a String without a meaning; a number that is masked or has no country code is let pass.',
  },
  {
    id: 'otp.repeated-order',
    what: 'A repeated orderId is answered -20.',
    reason:
      'orderId is globally unique, but no code is listed; -20 is "data existing" of other operations, and -22 could also be a wrong parameter.',
  },
  {
    id: 'otp.periods',
    what: 'The periods of the code limits slide: 10,000 codes in any minute in all, 5 to one number in any ten minutes.',
    reason: 'That both limits exist is shown; their values and periods are not.',
    setting: 'limits in a world file',
  },
  {
    id: 'backfill.codes',
    what: 'A breach in a backfill request earns -22.',
    reason: 'Only 0 is listed; -22 is "parameter exception" of most other operations.',
  },
  {
    id: 'backfill.number',
    what: 'number is digits, a leading plus is allowed.',
    reason: 'It is shown as a number with country prefix, without a form.',
  },
  {
    id: 'backfill.time',
    what: 'time is any text; a campaign that leaves it out sends the seconds since the epoch.',
    reason: 'It is called a timestamp, and is a String without a form.',
  },
  {
    id: 'http.status',
    what: 'A failure of the business is answered with HTTP 200. A malformed request gets 404 (path), 405 (method), 400 (JSON), 413 (size) or 415 (content type), with the parameter code of the operation in its envelope.',
    reason: 'HTTP status codes used for failures are not shown.',
  },
  {
    id: 'http.data',
    what: 'A failure carries data null, where the success has data.',
    reason: 'Only the status and the reason of failures are shown.',
  },
  {
    id: 'auth.order',
    what: 'Checked are, in this order: Sign, Timestamp and Api-Key present, the key known, workspace and key enabled, the address, the age of the timestamp, the signature. Then fields, references, state, limits, balance.',
    reason: 'One answer has one code; no order is shown.',
  },
  {
    id: 'auth.narrow-codes',
    what: '-29, -30 and -31 are answered by the binding list; elsewhere a disabled workspace or key earns -1, an address that is not listed -2 (-6 for AI voice). An empty header earns -1 outside AI voice.',
    reason: 'These codes mean something else, or nothing, in the tables of the other operations.',
  },
  {
    id: 'auth.timestamp',
    what: 'A timestamp may be 300 seconds off, in either direction. What is no number of seconds has expired.',
    reason: 'The period during which a Timestamp remains valid is not shown.',
    setting: 'timestampValid in a world file',
  },
  {
    id: 'auth.replay',
    what: 'The very same signed request may come again while its timestamp holds.',
    reason: 'The signature covers neither path nor body, and nothing is said of repeats.',
    setting: 'replays: refused in a world file',
  },
  {
    id: 'whatsapp.session-closed',
    what: 'A recipient who has not written within 24 hours earns -131, which no table lists.',
    reason: 'The rule is shown, its status is not; the number lies between those of the same table.',
    setting: 'sessions in a world file',
  },
  {
    id: 'references.unknown',
    what: 'An unknown app earns -134 on messages, -22 on codes and on backfill, -24 on redial, -37 on AI voice; an unknown template or flow -22; an unknown group of agents -24.',
    reason: 'Only some of the tables have a code for what does not exist.',
  },
  {
    id: 'redial.voice-file',
    what: 'A redial may name any voiceFileId.',
    reason: 'Files may have been uploaded long ago; no rule and no code is shown.',
    setting: 'voiceFiles in a world file (then -24)',
  },
  {
    id: 'redial.zone',
    what: 'sendTime and allowSendTime are read in the zone of the account, which is Africa/Lagos in the sandbox. A time that comes twice is the first of the two, one that clocks leave out the moment after it.',
    reason: 'No time zone is shown, and nothing of clocks that change.',
    setting: 'timezone in a world file',
  },
  {
    id: 'redial.life',
    what: 'A redialled task is a new one with a new id. It waits for sendTime and for its periods, dials only in them, and is completed when everybody has been called. Its name is taken for good once it was accepted.',
    reason: 'Of tasks only the redial itself is shown; the answer carries a task id.',
    setting: 'calls in a world file',
  },
  {
    id: 'redial.order',
    what: 'A name that is taken (-41) is told before the state of the task (-42), nobody left to call (-34) and the limits.',
    reason: 'One answer has one code; no order is shown. A repeat thus learns first that its first one counted.',
  },
  {
    id: 'redial.limits',
    what: 'Tasks that wait or run count against the limit of -37 (20), and all tasks against that of -23 (10,000).',
    reason: 'A maximum of concurrent tasks exists, without its value; what caps the data is not shown.',
    setting: 'limits in a world file',
  },
  {
    id: 'money.spent',
    what: 'Messages and codes cost what their prefix says: gifts are spent first, then the balance, then credit. Calls and uploads cost nothing of it.',
    reason: 'Balance, gift and credit are shown without a rule between them, and no prices.',
    setting: 'prices and money in a world file',
  },
  {
    id: 'agents.status',
    what: 'The agent list returns every status from 1 to 5, as a String, and filters by the number.',
    reason: 'The filter allows all five, the record names three; the sample shows a String.',
  },
  {
    id: 'agents.name',
    what: 'params.name finds every name that contains it, in capitals or not.',
    reason: 'The match is called fuzzy, and no more is shown.',
  },
  {
    id: 'bindings.path',
    what: 'Bindings are asked for at /number/pns/queryBindPage; the sandbox answers at /number/query too.',
    reason: 'The heading has the first path, a sample the second.',
  },
  {
    id: 'bindings.record',
    what: 'pnsNumberB is a String, and expireTime has the form YYYY-MM-DD HH:MM:SS.',
    reason: 'The table calls them an Integer and a timestamp in seconds; the sample shows these.',
  },
  {
    id: 'lists.past-end',
    what: 'A page past the last one has no records; without any record there are 0 pages.',
    reason: 'Nothing is shown.',
  },
] as const satisfies readonly Assumption[];

export type AssumptionId = (typeof assumptions)[number]['id'];
