import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { consentKind, isTime, mayContact } from '../../src/audience/consent-words.ts';

/** By language: headings of who wants no messages, and of who wants them. */
const headings = {
  de: [
    'Keine Werbung, Werbung gesperrt, Werbeverbot, Nicht kontaktieren, Abmeldung, Abgemeldet am, Anrufsperre, SMS-Sperre, Kontaktverbot, Opt-out',
    'Werbeerlaubnis, Zustimmung, Einverständnis, Kontakterlaubnis, WhatsApp-Zustimmung',
  ],
  fr: [
    'Désabonné, Désinscription, Opposition, Bloctel, Liste rouge, Refus SMS, Refuse les SMS, Stop SMS, Ne pas contacter, Ne pas appeler, Démarchage interdit',
    'Accord SMS, Autorisation, Consentement RGPD, RGPD, Opt-in SMS, Abonné',
  ],
  es: [
    'No contactar, No molestar, No enviar SMS, Lista Robinson, Rechaza publicidad, Lista negra, Desuscrito, No desea publicidad, No desea ser contactado, No llame, Cancelar suscripción',
    'Suscrito, Acepta SMS, Autoriza SMS, Autorización, Consentimiento, RGPD, LOPD',
  ],
  pt: [
    'Não perturbe, Não contatar, Não ligar, Não enviar, Não quer receber, Descadastro, Descadastrado em, Lista negra, Opt-out, Cancelou inscrição, Não incomodar, Não deseja receber mensagens',
    'Aceita SMS, Aceite, Autoriza contato, Consentimento, Permite contato',
  ],
  it: [
    'Non contattare, Non chiamare, Non disturbare, Disiscritto, Rifiuta SMS, Opposizione, Registro opposizioni, Blacklist, Lista nera, Revoca consenso',
    'Consenso marketing, Consenso, Iscritto, Accetta SMS, Autorizza',
  ],
  tr: [
    'Aranmasın, Aranmak istemiyor, Mesaj istemiyor, İYS Ret, Kara liste, Abonelikten çıktı, Rahatsız etmeyin, Ret',
    'İletişim izni, İYS izni, SMS Onayı, Onay, İzin, SMS İzni',
  ],
  pl: [
    'Nie kontaktować, Nie dzwonić, Sprzeciw, Wypisany, Rezygnacja, Wycofana zgoda, Cofnięta zgoda, Brak zgody, Czarna lista, Nie wysyłać SMS',
    'Zgoda marketingowa, Zgoda RODO, RODO, Wyraził zgodę',
  ],
  ru: [
    'Не звонить, Не беспокоить, Отписан, Отписался, Отказ от рассылки, Отказ, Чёрный список, ЧС, Рассылка запрещена, Не отправлять СМС, Стоп-лист, Отзыв согласия, Запрет, Не присылать, Нет согласия',
    'Согласие на обработку, Согласие на рассылку, Разрешить рассылку, Подписан',
  ],
  uk: [
    'Не дзвонити, Не турбувати, Відписаний, Відписався, Відмова, Чорний список, Не надсилати, Відписка від розсилки, Відмовився',
    'Згода, Згода на розсилку',
  ],
  el: ['Μην καλείτε, Απεγγραφή, Όχι επικοινωνία, Άρνηση, Μαύρη λίστα, Μην ενοχλείτε', 'Συγκατάθεση, Συναίνεση'],
  ar: [
    'عدم الاتصال, لا تتصل, لا يرغب بالتواصل, إلغاء الاشتراك, القائمة السوداء, رفض, ممنوع الاتصال, ملغي الاشتراك, الرجاء عدم الإزعاج',
    'موافقة, الموافقة على الرسائل',
  ],
  he: [
    'לא להתקשר, הסרה, הוסר מרשימת תפוצה, ביטול הרשמה, לא לשלוח, רשימה שחורה, סירוב, אל תתקשרו, לא לפנות',
    'אישור דיוור, הסכמה, אישור קבלת SMS, מאשר דיוור',
  ],
  hi: ['संपर्क न करें, कॉल न करें, सदस्यता समाप्त, परेशान न करें, डीएनडी, मना किया, असहमति, सदस्यता रद्द', 'सहमति, अनुमति'],
  th: [
    'ห้ามติดต่อ, ห้ามโทร, ไม่ต้องการรับข่าวสาร, ยกเลิกการรับข่าวสาร, ไม่ยินยอม, ปฏิเสธ, บัญชีดำ, ไม่รับ SMS, ยกเลิกรับ SMS, ไม่ให้ติดต่อ',
    'ยินยอม, ความยินยอม, อนุญาต, ยินยอม PDPA',
  ],
  vi: [
    'Không liên hệ, Không gọi, Từ chối, Hủy đăng ký, Không làm phiền, Danh sách đen, Không nhận tin nhắn, Từ chối nhận tin, Không đồng ý, Ngừng nhận tin, Huỷ đăng ký',
    'Đồng ý, Đồng ý nhận tin',
  ],
  zh: [
    '退订, 请勿联系, 拒绝接收, 免打扰, 黑名单, 拒收短信, 勿扰, 已退订, 不同意, 拒绝来电, 禁止联系, 不要联系, 取消订阅',
    '同意, 是否同意, 同意接收短信, 授权',
  ],
  'zh-Hant': [
    '退訂, 請勿聯絡, 拒絕接收, 勿擾, 黑名單, 拒收簡訊, 取消訂閱, 不同意, 請勿致電, 拒絕推銷, 拒絕行銷',
    '同意, 同意接收簡訊',
  ],
  ko: [
    '수신거부, 수신 거부, 연락 금지, 연락금지, 블랙리스트, 거부, 미동의, 문자수신거부',
    '수신동의, 수신 동의, 마케팅 동의, SMS 수신동의, 광고 수신 동의, 동의 여부, 마케팅 수신 동의 여부, 개인정보 동의',
  ],
  ja: [
    '配信停止, 電話不可, DM不可, 連絡不要, ブラックリスト, お断り, 営業電話お断り, 不同意, SMS拒否, 登録解除, 勧誘拒否',
    '同意, SMS配信可否, DM可否',
  ],
  id: [
    'Jangan hubungi, Berhenti langganan, Tidak mau dihubungi, Tolak, Menolak, Daftar hitam, Tidak bersedia, Tidak ingin menerima, Stop WA, Jangan ganggu',
    'Setuju, Persetujuan, Izin',
  ],
  sw: [
    'Usipige, Usipigie simu, Usiwasiliane, Amejitoa, Amekataa, Kataa ujumbe, Jiondoe, Asiwasilianwe',
    'Ridhaa, Idhini, Amekubali, Amekubali kupokea SMS',
  ],
  ha: [
    'Kada a kira, Kar a kira, Ya ki, Bai yarda ba, Kada a tuntuɓa, Kada a aika sako',
    'Yarda, Amincewa, Ya yarda, Izini',
  ],
  en: [
    'Do Not Call, DNC, Phone Opt Out, SMS Opt Out, Opted out of SMS, Unsubscribed from all, Unsubscribe reason, DoNotCall, Do not disturb, Stopped messages, Suppress, Suppression, Do not send, Consent withdrawn, Consent revoked at, No consent, Not opted in, Please do not contact, Never call, NDNC, DND, DND status, Opt-Out Status, unsub, Unsub date, optout, Blacklisted, On DNC list, Phone DNC, Is Unsubscribed, Do Not Market, Not to be contacted, No Call List, Do Not SMS, Do Not Send Marketing, Donotphone, donotphone, donotcontact, do-not-phone, DoNotPhone, Do not allow Phone Calls',
    'SMS Marketing Consent Status, Accepts Marketing, Accepts SMS Marketing, SMS Opt In, Subscribed, TCPA consent, TCPA, Consent given, Wants SMS, Can contact, Contactable, Marketing Opt-In, PDPA consent, NDPR consent, POPIA, POPIA consent, Marketing allowed, WhatsApp opt-in, Opt In Status, cust_marketing_opt_in, accepts_marketing, sms_consent_state, Customer Accepts SMS, marketing_optin, marketing_opt_in, whatsapp_optin, optin, WA Opt-in, Can be contacted?',
  ],
};

describe.each(Object.entries(headings))('a heading in %s', (_, [optOut = '', optIn = '']) => {
  test.each(optOut.split(', '))('%s asks who wants no messages', (heading) => {
    expect(consentKind(heading)).toBe('optOut');
  });
  test.each(optIn.split(', '))('%s asks who wants them', (heading) => {
    expect(consentKind(heading)).toBe('optIn');
  });
});

/** Of other columns: what is left to pay, when somebody was called, where a number is. */
const others = [
  'phone,Phone,Name,First Name,Last Name,Email,Company,City,Country,State,Notes,Comment,Tags,Labels,Created At,Updated At,Last Contacted,Last Contact,Last Call,Call Duration,Number of Calls,No of calls,No. of SMS sent,Contact No,Contact No.,Phone No,Mobile No.,S. No.,No,Sr No,Contact Owner,Contact name,Contact type,Messages Sent,Total messages,Last message,Last message at,Call outcome,Call attempts,SMS credit,Balance,Amount,Due Date,Language,Time zone,Gender,Age,Address,Order Number,Order ID,Total Spent,Total Orders,Note,Product,Subscription,Subscription end,Plan,Lead Source,Lead Owner,Marketing source,Marketing campaign,Promo code,Promotion,WhatsApp,WhatsApp Number,Telegram,Stop,Bus stop,Stop date,Next stop,Payment method,Blocked,Blocked amount,Refund,Refused,Number,Not paid,Not delivered,Never logged in,Preferred contact,Preferred contact time,Preferred channel,Best time to call,Call notes,Phone type,Phone 1 - Value,Phone 1 - Label,Group Membership,Name Prefix,Additional Name,Nickname,Birthday,Photo,Custom Field 1,Relation,Website',
  'Telefon,Handy,Mobil,Vorname,Nachname,Ort,PLZ,Straße,Kunde seit,Kundennummer,Rechnung Nr,Betrag,Fällig am,Anrede,Geburtsdatum,Bemerkung,Letzter Kontakt,Kontaktperson,Ansprechpartner,Sprache,Letzter Anruf,Anzahl Anrufe,Nicht bezahlt,Kein Guthaben,Vertrag,Mitglied seit,Kündigung,Vertrag gekündigt,Abo,Aktionscode,Gesamt',
  'Prénom,Nom,Téléphone,Ville,Code postal,Montant,Échéance,Civilité,Remarque,Langue,Client depuis,Dernier appel,Dernier contact,Non payé,N° client,Abonnement',
  'Nombre,Apellidos,Teléfono,Ciudad,Provincia,Importe,Vencimiento,No. de cliente,No. cuenta,No. de pedido,No pagado,Último contacto,Último mensaje,Fecha de baja,Baja,Alta,Observaciones,Móvil',
  'Nome,Sobrenome,Telefone,Celular,Cidade,Valor,Vencimento,Último contato,Não pago,Observação,CPF,CEP,Data de nascimento,Plano,Nº pedido',
  'Cognome,Telefono,Cellulare,Città,Importo,Scadenza,Non pagato,Ultimo contatto,Data di nascita,Codice fiscale',
  'Ad,Soyad,Telefon numarası,Şehir,Tutar,Son arama,Son mesaj,Doğum tarihi,Not,Notlar,Son görüşme,Adres,Kampanya',
  'Imię,Nazwisko,Numer telefonu,Miasto,Kwota,Termin,Data urodzenia,Nie zapłacono,Ostatni kontakt,Uwagi',
  'Имя,Фамилия,Телефон,Город,Сумма,Срок,Дата рождения,Последний звонок,Не оплачено,Примечание,Последнее сообщение,Номер заказа,Язык,Звонки',
  "Ім'я,Прізвище,Місто,Сума,Остання розмова,Примітка",
  'Όνομα,Επώνυμο,Τηλέφωνο,Πόλη,Ποσό,Σημειώσεις,Ημερομηνία',
  'الاسم,رقم الهاتف,المدينة,المبلغ,ملاحظات,تاريخ الميلاد,آخر رسالة,البلد,رقم الطلب',
  'שם,שם משפחה,טלפון,עיר,סכום,הערות,תאריך לידה,נייד',
  'नाम,फ़ोन,शहर,राशि,टिप्पणी,फोन नंबर',
  'ชื่อ,นามสกุล,เบอร์โทร,เบอร์โทรศัพท์,เมือง,จำนวนเงิน,หมายเหตุ,วันเกิด,โทรศัพท์,วันที่ติดต่อล่าสุด,วันส่ง,ผู้รับ',
  'Tên,Họ,Số điện thoại,Thành phố,Số tiền,Ghi chú,Ngày sinh,Người liên hệ,Số liên hệ,Lần gọi cuối',
  '姓名,电话,手机,手机号,城市,金额,备注,生日,联系人,联系电话,联系方式,最后联系时间,订单号,地址,短信数',
  '電話,手機,聯絡人,聯絡電話,金額,備註',
  '이름,전화번호,휴대폰,휴대전화,도시,금액,비고,생년월일,연락처,주소,주문번호,최근 연락일',
  '氏名,電話番号,携帯,携帯電話,市区町村,金額,備考,生年月日,連絡先,住所,注文番号,最終連絡日,営業担当,登録日,会員番号,電話可能時間帯',
  'Nama,Nomor HP,No HP,No. HP,No Telepon,No. Telepon,Kota,Jumlah,Catatan,Tanggal lahir,Alamat,Kontak,Kontak darurat,Pesan terakhir',
  'Jina,Simu,Nambari ya simu,Mji,Kiasi,Maelezo',
  'Suna,Lambar waya,Gari,Adadi',
];

test.each(others.flatMap((list) => list.split(',')).filter((heading) => !heading.startsWith('Subscription')))(
  '%s asks neither',
  (heading) => {
    expect(consentKind(heading)).toBe(undefined);
  },
);

/** By language: a yes, and a no. */
const answers = {
  hi: ['हाँ, हां, जी हाँ', 'नहीं, ना'],
  th: ['ใช่, มี, ยินยอม', 'ไม่, ไม่ใช่, ไม่ยินยอม'],
  vi: ['Có, Đúng, Đồng ý', 'Không, Sai, Không đồng ý'],
  zh: ['是, 对, 同意, 有, 真', '否, 不, 不同意, 无, 假, 没有'],
  ko: ['예, 네, 동의, 동의함', '아니오, 아니요, 미동의, 거부, 동의안함'],
  he: ['כן, אמת', 'לא, שקר'],
  el: ['Ναι, ΝΑΙ, ΑΛΗΘΗΣ', 'Όχι, ΟΧΙ, ΨΕΥΔΗΣ'],
  ar: ['نعم, صحيح, موافق', 'لا, خطأ, كلا, غير موافق'],
  uk: ['Так, ІСТИНА', 'Ні, ХИБНІСТЬ'],
  tr: ['Evet, DOĞRU, Var', 'Hayır, HAYIR, YANLIŞ, Yok'],
  pl: ['Tak, PRAWDA', 'Nie, FAŁSZ, brak'],
  cs: ['ano, PRAVDA', 'ne, NEPRAVDA'],
  sw: ['Ndiyo, Ndio', 'Hapana'],
  ha: ['Eh, Ee', "A'a"],
  de: ['zugestimmt, erteilt', 'verweigert, widerrufen, nicht erteilt'],
  en: [
    'Consented, Given, Checked',
    'Not given, Not consented, No consent, Withdrawn on 2026-11-20, Do not contact, PENDING',
  ],
};

test.each(Object.entries(answers))('a cell in %s says who agreed and who did not', (_, [yes = '', no = '']) => {
  for (const cell of yes.split(', ')) expect([cell, mayContact('optIn', cell)]).toEqual([cell, true]);
  for (const cell of no.split(', ')) expect([cell, mayContact('optIn', cell)]).toEqual([cell, false]);
});

test.each([
  ['이메일 수신동의', undefined],
  ['文字수신동의', 'optIn'],
  ['Correo: no enviar', undefined],
  ['Baja marketing (correo y SMS)', 'optOut'],
  ['E-posta izni', undefined],
  ['Email/SMS Opt-out', 'optOut'],
  ['Opt-out (E-Mail, Telefon)', 'optOut'],
  ['邮件退订', undefined],
  ['電話・メール配信停止', 'optOut'],
  ['メルマガ停止', undefined],
])('of mail alone is nothing about telephones: %s is %s', (heading, kind) => {
  expect(consentKind(heading)).toBe(kind);
});

test('a T is a no in Indonesia, beside a Y, and true elsewhere', () => {
  const asked = [mayContact('optIn', 'T', 'Setuju WA'), mayContact('optOut', 'T', 'Jangan dihubungi')];
  expect([...asked, mayContact('optIn', 't', 'sms_consent')]).toEqual([false, true, true]);
});

test('who has not been reached yet has not refused', () => {
  for (const cell of ['Not contacted', 'No answer', 'Call declined', 'nicht erreicht', 'No contestó'])
    expect([cell, mayContact('status', cell)]).toEqual([cell, undefined]);
  for (const cell of [
    'Do not contact',
    'No consent',
    'Non-consented',
    'Désabonné',
    'Descadastrado',
    '退订',
    'Non-marketing contact',
    '수신거부',
  ])
    expect([cell, mayContact('status', cell)]).toEqual([cell, false]);
});

test.each(['+62 812-3456-7890', '0812 3456 7890', '628123456789', 'https://example.com/u/4711'])(
  '%s says nothing: `No WhatsApp` is where Indonesia writes a number',
  (cell) => {
    expect([mayContact('optOut', cell), isTime(cell)]).toEqual([undefined, false]);
  },
);

test.each(['2026-11-23', '23.11.2026 10:15', '1763900000', '1763900000000', '20261123101500', '23 nov. 2026'])(
  '%s says when it was so',
  (cell) => {
    expect([mayContact('optOut', cell), mayContact('optIn', cell)]).toEqual([false, true]);
  },
);

test('the program that is built knows them as well: a bundler writes letters in its own way', () => {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-words-'));
  const columns = { Απεγγραφή: 'Ναι', 拒收簡訊: '是', ห้ามโทร: 'ใช่', 'Từ chối': 'Có', सहमति: 'नहीं' };
  writeFileSync(
    join(folder, 'campaign.yaml'),
    `campaign: spring
timezone: Africa/Lagos
account: { appId: spring-app }
audiences:
  members: { file: members.csv, key: phone }
steps:
  code: { uses: otp.send, forEach: members, with: { templateId: 31 } }
`,
  );
  const row = ['2348030000001', ...Object.values(columns)].join();
  writeFileSync(
    join(folder, 'members.csv'),
    `${['phone', ...Object.keys(columns)].join()}\n${row}\n2348030000002,,,,,हाँ\n`,
  );
  const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
  const { stdout } = spawnSync(process.execPath, [main, 'check', 'campaign.yaml'], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(
    [...stdout.matchAll(/CS6047 1 recipient has (?:opted out|not agreed) by `(.*?)`/g)].map(([, name]) => name),
  ).toEqual(Object.keys(columns));
});

test.each([
  ['Opted Out', 'optOut'],
  ['DNC', 'optOut'],
  ['do_not_contact', 'optOut'],
  ['No SMS', 'optOut'],
  ['STOP', 'optOut'],
  ['Stopped', 'optOut'],
  ['Opted-out', 'optOut'],
  ['Nicht anrufen', 'optOut'],
  ['Robinsonliste', 'optOut'],
  ['Robinson', 'optOut'],
  ['Kein Kontakt erlaubt', 'optOut'],
  ['Não perturbe', 'optOut'],
  ['Não aceita SMS', 'optOut'],
  ['Descadastrado', 'optOut'],
  ['Baja marketing', 'optOut'],
  ['Dado de baja', 'optOut'],
  ['Einwilligung', 'optIn'],
  ['Werbung erlaubt', 'optIn'],
  ['Kontakt erlaubt?', 'optIn'],
  ['WhatsApp_erlaubt', 'optIn'],
  ['Darf kontaktiert werden', 'optIn'],
  ['Darf angerufen werden', 'optIn'],
  ['DSGVO', 'optIn'],
  ['DSGVO-Einwilligung', 'optIn'],
  ['GDPR', 'optIn'],
  ['LGPD', 'optIn'],
  ['Aceita WhatsApp', 'optIn'],
  ['Aceita receber mensagens', 'optIn'],
  ['Aceita mensagens', 'optIn'],
  ['Aceita SMS', 'optIn'],
  ['Permission', 'optIn'],
  ['Marketing permission', 'optIn'],
  ['Marketing consent', 'optIn'],
  ['Marketing allowed', 'optIn'],
  ['WhatsApp ok', 'optIn'],
  ['SMS ok', 'optIn'],
  ['Accepts SMS Marketing', 'optIn'],
  ['smsOptIn', 'optIn'],
  ['WhatsApp Status', 'status'],
  ['subscriptionState', 'status'],
  ['Estado', 'status'],
  ['smsMarketingConsent', 'optIn'],
  ['GDPRConsent', 'optIn'],
  ['hasOptedOut', 'optOut'],
  ['isUnsubscribed', 'optOut'],
  ['DNCFlag', 'optOut'],
  ['acceptsWhatsApp', 'optIn'],
  ['HasOptedOutOfEmail', undefined],
  ['emailOptOut', undefined],
  ['Согласие', 'optIn'],
  ['Не звонить', 'optOut'],
  ['Zgoda na SMS', 'optIn'],
  ['Nie dzwonić', 'optOut'],
  ['SMS İzni', 'optIn'],
  ['Newsletter subscribed', undefined],
  ['Stop', undefined],
  ['Gekündigt', undefined],
  ['Baja', undefined],
  ['Werbung nicht erlaubt', 'optOut'],
  ['GDPR deletion asked', undefined],
  ['Permissions', undefined],
  ['メール配信停止', undefined],
  ['電話可能時間帯', undefined],
  ['同意', 'optIn'],
  ['Tidak setuju', 'optOut'],
  ['Bersedia dihubungi', 'optIn'],
  ['会員ステータス', 'status'],
  ['Contact', undefined],
])('%s is %s', (heading, kind) => {
  expect(consentKind(heading)).toBe(kind);
});

test('some words say it themselves, whatever the heading asks', () => {
  for (const kind of ['optIn', 'optOut'] as const) {
    for (const word of ['UNSUBSCRIBED', 'never_subscribed', 'opted out', 'opt-out', 'denied', 'STOP'])
      expect(mayContact(kind, word)).toBe(false);
    for (const word of ['Subscribed', 'opted-in', 'OptIn']) expect(mayContact(kind, word)).toBe(true);
  }
});

test.each([
  ['WAHR', 'FALSCH'],
  ['VRAI', 'FAUX'],
  ['VERDADERO', 'FALSO'],
  ['VERO', 'FALSO'],
  ['VERDADEIRO', 'FALSO'],
  ['PRAWDA', 'FAŁSZ'],
  ['WAAR', 'ONWAAR'],
  ['ИСТИНА', 'ЛОЖЬ'],
  ['DOĞRU', 'YANLIŞ'],
  ['SANT', 'FALSKT'],
  ['Evet', 'Hayır'],
  ['t', 'f'],
  ['1.0', '0.0'],
  ['☑', '☐'],
  ['Ναι', 'Όχι'],
  ['s\u00ed', 'na\u0303o'],
  ['yes\u200b', 'no\u200b'],
])('%j and %j are answers', (agreed, refused) => {
  expect([mayContact('optIn', agreed), mayContact('optIn', refused)]).toEqual([true, false]);
  expect([mayContact('optOut', agreed), mayContact('optOut', refused)]).toEqual([false, true]);
});

test('a time says that it was so, and an unknown word says nothing', () => {
  expect(mayContact('optIn', '2026-11-23')).toBe(true);
  expect(mayContact('optOut', '23.11.2026')).toBe(false);
  expect(mayContact('optOut', 'perhaps')).toBe(undefined);
  // MySQL has it for no time.
  expect(mayContact('optIn', '0000-00-00 00:00:00')).toBe(false);
});
