import { type AudienceProblem, createTally } from './audience-problem.ts';
import { columnIndex, comparable, plainLetters } from './comparable.ts';
import { createKeyTable, type KeyTable } from './key-table.ts';
import type { SaidNo } from './roster.ts';
import type { Fields } from './row-reader.ts';
import type { Scalar } from './scalar.ts';

/**
 * What a yes in a column means, by its heading: that somebody wants no messages, or wants them. `status`: nothing, and only words that say it
 * themselves count, such as `unsubscribed`.
 */
export type ConsentKind = 'optOut' | 'optIn' | 'status';

/** Undefined also for consent to e-mail or post alone, which says nothing about calls and messages to a telephone. */
export function consentKind(heading: string): ConsentKind | undefined {
  const letters = plainLetters(heading.replace(betweenWords, ' '));
  if (ofMail.test(letters)) return undefined;
  // In small letters it is where a bus or a driver stops.
  if (optOut.test(letters) || optOutOther.test(letters) || heading.trim() === 'STOP') return 'optOut';
  if (optIn.test(letters) || optInOther.test(letters)) return 'optIn';
  return status.test(letters) ? 'status' : undefined;
}

/** In `smsOptIn` and `DNCFlag`, as programs write headings. */
const betweenWords = /(?<=\p{Ll})(?<![Ww]hats)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/** As `plainLetters` has them. */
const ofMail = /\b(e ?mails?|newsletters?|post|postal|letters?|fax)\b|(?<!ショート)メール|メルマカ|郵送/;
const optOut =
  /\b(opt(ed)? ?outs?|unsubscribed?|do ?not ?(call|contact|text|message|disturb|sms)|don t (call|contact|text)|dnc|dnd|(black|block) ?listed|no ?(sms|calls?|contact|messages?|texts?|marketing|whatsapp)|suppressed|^stopped$|werbesperre|kontaktsperre|sperre|gesperrt|abgemeldet|werbewiderspruch|widerspruch|robinson(liste)?|nicht (kontaktier(en|t)|an(ge)?rufen)|keine? (werbung|kontakt|anrufe?|sms|whatsapp)|desinscrite?|desabonnee?|ne (pas|plus) (contacter|appeler|solliciter)|no (contactar|llamar|molestar)|baja marketing|dad[oa] de baja|nao (contactar|contatar|ligar|perturbe|aceita)|descadastrad[oa]|non contattare|niet (bellen|contacteren)|nie (dzwonic|kontaktowac)|sprzeciw|wypisan[aey]|nevolat|neoslovovat|aranmasin|istemiyor|jangan (hubungi|dihubungi|kontak|dikontak|telepon|ditelepon|telpon|kirim|sms|wa)|tidak (setuju|(mau |ingin |boleh |bersedia )?(dihubungi|dikontak|ditelepon))|berhenti (ber)?langganan|menolak (dihubungi|pesan|promosi|sms|wa))\b/;
const optIn =
  /\b(opt(ed)? ?ins?|consent(s|ed)?|subscribed|accepts? (sms|marketing|messages?|whatsapp|calls?|texts?|sms marketing)|ok(ay)? to (text|call|contact|message|sms|whatsapp)|(may|can) (we )?(contact|text|call|message)|^permission$|(marketing|sms|whatsapp) (permission|allowed|ok)|^(gdpr|dsgvo|lgpd)$|einwilligung|werbeeinwilligung|(werbung|kontakt|whatsapp) erlaubt|darf (kontaktiert|angerufen) werden|aceita (whatsapp|sms|mensagens|receber mensagens)|accepte (les )?(sms|messages|whatsapp|publicites?)|consentement|acepta (sms|mensajes|whatsapp|publicidad|comunicaciones|recibir)|consentimiento|consentimento|consenso|toestemming|samtykke|samtycke|suostumus|zgoda|souhlas|(sms|pazarlama|iletisim|arama|iys|kvkk) (izni|onayi)|izin|onay|setuju|persetujuan|bersedia|(boleh|mau) (dihubungi|dikontak|ditelepon))\b/;

const status = /\b(status|subscription|subscriber|estado|stato|statut|stav|durum)\b|ステータス|状態|状況/;

/** Words for a refusal, an end of the subscription, and no contact or calls; and for an agreement. `\b` knows Latin letters only. */
const optOutOther =
  /(^| )((ال)?(رفض|يرفض|الغاء الاشتراك|لا يرغب|(عدم|ممنوع) (الاتصال|التواصل|الارسال))|отписк[аи]|отписал(ся|ась|ись)|отписан[аы]?|отказ|не (звонить|беспокоить|писать|контактировать)|відписка|відмова|не (дзвонити|турбувати))( |$)|(配信|送信|受信|着信|連絡|電話|架電|案内|勧誘|購読)(の)?(停止|不可|拒否|禁止|不要|解除|ng)|オフトアウト/;
const optInOther =
  /(^| )((ال)?(موافق|موافقه|موافقة|يوافق)|согласие|согласен|згода|συγκαταθεση|συναινεση)( |$)|同意|承諾|許諾|許可|(配信|送信|受信|連絡|電話|案内)(の)?(希望|可(?!能)|ok)|オフトイン/;

/** Whether somebody with this cell may be contacted; undefined where it says neither. A time says when it was so. */
export function mayContact(kind: ConsentKind, cell: Scalar | undefined, heading = ''): boolean | undefined {
  const text = comparable(String(cell ?? '')).toLowerCase();
  // A cross is a no in Japan, and elsewhere a tick.
  if (text === 'x' && /[\p{Script=Han}\p{Script=Katakana}]/u.test(heading)) return false;
  if (isIn.test(text)) return true;
  if (isOut.test(text)) return false;
  if (kind === 'status') return undefined;
  if (isRefused.test(text)) return false;
  const denies = no.has(text);
  if (!denies && !yes.has(text) && !isTime(text)) return undefined;
  return denies === (kind === 'optOut');
}

/** Words that say it themselves, whatever the heading asks. */
const isIn = /^(opt(ed)?[ _-]?in|subscribed)$/;
const isOut =
  /^(opt(ed)?[ _-]?out|unsubscribed|(not?|non|never)[ _-]?subscribed|not[ _-]opted[ _-]?in|dnc|dnd|do[ _-]?not[ _-]?(call|contact|text|disturb)|(black|block)[ _-]?listed|suppressed|abgemeldet|désabonnée?|désinscrite?|dad[oa] de baja|descadastrad[oa]|disiscritt[oa]|afgemeld|wypisan[ay]|отписан[аы]?|отписал(ся|ась)|berhenti (ber)?langganan|(配信|受信)(停止|拒否)(中|済み?)?)$/;

/** Of an agreement; a payment may be so, too. */
const isRefused =
  /^(stop|denied|refused|declined|revoked|withdrawn|widerrufen|tidak (setuju|bersedia|boleh|mau)|停止中?|拒否|不同意|(同意|希望)しない)$/;

/** Also as a spreadsheet of each country writes what is so and what is not, a database, and a program that makes decimals of 1 and 0. */
const yes = new Set(
  (
    'yes y true t 1 1.0 x on ok granted agreed accepted allowed ja j wahr waar oui o vrai si sí s verdadero vero sim verdadeiro tak ' +
    'prawda да истина так ано ano pravda igen igaz sann sant sand kyllä tosi da adevărat evet doğru ναι نعم ✓ ✔ ☑ ✅ ' +
    'ya iya benar setuju bersedia boleh はい 有 有り あり 可 済 済み 同意 同意する 同意済 同意済み 希望 希望する ○ 〇 ◯ ● レ'
  ).split(' '),
);
const no = new Set([
  ...(
    'no n false f 0 0.0 off null none n/a #n/a - – nein falsch nee onwaar non faux falso nao não nie fałsz нет ложь ні ne nepravda nem ' +
    'hamis nej nei falskt falsk usann ei epätosi nu fals hayır hayir yanlış yanliş όχι لا ✗ ✘ ☐ ❌ 0000-00-00 ' +
    'tidak tdk salah jangan いいえ 無 無し なし 不可 不要 未 未同意 否 × ✕ ng'
  ).split(' '),
  '',
  '0000-00-00 00:00:00',
]);

/** A step that contacts the recipients, and the columns that it reads, or that decide whom it contacts. */
export interface ContactingStep {
  readonly step: string;
  readonly reads: readonly string[];
}

/** Counts recipients whom a list says not to contact: in columns that a step does not read, or in rows that are left out. */
export function createConsentCounts(contacting: readonly ContactingStep[]) {
  let columns: Column[] = [];
  let header: readonly string[] = [];
  let known = 0;
  return {
    /** A list of JSON that goes on gives its names again, with further ones at the end: what was counted stays. */
    onHeader: (names: readonly string[], key: number): void => {
      if (names !== header) [header, columns, known] = [names, [], 0];
      for (; known < names.length; known++) {
        const [name, at] = [names[known]!, known];
        const kind = at === key ? undefined : consentKind(name);
        if (kind === undefined) continue;
        const refused = { keys: createKeyTable(), lines: [] };
        const seen = { yes: new Set<string>(), no: new Set<string>() };
        const unread = contacting.filter(({ reads }) => !reads.some((read) => columnIndex(header, read) === at));
        const unreadBy = unread.map(({ step }) => step);
        const isPartly = unread.length < contacting.length;
        columns.push({ name, at, kind, unreadBy, isPartly, against: createTally(), seen, refused });
      }
    },
    addRecipient: (key: number, fields: Fields, line: number): void => {
      for (const column of columns) {
        const cell = fields(column.at);
        const may = mayContact(column.kind, cell, column.name);
        if (saysNo(may, cell)) refuse(column, key, ofRecipient);
        // Of a column that every step reads, those who said no in so many words: what became of the others, the steps decide.
        if (column.unreadBy.length === 0 && !saysNo(may, cell)) continue;
        if (may === false) column.against.add(line);
        if (may !== undefined) addAnswer(may ? column.seen.yes : column.seen.no, String(cell ?? '').trim());
      }
    },
    /** A row that is left out, of somebody who may have another. */
    addOtherRow: (key: number, fields: Fields, line: number): void => {
      for (const column of columns) {
        const cell = fields(column.at);
        if (saysNo(mayContact(column.kind, cell, column.name), cell)) refuse(column, key, line);
      }
    },
    bytes: () => columns.reduce((sum, { refused }) => sum + refused.keys.size * refusedBytes, 0),
    /** `idle`: columns by which `where` was to leave people out, and leaves out nobody. */
    problems: (recipients: KeyTable, idle: readonly string[]): AudienceProblem[] => [
      ...columns.filter(({ unreadBy }) => unreadBy.length > 0).flatMap(unreadProblem),
      ...columns.filter(({ at }) => idle.some((one) => columnIndex(header, one) === at)).flatMap(keptProblem),
      ...columns.flatMap((column) => otherRowProblem(column, recipients)),
    ],
  };
}

/** Which of the problems with a list are people who said no. */
export function saidNoIn(problems: readonly AudienceProblem[]): SaidNo[] {
  return problems.flatMap(({ kind, column, count, steps }) =>
    column !== undefined &&
    (kind === 'optedOut' || kind === 'notOptedIn' || kind === 'otherRowOptedOut' || kind === 'keptByWhere')
      ? [{ kind, column, count, ...(steps && { steps }) }]
      : [],
  );
}

function unreadProblem(column: Column): AudienceProblem[] {
  const { kind, against, seen, unreadBy, isPartly } = column;
  const { count, lines } = against;
  // A column of who wants messages that is empty throughout says nothing.
  if (count === 0 || (kind === 'optIn' && seen.yes.size === 0 && [...seen.no].every((cell) => cell === ''))) return [];
  const answers = { yes: [...seen.yes], no: [...seen.no] };
  const steps = isPartly ? { steps: unreadBy } : {};
  return [{ kind: kind === 'optIn' ? 'notOptedIn' : 'optedOut', count, lines, column: column.name, answers, ...steps }];
}

function keptProblem({ name, against: { count, lines }, seen, unreadBy }: Column): AudienceProblem[] {
  const answers = { yes: [...seen.yes], no: [...seen.no] };
  return count === 0 || unreadBy.length > 0 ? [] : [{ kind: 'keptByWhere', count, lines, column: name, answers }];
}

/** Each way in which an answer is written; of times, which differ in every row, only the first. */
function addAnswer(seen: Set<string>, cell: string): void {
  if (!isTime(cell) || ![...seen].some(isTime)) seen.add(cell);
}

/** In a column of yes and no, which then says when. */
export function isTime(cell: string): boolean {
  return /\d{2}/.test(cell);
}

function otherRowProblem({ name, refused: { keys, lines } }: Column, recipients: KeyTable): AudienceProblem[] {
  const found = createTally();
  for (let index = 0; index < keys.size; index++) {
    const line = lines[index]!;
    if (line !== ofRecipient && recipients.indexOf(keys.at(index)) !== undefined) found.add(line);
  }
  const { count } = found;
  return count === 0 ? [] : [{ kind: 'otherRowOptedOut', count, lines: found.lines, column: name }];
}

/** An empty cell is not a yes, and not a no that takes back a yes elsewhere. */
function saysNo(may: boolean | undefined, cell: Scalar | undefined): boolean {
  return may === false && String(cell ?? '').trim() !== '';
}

function refuse({ refused: { keys, lines } }: Column, key: number, line: number): void {
  const index = keys.add(key);
  if (index >= 0) lines[index] = line;
  else if (line === ofRecipient) lines[~index] = line;
}

/** In the place of a line: the recipient's own row says no, and is counted as such, or every step reads it. */
const ofRecipient = 0;
/** Of the number, its place in the table, the line. */
const refusedBytes = 24;

interface Column {
  readonly name: string;
  readonly at: number;
  readonly kind: ConsentKind;
  /** Steps that contact people and do not read it. */
  readonly unreadBy: readonly string[];
  /** Others read it. */
  readonly isPartly: boolean;
  readonly against: ReturnType<typeof createTally>;
  /** The cells of those who may be contacted, and of those who may not. */
  readonly seen: { readonly yes: Set<string>; readonly no: Set<string> };
  /** Numbers with a row that says no, and the first such line of each. */
  readonly refused: { readonly keys: KeyTable; readonly lines: number[] };
}
