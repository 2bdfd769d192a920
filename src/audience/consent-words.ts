import { comparable, plainLetters, withoutAccents } from './comparable.ts';
import { parseWrittenNumber } from './number/written-number.ts';
import type { Scalar } from './scalar.ts';

/**
 * How people write who wants messages and calls, and who does not: in headings of columns, and in their cells. A language is one line.
 * `_` is a blank, `*` any further letters, and `=` means that nothing else is there; the rest is a regular expression.
 *
 * - `not` makes a refusal of a following word of `contact`, `agreed` or `may`
 * - `contact`: what is refused or allowed
 * - `ended`: a refusal or an end, beside a word of `contact`, `agreed` or `may`, or in a cell
 * - `agreed`: an agreement by itself; `may`: beside a word of `contact`
 * - `out`: a refusal by itself
 * - `yes` and `no`: whole cells, also as a spreadsheet writes what is so, a database, and a program that makes decimals of 1 and 0
 *
 * The words of the first line belong to every language. No backslashes: as a raw text, a bundler would change what is in it.
 */
const table = `
language; not; contact; ended; agreed; may; out; yes; no
any;; sms whatsapp wa mms rcs viber telegram marketing promo* spam dm; stop; optins? opt_ins? opted_in consent* consens[oi] =gdpr =dsgvo =rgpd =lgpd =lopd =rodo =kvkk =pdpa =popia =ndpr =dpdp =tcpa; ok; optouts? opt_outs? opted_out dnc dnd ndnc black_?list* robinson* unsub =suppress* =stopped; y t x ok 1 1.0 [+] ✓ ✔ ☑ ✅; n f none null n_?a 0 0.0 - – ✗ ✘ ☐ ❌ 0000-00-00(_00:00:00)?
en; (please_)?do_?not don_?t never not; call calls phone* contact text texts message messages disturb send receive want sms market solicit broadcast telephone; stopped denied refused declined revoked withdrawn rejected blocked prohibited =pending =unknown; subscribed contactable can_be_contacted permission_to (marketing|sms|whatsapp)_permission =permission; accept* allow* agree* want wants may can okay permitted given granted; unsubscribe* suppressed non_marketing* block_?listed (non?|not|never)_?subscribed not_opted_in no_(sms|calls|messages|texts|marketing|whatsapp|consent) =no_(call|contact|message|text) not_to_be_(contacted|called|messaged|texted) no_call_list do_?not_?(call|contact|phone|text|sms) stopped_(messages|sms|calls|texts); yes true on granted agreed accepted allowed given enabled active checked consented; no false off never disabled unchecked inactive
de; nicht keine? keinen; kontakt* anrufen anrufe angerufen_werden werbung stören senden schreiben erwünscht gewünscht nachrichten; verweigert abgelehnt widerrufen widerruf gesperrt verboten untersagt zurückgezogen entzogen; (werbe)?einwilligung* zustimmung* einverständnis* (werbe|kontakt|sms|whatsapp|marketing)erlaubnis; erlaub* darf dürfen freigabe genehmigt erteilt; (werbe|kontakt|anruf|versand|sms)_?sperren? (werbe|kontakt|anruf)verbot abgemeldet abmeldung abbestellt (werbe)?widerspruch widersprochen =sperre =gesperrt kontaktsperre werbung_gesperrt; ja j wahr erteilt zugestimmt eingewilligt aktiv; nein n falsch keine nie
fr; ne ne_pas ne_plus pas_de plus_de jamais non; contacter appeler solliciter démarcher déranger envoyer recevoir souhaite* veut publicités? messages? appels démarchage abonnement; refus* retiré* retrait interdit* révoqué* bloqué*; abonnée? =autorisation; accept* autoris* accord*; désinscri* désabonn* bloctel liste_(rouge|noire) =opposition; oui o vrai accepté accordé; non faux
es; no(?!_(of|de)_) nunca; contactar llamar llame llamen molestar enviar envíe recibir desea quiere publicidad mensajes comunicaciones; rechaz* denega* revoca* bloquea* prohib* retirad*; suscrit[oa] =autorización; acepta* autoriza* permit* permiso; lista_negra desuscri* dad[oa]_de_baja baja_(marketing|sms|publicidad|whatsapp) cancelar_suscripción; si s verdadero; falso ninguno
pt; não nunca; contac?tar contac?to ligar perturbe incomodar enviar receber deseja quer aceita autoriza mensagens publicidade; recus* revoga* bloquead[oa] negad[oa] proibid[oa] retirad[oa]; =aceite =autorização; aceit* autoriz* permit* permissão concord*; descadastr* dad[oa]_de_baixa cancelou_inscrição não_perturbe saiu_da_lista; sim verdadeiro; não
it; non mai; contattare chiamare disturbare inviare ricevere vuole desidera messaggi pubblicità; rifiut* revoc* ritirat[oa] negat[oa] bloccat[oa]; acconsent* iscritt[oa] =autorizza; accett* autorizz* permesso; disiscritt[oa] lista_nera opposizion[ei]; vero;
nl; niet geen; bellen contacteren contact reclame berichten benaderen; ingetrokken geweigerd; toestemming; akkoord mag; afgemeld uitgeschreven bezwaar; waar; nee onwaar
nordic; inte ej ikke ei älä; ringa ringe kontakt* reklam* soittaa ottaa_yhteyttä; återkallat trukket; samtycke samtykke suostumus;; avregistrera[dt] avmeldt afmeldt markkinointikielto kieltänyt; sann sant sand kyllä tosi; nej nei falskt falsk usann ei epätosi
pl; nie bez brak; kontaktować dzwonić wysyłać kontaktu reklam*; wycof* cofn* odm[oó]w*; zgod[aęyo]*;; wypisan[aye] sprzeciw* rezygnacja zrezygnował* czarna_lista nie_kontaktować nie_dzwonić; tak prawda; nie fałsz brak
cs sk; ne bez nepřeje; volat kontaktovat; odvolán* odmít*; souhlas* súhlas*;; nevolat neoslovovat nekontaktovat odhlášen* černá_listina; ano áno pravda; ne nepravda
hu ro hr; nem nu ne; hívható contacta* suna* zvati kontaktirati; visszavon* retras*; hozzájárul* privol[aei]* pristan*;; leiratkozott ne_hívja feketelista dezabonat* lista_neagră odjavljen*; igen igaz da adevărat; nem hamis nu fals
tr;; aranma* aramak? mesaj* iletişim* ileti kampanya*; iste(miyor|mez) istemiyorum yok ret reddet* reddi iptal olmasın; onay onay[ıi] izni izinli izin rıza*; kabul*; aran?mas[ıi]n arama(yın|yınız) istemiyor rahatsız_etm* kara_liste (abonelikten|üyelikten)_çık* iys_ret =ret ulaşmayın; evet doğru var onaylı izinli; hayır yanlış yok onaysız izinsiz
ru bg; не нет нет_от без отсутствует; звонить беспокоить писать контактировать отправлять присылать слать тревожить рассылк* смс звонк* связываться; отказ* отзыв* отозва* запре* отклон[её]н*; согласи* согласен согласна подписан[аы]?; разреш*; отписк* отписал* отписан* ч[её]рный_список =чс стоп_лист =отказ =запрет не_(звонить|беспокоить|писать|контактировать); да истина есть; нет ложь не
uk; не немає без; дзвонити турбувати надсилати писати контактувати розсилк* смс; відмов* відклик* заборон*; згод[аиуо]* підписан(ий|а); дозв[оі]*; відписк* відписа* відмови(вся|лась) чорний_список =відмова; так істина; ні хибність
el; μην όχι χωρίς δεν; καλείτε καλέσετε ενοχλείτε στέλνετε επικοινων* μηνύματα θέλει επιθυμεί; άρνηση αρνήθηκε ανάκληση ανακλήθηκε απέρριψε; συγκατάθεσης? συναίνεσης? συναινεί; αποδέχ* δέχεται επιτρέπ*; απεγγραφή* μαύρη_λίστα =άρνηση; ναι αληθής αληθές; όχι ψευδής ψευδές
ar; لا عدم بدون ليس غير ممنوع; (ال)?(اتصال|تواصل|ارسال|رسائل|إزعاج) تتصل ترسل يرغب يريد; (ال)?رفض يرفض ممنوع سحب محظور مرفوض; (ال)?موافق[هة]? يوافق; يسمح (ال)?سماح (ال)?قبول يقبل; (الغاء|ملغي)_(ال)?اشتراك (ال)?قائمة_(ال)?سوداء (ال)?رفض يرفض لا_يرغب (عدم|ممنوع)_(ال)?(اتصال|تواصل|ارسال); نعم صحيح; لا خطأ كلا
fa ur;;;; رضایت رضامندی;; لغو_اشتراک; بله آری ہاں; نه خیر نہیں
he; לא אל אין ללא; להתקשר תתקשרו לשלוח לפנות להטריד מעוניין דיוור הודעות לקבל; סירב* ביטול ביטל; הסכמה הסכים; אישור אישר מאשר* מסכים*; הסרה הוסר הוסרה ביטול_הרשמה ביטול_מנוי רשימה_שחורה =סירוב; כן אמת; לא שקר
hi;; संपर्क कॉल फोन मैसेज संदेश परेशान; न नहीं मना रद्द मत; सहमति सहमत अनुमति;; सदस्यता_(समाप्त|रद्द) डीएनडी असहमति असहमत मना_किया; हाँ हां जी_हाँ; नहीं ना
th; ห้าม ไม่ อย่า ยกเลิก; ติดต่อ โทร รับ ส่ง รบกวน; ปฏิเสธ ถอน; ยินยอม =อนุญาต; อนุญาต; บัญชีดำ =ปฏิเสธ; ใช่ มี จริง; ไม่ ไม่ใช่ ไม่มี เท็จ
vi; không đừng ngừng; liên_hệ gọi làm_phiền nhận nhắn gửi muốn; từ_chối thu_hồi; đồng_ý chấp_thuận; cho_phép; hủy_đăng_ký danh_sách_đen =từ_chối; có đúng; không sai chưa
zh; 请勿 請勿 不要 不 勿 禁止 別 别; 联系 聯絡 聯繫 打扰 打擾 接收 致电 致電 来电 來電 短信 簡訊 推销 推銷 行銷 营销 订阅 訂閱; 拒绝 拒絕 取消 撤回; 同意 授权 授權; 接受 允许 允許 愿意 願意; 退订 退訂 黑名单 黑名單 勿扰 勿擾 免打扰 免打擾 拒收; 是 对 對 真 确定 確定; 否 不 无 假 没有 沒有
ja;; 配信 送信 受信 着信 連絡 電話 架電 案内 勧誘 購読 営業 登録; 停止 不可 拒否 禁止 不要 解除 ng 断り しない; 同意 承諾 許諾 許可 オプトイン; 可否 可(?!能) 希望; オプトアウト ブラックリスト 不同意 =お断り; はい 有 有り あり 済 済み 同意済み? ○ 〇 ◯ ● レ; いいえ 無 無し なし 未 未同意 否 × ✕ 偽
ko;; 수신 연락 전화 문자 마케팅 광고 알림; 거부 거절 금지 안_?함 철회 차단 해제; 동의; 허용; 수신거부 블랙리스트 미동의 비동의 구독_?취소 =거부; 예 네 참 동의함; 아니오 아니요 거짓
id; jangan tidak tdk tak nggak; (di)?hubungi (di)?kontak (di)?tele?pon (di)?telpon kirim ganggu mau ingin terima menerima pesan; menolak tolak ditolak berhenti dicabut; setuju persetujuan bersedia izin; boleh mau; berhenti_(ber)?langganan daftar_hitam =menolak =tolak menolak_dihubungi; ya iya benar; tidak tdk salah jangan nggak gak enggak
sw;;; kataa amekataa; ridhaa idhini amekubali;; usipig* usiwasilian* asiwasilian* amejitoa jiondoe amekataa kataa_ujumbe; ndiyo ndio kweli; hapana la siyo
ha ig yo; kada kar bai; kira tuntuɓa aika sako;; yarda amince* izini;; bai_yarda =ya_ki; eh ee i na_?am ẹẹni bẹẹni; a_a aa mba bẹẹkọ
`;

/** Scripts without blanks between words. */
const sideBySide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Words of the table, as a text of `asWords` has them. */
function expressionOf(list: string, before = ''): RegExp {
  const plain = withoutAccents(list).normalize('NFC');
  const words = [...new Set(plain.split(' ').filter((word) => word !== ''))];
  const ways = words.map((word) => {
    const whole = (before + word).replace(/^=(.*)/, '^(?:$1)$');
    const one = whole.replaceAll('_', ' ').replaceAll('*', '[^ ]*');
    return sideBySide.test(word) ? one : `(?<![^ ])(?:${one})(?![^ ])`;
  });
  return new RegExp(ways.join('|') || '(?!)', 'u');
}

const kinds = ['not', 'contact', 'ended', 'agreed', 'may', 'out', 'yes', 'no'] as const;
type Kind = (typeof kinds)[number];
type Words = Readonly<Record<Kind, RegExp>>;

/** Of these lines together. */
function wordsOf(lines: readonly string[]): Words {
  const lists = lines.map((line) => line.split(';').slice(1));
  const of = (at: number) =>
    expressionOf(lists.map((list) => list[at]).join(' '), at < kinds.indexOf('yes') ? '' : '=');
  return Object.fromEntries(kinds.map((kind, at) => [kind, of(at)])) as Words;
}

const [, inAny = '', ...lines] = table.trim().split('\n');
const all = wordsOf([inAny, ...lines]);
const languages = lines.map((line) => wordsOf([inAny, line]));

/** `what`: of which words a refusal counts. */
function refuses(text: string, what: readonly Kind[]): boolean {
  if (all.out.test(text)) return true;
  if (!all.not.test(text) && !all.ended.test(text)) return false;
  return languages.some((of) => {
    const isOfThem = (part: string): boolean => what.some((kind) => of[kind].test(part));
    const not = of.not.exec(text);
    const after = not === null ? '' : text.slice(not.index + not[0].length).slice(0, nearest);
    return (of.ended.test(text) && isOfThem(text)) || isOfThem(after);
  });
}

const anything: readonly Kind[] = ['contact', 'agreed', 'may'];
/** Letters: `Do not send us any SMS`. */
const nearest = 30;

function agrees(text: string): boolean {
  if (all.agreed.test(text)) return true;
  return all.may.test(text) && languages.some(({ may, contact }) => may.test(text) && contact.test(text));
}

const isState = expressionOf(
  'status subscription subscriber estado stato statut stan stav durum situação tila állapot (sms|marketing|whatsapp)_state ' +
    'статус стан κατάσταση (ال)?حالة סטטוס स्थिति trạng_thái สถานะ ステータス 状態 状況 状态 狀態 상태',
);
/** Of consent to e-mail or post alone, which says nothing about calls and messages to a telephone. */
const ofMail = expressionOf(
  'e_?mails? newsletters? post postal letters? fax correos? courriels? e_?posta почт* пошт* ηλεκτρονικ* (ال)?بريد דואר ईमेल ' +
    '(?<!ショート)メール メルマガ 郵送 邮件 郵件 邮箱 電郵 이메일 우편 อีเมล',
);
const ofTelephone = expressionOf(
  'sms texts? phones? telephones? calls? mobiles? whatsapp wa handy tel telefon* téléphone* anrufe? смс звонк* телефон* 電話 电话 短信 전화 문자 โทร*',
);

/** Capital letters, accents, signs and the way in which programs join words do not count. */
function asWords(text: string): string {
  const letters = plainLetters(text.slice(0, longest).replace(betweenWords, ' '));
  return letters.replace(betweenScripts, ' ').normalize('NFC');
}

/** A longer text is neither a name nor an answer. */
const longest = 200;
/** In `smsOptIn` and `DNCFlag`. */
const betweenWords = /(?<=\p{Ll})(?<![Ww]hats)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
/** In `SMS拒否`. */
const betweenScripts = /(?<=[a-z])(?=[^\p{Script=Latin} ])|(?<=[^\p{Script=Latin} ])(?=[a-z])/gu;

/**
 * What a yes in a column means, by its heading: that somebody wants no messages, or wants them. `status`: nothing, and only words that say it
 * themselves count, such as `unsubscribed`.
 */
export type ConsentKind = 'optOut' | 'optIn' | 'status';

export function consentKind(heading: string): ConsentKind | undefined {
  const text = asWords(heading);
  if (ofMail.test(text) && !ofTelephone.test(text)) return undefined;
  // In small letters it is where a bus or a driver stops.
  if (refuses(text, anything) || heading.trim() === 'STOP') return 'optOut';
  if (agrees(text)) return 'optIn';
  return isState.test(text) ? 'status' : undefined;
}

/** Whether somebody with this cell may be contacted; undefined where it says neither. A time says when it was so. */
export function mayContact(kind: ConsentKind, cell: Scalar | undefined, heading = ''): boolean | undefined {
  const written = comparable(String(cell ?? ''));
  const text = asWords(written) || written;
  // A cross is a no in Japan, and elsewhere a tick; a `t` is `tidak` in Indonesia, and elsewhere true.
  if (text === 'x' && /[\p{Script=Han}\p{Script=Katakana}]/u.test(heading)) return false;
  if (text === 't' && ofIndonesia.test(asWords(heading))) return kind === 'optOut';
  if (/^(opt(ed)? ?in|subscribed)$/.test(text)) return true;
  // There, nobody answers a call, and a payment is declined.
  if (kind === 'status') return refuses(text, ['agreed']) ? false : undefined;
  if (text === '' || all.no.test(text)) return kind === 'optOut';
  if (all.yes.test(text)) return kind === 'optIn';
  if (all.ended.test(text) || refuses(text, anything)) return false;
  return all.agreed.test(text) || all.may.test(text) || isTime(written) ? kind === 'optIn' : undefined;
}

const ofIndonesia = /\b(setuju|persetujuan|bersedia|izin|jangan|tidak|berhenti|menolak|boleh|mau)\b/;

/** In a column of yes and no, which then says when. */
export function isTime(cell: string): boolean {
  return /\d{2}/.test(cell) && !isOfAnother(cell);
}

/** An address, or a telephone number: `No WhatsApp` is a number in Indonesia. Such a cell says nothing, whatever its heading asks. */
export function isOfAnother(cell: string): boolean {
  if (/^https?:/i.test(cell)) return true;
  // Unix time, and digits of a calendar.
  const isClock = /^(?:1\d{9}(?:\d{3})?|20\d{12}|\d{4}-\d\d-\d\d.*)$/.test(cell);
  return !isClock && (parseWrittenNumber(cell)?.digits.length ?? 0) >= 9;
}
