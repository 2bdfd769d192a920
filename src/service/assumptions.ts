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
    id: 'otp.repeated-order',
    what: 'A repeated orderId is answered -20.',
    reason:
      'orderId is globally unique, but no code is listed; -20 is "data existing" of other operations, and -22 could also be a wrong parameter.',
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
] as const satisfies readonly Assumption[];

export type AssumptionId = (typeof assumptions)[number]['id'];
