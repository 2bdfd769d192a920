import { type AudienceProblem, createTally } from './audience-problem.ts';
import { plainLetters } from './comparable.ts';
import type { Fields } from './row-reader.ts';
import type { Scalar } from './scalar.ts';

/** What a yes in a column means, by its heading: that somebody wants no messages, or wants them. */
export type ConsentKind = 'optOut' | 'optIn';

/** Undefined also for consent to e-mail or post alone, which says nothing about calls and messages to a telephone. */
export function consentKind(heading: string): ConsentKind | undefined {
  const letters = plainLetters(heading);
  if (ofMail.test(letters)) return undefined;
  // In small letters it is where a bus or a driver stops.
  if (optOut.test(letters) || heading.trim() === 'STOP') return 'optOut';
  return optIn.test(letters) ? 'optIn' : undefined;
}

/** As `plainLetters` has them. */
const ofMail = /\b(e ?mails?|newsletters?|post|postal|letters?|fax)\b/;
const optOut =
  /\b(opt(ed)? ?outs?|unsubscribed?|do ?not ?(call|contact|text|message|disturb|sms)|don t (call|contact|text)|dnc|dnd|no ?(sms|calls?|contact|messages?|texts?|marketing|whatsapp)|suppressed|^stopped$|werbesperre|kontaktsperre|sperre|gesperrt|abgemeldet|werbewiderspruch|widerspruch|robinson(liste)?|nicht (kontaktier(en|t)|an(ge)?rufen)|keine? (werbung|kontakt|anrufe?|sms|whatsapp)|desinscrite?|desabonnee?|ne pas (contacter|appeler)|no (contactar|llamar|molestar)|baja marketing|dad[oa] de baja|nao (contactar|contatar|ligar|perturbe|aceita)|descadastrad[oa]|non contattare|niet (bellen|contacteren))\b/;
const optIn =
  /\b(opt(ed)? ?ins?|consent(s|ed)?|subscribed|accepts? (sms|marketing|messages?|whatsapp|calls?|texts?|sms marketing)|ok(ay)? to (text|call|contact|message|sms|whatsapp)|(may|can) (we )?(contact|text|call|message)|^permission$|(marketing|sms|whatsapp) (permission|allowed|ok)|^(gdpr|dsgvo|lgpd)$|einwilligung|werbeeinwilligung|(werbung|kontakt|whatsapp) erlaubt|darf (kontaktiert|angerufen) werden|aceita (whatsapp|sms|mensagens|receber mensagens)|consentement|consentimiento|consentimento|consenso|toestemming|samtykke|samtycke|suostumus|zgoda|souhlas)\b/;

/** Whether somebody with this cell may be contacted; undefined where it says neither. A time says when it was so. */
export function mayContact(kind: ConsentKind, cell: Scalar | undefined): boolean | undefined {
  const text = String(cell ?? '').trim();
  const isYes = yes.test(text) || /\d{2}/.test(text);
  if (!isYes && !no.test(text)) return undefined;
  return isYes === (kind === 'optIn');
}

const yes =
  /^(yes|y|true|1|x|ja|j|oui|o|si|sí|s|sim|tak|t|да|on|ano|igen|ok|✓|✔|opted[ -]?(in|out)|(un)?subscribed|dnc|dnd|stop)$/i;
const no =
  /^(|no|n|false|0|nein|non|nao|não|nie|нет|nej|nei|ei|ne|nem|nee|off|-|–|null|none|n\/a|#n\/a|not subscribed|not opted[ -]?in)$/i;

/** Counts people whom a list says not to contact in columns that the campaign does not read. */
export function createIgnoredConsent() {
  let columns: readonly Ignored[] = [];
  return {
    onHeader: (header: readonly string[], isRead: (column: number) => boolean): void => {
      columns = header.flatMap((name, at) => {
        const kind = isRead(at) ? undefined : consentKind(name);
        return kind === undefined ? [] : [{ name, at, kind, against: createTally(), seen: new Map() }];
      });
    },
    add: (fields: Fields, line: number): void => {
      for (const { at, kind, against, seen } of columns) {
        const cell = fields(at);
        const may = mayContact(kind, cell);
        if (may === false) against.add(line);
        if (may !== undefined && !seen.has(may)) seen.set(may, String(cell ?? '').trim());
      }
    },
    saidNo: () => problems().map(({ kind, column, count }) => ({ kind, column, count })),
    problems,
  };

  function problems() {
    return columns.flatMap(({ name, kind, against: { count, lines }, seen }) => {
      // A column of who wants messages that is empty throughout says nothing.
      if (count === 0 || (kind === 'optIn' && seen.size === 1 && seen.get(false) === '')) return [];
      const detail = seen.get(kind === 'optIn') ?? '';
      const what = kind === 'optIn' ? ('notOptedIn' as const) : ('optedOut' as const);
      return [{ kind: what, count, lines, column: name, detail }] satisfies AudienceProblem[];
    });
  }
}

interface Ignored {
  readonly name: string;
  readonly at: number;
  readonly kind: ConsentKind;
  readonly against: ReturnType<typeof createTally>;
  /** The first cell of who may be contacted, and of who may not. */
  readonly seen: Map<boolean, string>;
}
