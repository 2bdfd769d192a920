import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assumptions } from '../src/service/assumptions.ts';
import { checkRequest, firstViolation, ruleById, rules, rulesEarning } from '../src/service/check-request.ts';
import { operationIds } from '../src/service/operation-id.ts';
import { parameterCode } from '../src/service/rules/tables.ts';
import { statusOf } from '../src/service/statuses.ts';
import { requests } from './rig/service-requests.ts';

type Shape = keyof typeof requests;

/** Ids of the rules that some example below has broken. */
const broken = new Set<string>();

/** What the service would answer to the shape's right request with the value at `path` put in place of the right one. */
function answerTo(shape: Shape, path: string, value: unknown): { status?: string; rule?: string } {
  const { operation, body } = requests[shape];
  const violation = firstViolation(operation, put(body, path.split('.'), value));
  if (violation !== undefined) broken.add(violation.rule);
  return violation === undefined ? {} : { status: violation.status, rule: violation.rule };
}

function put(body: unknown, path: readonly string[], value: unknown): unknown {
  const [name = '', ...rest] = path;
  const copy: Record<string, unknown> = Array.isArray(body) ? ([...body] as never) : { ...(body as object) };
  if (rest.length > 0) copy[name] = put(copy[name], rest, value);
  else if (value === undefined && !Array.isArray(copy)) delete copy[name];
  else copy[name] = value;
  return copy;
}

describe('a right request', () => {
  it.each(Object.keys(requests) as Shape[])('of the shape %s breaks no rule', (shape) => {
    const { operation, body } = requests[shape];
    expect(checkRequest(operation, body)).toEqual([]);
  });

  it('may have null wherever a field is optional', () => {
    const body = { appId: 'app1', templateId: 31, flowId: null, to: '2348000000001', channel: null, orderId: null };
    expect(checkRequest('otp.send', body)).toEqual([]);
  });

  it('may have a whole number as businessPhone, but not as recipient', () => {
    expect(answerTo('text', 'businessPhone', 2348000000001)).toEqual({});
    expect(answerTo('text', 'recipient', 2348000000001).status).toBe('-134');
  });

  it('may have fields that the document does not name', () => {
    expect(answerTo('otp', 'note', { any: 'thing' })).toEqual({});
    expect(answerTo('text', 'image', 'not looked at')).toEqual({});
  });

  it('for the balance has no body, so that none is wrong', () => {
    expect(checkRequest('sms.balance', undefined)).toEqual([]);
  });
});

/** What the document answers to the absence of a field, shape by shape. */
const required: Record<Shape, Record<string, string>> = {
  text: {
    appId: '-135',
    businessPhone: '-135',
    channelType: '-135',
    recipient: '-135',
    type: '-135',
    text: '-114',
    'text.body': '-115',
  },
  image: { image: '-116', 'image.link': '-117' },
  audio: { audio: '-118', 'audio.link': '-119' },
  video: { video: '-120', 'video.link': '-121' },
  sticker: { sticker: '-122', 'sticker.link': '-123' },
  document: { document: '-124', 'document.link': '-125', 'document.filename': '-135' },
  location: {
    location: '-127',
    'location.longitude': '-128',
    'location.latitude': '-129',
    'location.name': '-135',
    'location.address': '-135',
  },
  list: {
    interactive: '-135',
    'interactive.type': '-165',
    'interactive.header.type': '-135',
    'interactive.body': '-115',
    'interactive.body.text': '-114',
    'interactive.action': '-135',
    'interactive.action.button': '-135',
    'interactive.action.sections': '-135',
    'interactive.action.sections.0.title': '-135',
    'interactive.action.sections.0.rows': '-135',
    'interactive.action.sections.0.rows.0.id': '-135',
    'interactive.action.sections.0.rows.0.title': '-135',
  },
  button: {
    'interactive.header.type': '-135',
    'interactive.body': '-115',
    'interactive.body.text': '-114',
    'interactive.action': '-135',
    'interactive.action.buttons': '-135',
    'interactive.action.buttons.1.type': '-135',
    'interactive.action.buttons.1.reply': '-135',
    'interactive.action.buttons.1.reply.id': '-135',
    'interactive.action.buttons.1.reply.title': '-135',
  },
  locationRequest: {
    'interactive.body': '-115',
    'interactive.body.text': '-114',
    'interactive.action': '-135',
    'interactive.action.name': '-135',
  },
  carousel: {
    'interactive.body': '-330',
    'interactive.body.text': '-330',
    'interactive.action': '-135',
    'interactive.action.cards': '-305',
    'interactive.action.cards.0.card_index': '-306',
    'interactive.action.cards.0.type': '-307',
    'interactive.action.cards.0.header': '-308',
    'interactive.action.cards.0.header.type': '-309',
    'interactive.action.cards.0.header.image': '-310',
    'interactive.action.cards.0.header.image.link': '-310',
    'interactive.action.cards.1.header.video': '-310',
    'interactive.action.cards.1.header.video.link': '-310',
    'interactive.action.cards.0.body': '-329',
    'interactive.action.cards.0.body.text': '-311',
    'interactive.action.cards.0.action': '-312',
    'interactive.action.cards.0.action.name': '-313',
    'interactive.action.cards.0.action.parameters': '-314',
    'interactive.action.cards.0.action.parameters.display_text': '-315',
    'interactive.action.cards.0.action.parameters.url': '-316',
    'interactive.action.cards.1.action.buttons.1.type': '-318',
    'interactive.action.cards.1.action.buttons.1.quick_reply': '-319',
    'interactive.action.cards.1.action.buttons.1.quick_reply.id': '-320',
    'interactive.action.cards.1.action.buttons.1.quick_reply.title': '-321',
  },
  contacts: { contacts: '-135', 'contacts.0.name': '-135', 'contacts.0.name.formatted_name': '-135' },
  redialFile: {
    taskId: '-22',
    taskName: '-22',
    source: '-22',
    voiceFileId: '-22',
    'allowSendTime.0.strTime': '-22',
    'allowSendTime.0.endTime': '-22',
  },
  redialStream: { uploadName: '-22', baseFile: '-22' },
  redialSpeech: { text: '-38', lan: '-38' },
  redialWithSms: { smsAppId: '-22', smsContent: '-22' },
  redialToSeat: { sipGroupId: '-22', outboundControl: '-22', calloutRate: '-22', toSeatType: '-22', toSeatKey: '-22' },
  otp: { appId: '-22', templateId: '-22', to: '-22' },
  upload: { fileName: '-22', file: '-22' },
  pause: { appId: '-27', jobId: '-27' },
  agents: { current: '-22', size: '-22', params: '-22' },
  bindings: { current: '-22', size: '-22', params: '-22' },
  backfill: { appId: '-22', number: '-22', time: '-22' },
};

describe('a required field', () => {
  it.each(Object.keys(requests) as Shape[])('of the shape %s is missing when absent, null or empty', (shape) => {
    for (const [path, status] of Object.entries(required[shape])) {
      const right = valueAt(requests[shape].body, path);
      const absences = [
        undefined,
        null,
        ...(typeof right === 'string' ? ['', ' \t'] : Array.isArray(right) ? [[]] : []),
      ];
      for (const absence of absences) {
        const answer = answerTo(shape, path, absence);
        expect([path, answer.status, answer.rule?.split('.').at(-1)]).toEqual([path, status, 'required']);
      }
    }
  });

  it('that is required under a condition may be absent otherwise', () => {
    for (const name of [
      'voiceFileId',
      'uploadName',
      'baseFile',
      'text',
      'lan',
      'smsAppId',
      'sipGroupId',
      'toSeatKey',
    ]) {
      const shape = name === 'voiceFileId' ? 'redialStream' : 'redialFile';
      expect(answerTo(shape, name, undefined)).toEqual({});
    }
    const { body } = requests.redialToSeat;
    expect(checkRequest('voice.redial', { ...body, toSeatType: 1, toSeatKey: null })).toEqual([]);
  });
});

describe('a field of another type', () => {
  it.each(Object.keys(requests) as Shape[])('of the shape %s is refused as such', (shape) => {
    for (const path of pathsOf(requests[shape].body)) {
      const right = valueAt(requests[shape].body, path);
      for (const wrong of wrongFor(path, right)) {
        const answer = answerTo(shape, path, wrong);
        const status = path.endsWith('action.parameters') ? '-322' : parameterCode(requests[shape].operation);
        expect([path, wrong, answer.status, answer.rule?.split('.').at(-1)]).toEqual([path, wrong, status, 'type']);
      }
    }
  });

  it('may be the body itself', () => {
    for (const { operation } of Object.values(requests)) {
      for (const body of [undefined, null, [], 'text', 5]) {
        const violation = firstViolation(operation, body);
        expect([violation?.path, violation?.status]).toEqual([[], parameterCode(operation)]);
        broken.add(violation?.rule ?? '');
      }
    }
  });
});

const link = (length: number) => 'https://a.example/'.padEnd(length, 'x');
const first = 'interactive.action.cards.0';
const second = 'interactive.action.cards.1';
const reply = `${second}.action.buttons.1.quick_reply`;
const card = (index: number) => ({ ...(valueAt(requests.carousel.body, first) as object), card_index: index });
const button = (id: number) => ({ type: 'reply', reply: { id: `b${id}`, title: `Button ${id}` } });
const period = { strTime: '00:00', endTime: '23:59' };
const emoji = '👋';

/** Shape, field, what earns the status, and what is just right: the boundary from both sides. */
type Limit = readonly [
  shape: Shape,
  path: string,
  status: string,
  wrong: readonly unknown[],
  right: readonly unknown[],
];

const limits: readonly Limit[] = [
  ['text', 'businessPhone', '-95', ['+2348000000001', '234 800', 'x', '２３４'], ['2348000000001']],
  ['text', 'businessPhone', '-93', ['1'.repeat(16), 1e15], ['1'.repeat(15), 1e14]],
  ['text', 'businessPhone', '-94', ['1'.repeat(6), 0], ['1'.repeat(7), 1e6]],
  ['text', 'channelType', '-112', [1, -1], [0]],
  ['text', 'recipient', '-72', ['+2348000000002', '234-800', '23480000000e2'], ['2348000000002']],
  ['text', 'recipient', '-70', ['1'.repeat(16)], ['1'.repeat(15)]],
  ['text', 'recipient', '-71', ['1'.repeat(6)], ['1'.repeat(7)]],
  ['text', 'type', '-132', ['Text', 'template', 'constructor', '__proto__'], ['text']],
  ['text', 'text.body', '-134', ['x'.repeat(4097), emoji.repeat(4097)], ['x'.repeat(4096), emoji.repeat(4096)]],
  ...(['image', 'audio', 'video', 'sticker', 'document'] as const).map(
    (type): Limit => [
      type,
      `${type}.link`,
      '-133',
      [
        'ftp://a.example/x',
        'a.example/x',
        'https://',
        'https:///x',
        'https://a b',
        '//a',
        'javascript:0',
        ' https://a',
      ],
      ['http://a', 'HTTPS://A.EXAMPLE:1/x?y#z', link(5000)],
    ],
  ),
  ['list', 'interactive.type', '-165', ['List', 'product', 'toString'], ['list']],
  ['list', 'interactive.header.type', '-134', ['image'], ['text']],
  ['list', 'interactive.action.sections.0.rows.0.id', '-134', ['x'.repeat(201)], ['x'.repeat(200), emoji.repeat(200)]],
  ['list', 'interactive.action.sections.0.rows.0.title', '-134', ['x'.repeat(25)], ['x'.repeat(24)]],
  ['list', 'interactive.action.sections.0.rows.0.description', '-134', ['x'.repeat(73)], ['x'.repeat(72), '']],
  ['button', 'interactive.header.type', '-134', ['image'], ['text']],
  ['button', 'interactive.action.buttons', '-134', [[1, 2, 3, 4].map(button)], [[1, 2, 3].map(button), [button(1)]]],
  ['button', 'interactive.action.buttons.0.type', '-134', ['url', 'Reply'], ['reply']],
  ['button', 'interactive.action.buttons.1.reply.id', '-134', ['x'.repeat(257)], ['x'.repeat(256)]],
  ['button', 'interactive.action.buttons.1.reply.id', '-134', ['yes'], ['Yes', 'yes ']],
  ['button', 'interactive.action.buttons.1.reply.title', '-134', ['x'.repeat(21)], ['x'.repeat(20), emoji.repeat(20)]],
  ['button', 'interactive.action.buttons.1.reply.title', '-134', ['Yes'], ['yes']],
  ['locationRequest', 'interactive.action.name', '-134', ['location'], ['send_location']],
  ['carousel', 'interactive.header', '-304', [{ type: 'text' }, '', 0], [undefined, null]],
  ['carousel', 'interactive.footer', '-304', [{ text: 'x' }, []], [undefined, null]],
  ['carousel', 'interactive.body.text', '-330', ['x'.repeat(1025)], ['x'.repeat(1024)]],
  [
    'carousel',
    'interactive.action.cards',
    '-305',
    [[card(0)], Array.from({ length: 11 }, (_, index) => card(index))],
    [[card(0), card(1)], [card(1), card(0)], Array.from({ length: 10 }, (_, index) => card(index))],
  ],
  ['carousel', `${first}.card_index`, '-306', [-1, 10, 3, 1, 2], [0]],
  ['carousel', 'interactive.action.cards.2.card_index', '-306', [0, 1, 3, 9], [2]],
  ['carousel', `${first}.type`, '-307', ['quick_reply', 'CTA_URL'], ['cta_url']],
  ['carousel', `${first}.header.type`, '-309', ['text', 'document'], ['image']],
  ['carousel', `${first}.header.image.link`, '-310', [link(1501), 'ftp://a', 'x'], [link(1500)]],
  ['carousel', `${second}.header.video.link`, '-310', [link(1501), 'ftp://a', 'x'], [link(1500)]],
  ['carousel', `${first}.body.text`, '-311', ['x'.repeat(161)], ['x'.repeat(160)]],
  ['carousel', `${first}.action.name`, '-313', ['quick_reply'], ['cta_url']],
  ['carousel', `${second}.action.name`, '-313', ['quick_reply'], ['cta_url']],
  ['carousel', `${first}.action.parameters`, '-314', [{}, null], [{ display_text: 'x', url: 'http://a' }]],
  ['carousel', `${first}.action.parameters`, '-322', ['x', 5, ['x']], []],
  ['carousel', `${first}.action.parameters.display_text`, '-315', ['x'.repeat(21)], ['x'.repeat(20)]],
  ['carousel', `${first}.action.parameters.url`, '-316', [link(1501), 'tel:1', 'a.example'], [link(1500)]],
  ['carousel', `${first}.action.buttons`, '-331', [[], [{}], 'x'], [null, undefined]],
  ['carousel', `${second}.action.parameters`, '-331', [{ display_text: 'x', url: 'http://a' }], [null]],
  [
    'carousel',
    `${second}.action.buttons`,
    '-317',
    [[], ['a', 'b', 'c'].map((id) => ({ type: 'quick_reply', quick_reply: { id, title: id } }))],
    [[{ type: 'quick_reply', quick_reply: { id: 'a', title: 'a' } }]],
  ],
  ['carousel', `${second}.action.buttons.0.type`, '-318', ['reply', 'url'], ['quick_reply']],
  ['carousel', `${reply}.id`, '-320', ['x'.repeat(21)], ['x'.repeat(20)]],
  ['carousel', `${reply}.id`, '-320', ['blue'], ['Blue']],
  ['carousel', 'interactive.action.cards.2.action.buttons.0.quick_reply.id', '-320', ['blue', 'none'], ['red']],
  ['carousel', `${reply}.title`, '-321', ['x'.repeat(21)], ['x'.repeat(20)]],
  ['carousel', `${reply}.title`, '-321', ['Blue'], ['blue']],
  ['carousel', 'interactive.action.cards.2.action.buttons.0.quick_reply.title', '-321', ['Blue', 'None'], ['Red']],
  [
    'contacts',
    'contacts.0.birthday',
    '-134',
    ['2001-02-29', '1900-02-29', '2000-13-01', '2000-04-31', '2000-4-3', '01.02.2000', ''],
    ['2000-02-29', '2024-12-31'],
  ],
  ['contacts', 'contacts.0.addresses.0.type', '-134', ['CELL', 'home'], ['HOME', 'WORK']],
  ['contacts', 'contacts.0.emails.0.type', '-134', ['CELL', 'home'], ['HOME', 'WORK']],
  ['contacts', 'contacts.0.phones.0.type', '-134', ['FAX', 'cell'], ['CELL', 'MAIN', 'IPHONE', 'HOME', 'WORK']],
  ['contacts', 'contacts.0.urls.0.type', '-134', ['CELL', 'home'], ['HOME', 'WORK']],
  ['redialFile', 'taskId', '-22', ['1001', 1.5, 2 ** 53], [0, 2 ** 53 - 1]],
  ['redialFile', 'source', '-22', [0, 4], [1]],
  ['redialStream', 'baseFile', '-22', ['SUQzBA=', 'SUQz BA==', 'SUQz-_==', '=SUQ', 'SUQzB==='], ['SUQz', 'SUQzBA==']],
  ['redialFile', 'speakingRate', '-22', [0.24, 4.01, Number.NaN], [0.25, 4, 1]],
  ['redialFile', 'ssmlGender', '-22', [0, 3], [1, 2, null]],
  ['redialFile', 'delayPlay', '-22', [-1, 1000], [0, 999]],
  ['redialFile', 'delayHangup', '-22', [-1, 1000], [0, 999]],
  ['redialFile', 'maxRingingTime', '-22', [19, 121], [20, 120]],
  [
    'redialFile',
    'sendTime',
    '-22',
    ['2026-02-29 09:00:00', '2026-11-23', '2026-11-23T09:00:00Z', '2026-11-23 24:00:00', 'now'],
    ['2026-11-23 09:00:00', '2026-11-23T23:59:59', '2028-02-29 09:00', null],
  ],
  ['redialFile', 'allowSendTime', '-22', [[period, period, period, period]], [[period, period, period], [], null]],
  ['redialFile', 'allowSendTime.0.strTime', '-22', ['9:30', '24:00', '09:60', '09:30:00'], ['00:00', '23:59']],
  ['redialFile', 'allowSendTime.0.endTime', '-22', ['9:30', '24:00', '09:60', '09:30:00'], ['00:00', '23:59']],
  ...(['hangUpSms', 'feedbackPush', 'successPush', 'failedPush', 'ringPush', 'toSeat'] as const).map(
    (name): Limit => ['redialFile', name, '-22', [2, -1], [0]],
  ),
  ['redialFile', 'feedbackValue', '-22', ['10', 'x', ''], ['0', '9']],
  ['redialToSeat', 'outboundControl', '-22', [0, 2], [1]],
  ['redialToSeat', 'toSeatType', '-22', [0, 3], [1, 2]],
  ['otp', 'appId', '-22', ['abc', 'x'.repeat(33), emoji.repeat(3)], ['abcd', 'x'.repeat(32), emoji.repeat(32)]],
  ['otp', 'to', '-22', ['+23480000001', '234 8000 0001'], ['23480000001']],
  ['otp', 'to', '-22', ['1'.repeat(9), '1'.repeat(15)], ['1'.repeat(10), '1'.repeat(14)]],
  ['otp', 'channel', '-22', ['SMS', 'whatsapp', ''], ['sms', 'call', 'sna']],
  ['otp', 'orderId', '-22', ['x'.repeat(65)], ['x'.repeat(64), '']],
  ['upload', 'fileName', '-22', ['.mp3', `${'x'.repeat(29)}.mp3`], ['a.mp3', `${'x'.repeat(28)}.mp3`]],
  [
    'upload',
    'fileName',
    '-22',
    ['spring.ogg', 'spring.MP3', 'spring.mp3.exe', 'mp3-spring'],
    ['a.m4a', 'a.wav', 'a.b.mp3'],
  ],
  ['upload', 'file', '-22', ['SUQzBA', 'data:audio/mp3;base64,SUQz', 'SUQz\nBA=='], ['SUQzBA==', 'SUQzBAA=']],
  ['agents', 'current', '-22', [0, -1], [1, 100_000]],
  ['agents', 'size', '-22', [0, 101], [1, 100]],
  ['agents', 'params.enable', '-22', [2, -1], [0, 1]],
  ['agents', 'params.status', '-22', [0, 6], [1, 2, 3, 4, 5]],
  ['bindings', 'current', '-22', [0, -1], [1]],
  ['bindings', 'size', '-22', [0, 101], [1, 100]],
  ['bindings', 'params', '-22', [null, undefined], [{}, { appId: null }]],
  ['backfill', 'number', '-22', ['234 800', '++234', 'x'], ['+2348000000001', '2348000000001']],
];

describe('a limit', () => {
  it.each(limits)('in the shape %s of %s earns %s, and only when it is passed', (shape, path, status, wrong, right) => {
    for (const value of wrong) expect([value, answerTo(shape, path, value).status]).toEqual([value, status]);
    for (const value of right) expect([value, answerTo(shape, path, value)]).toEqual([value, {}]);
  });
});

describe('the rules', () => {
  it('have ids of their own, and each is broken by an example here', () => {
    const ids = rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !broken.has(id))).toEqual([]);
    expect([...broken].filter((id) => ruleById(id) === undefined)).toEqual([]);
  });

  it('earn only statuses that the document lists, or that an assumption names', () => {
    const free = rules.filter(({ operation, status }) => statusOf(operation, status) === undefined);
    expect(new Set(free.map(({ assumption }) => assumption))).toEqual(new Set(['backfill.codes', 'backfill.number']));
  });

  it('point to assumptions that exist', () => {
    const ids = assumptions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const named = rules.flatMap(({ assumption }) => assumption ?? []);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('can be asked for by the status that they earn', () => {
    expect(rulesEarning('whatsapp.send', '-133').map(({ id }) => id)).toEqual([
      'whatsapp.image.link.format',
      'whatsapp.audio.link.format',
      'whatsapp.video.link.format',
      'whatsapp.document.link.format',
      'whatsapp.sticker.link.format',
    ]);
    expect(ruleById('otp.orderId.length')).toEqual({
      id: 'otp.orderId.length',
      operation: 'otp.send',
      field: 'orderId',
      status: '-22',
      text: 'must be at most 64 characters long',
      section: 'Verification (OTP) request',
    });
  });
});

describe('violations', () => {
  it('come in the order of the document, with words that repeat no number', () => {
    const body = { appId: '', businessPhone: '+234', channelType: 1, recipient: 2348000000002, type: 'text', text: {} };
    expect(checkRequest('whatsapp.send', body)).toEqual([
      { path: ['appId'], status: '-135', rule: 'whatsapp.appId.required', message: 'appId is required.' },
      {
        path: ['businessPhone'],
        status: '-95',
        rule: 'whatsapp.businessPhone.format',
        message: 'businessPhone must consist of digits.',
        hint: 'Write the country code and the number without a plus sign, blanks or hyphens.',
      },
      {
        path: ['channelType'],
        status: '-112',
        rule: 'whatsapp.channelType.oneOf',
        message: 'channelType must be 0.',
      },
      {
        path: ['recipient'],
        status: '-134',
        rule: 'whatsapp.recipient.type',
        message: 'recipient must be a String; it is a whole number.',
        hint: 'Write it in quotes.',
      },
      {
        path: ['text', 'body'],
        status: '-115',
        rule: 'whatsapp.text.body.required',
        message: 'text.body is required.',
      },
    ]);
  });

  it('say where in a list they are, and how far off', () => {
    const body = put(requests.button.body, ['interactive', 'action', 'buttons', '1', 'reply', 'title'], 'x'.repeat(23));
    expect(checkRequest('whatsapp.send', body)).toEqual([
      {
        path: ['interactive', 'action', 'buttons', 1, 'reply', 'title'],
        status: '-134',
        rule: 'whatsapp.interactive.button.action.buttons.item.reply.title.length',
        message: 'interactive.action.buttons[1].reply.title must be at most 20 characters long; it has 23.',
      },
    ]);
  });

  it('are a hundred at most, however hostile the body', () => {
    const rows = Array.from({ length: 100_000 }, () => ({}));
    const body = put(requests.list.body, ['interactive', 'action', 'sections', '0', 'rows'], rows);
    expect(checkRequest('whatsapp.send', body)).toHaveLength(100);
    const cards = Array.from({ length: 100_000 }, () => card(0));
    expect(
      firstViolation('whatsapp.send', put(requests.carousel.body, ['interactive', 'action', 'cards'], cards)),
    ).toEqual({
      path: ['interactive', 'action', 'cards'],
      status: '-305',
      rule: 'whatsapp.interactive.carousel.action.cards.count',
      message: 'interactive.action.cards must have 2 to 10 items; there are 100000.',
    });
  });

  it('are found in whatever JSON comes, never thrown', () => {
    const shapes = Object.values(requests).map(({ operation, body }) => ({ operation, body, paths: pathsOf(body) }));
    const edits = fc.array(fc.tuple(fc.nat(), fc.jsonValue({ maxDepth: 3 })), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...shapes), edits, ({ operation, body, paths }, made) => {
        const at = (index: number) => (paths[index % paths.length] ?? '').split('.');
        const edited = made.reduce<unknown>((before, [index, value]) => edit(before, at(index), value), body);
        const found = checkRequest(operation, edited);
        expect(firstViolation(operation, edited)).toEqual(found[0]);
        for (const { rule, status } of found) expect(ruleById(rule)?.status).toBe(status);
      }),
      { numRuns: 1000, seed: 20211 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...operationIds), fc.jsonValue(), (operation, body) => {
        expect(Array.isArray(checkRequest(operation, body))).toBe(true);
      }),
      { numRuns: 1000, seed: 20211 },
    );
  });
});

function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => (value as Record<string, unknown>)[name], body);
}

/** As `put`, unless an earlier edit has taken the place away. */
function edit(body: unknown, path: readonly string[], value: unknown): unknown {
  try {
    return put(body, path, value);
  } catch {
    return body;
  }
}

/** Every place in a body, from the outside in. */
function pathsOf(body: unknown, at = ''): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return [path, ...pathsOf(value, path)];
  });
}

function wrongFor(path: string, right: unknown): readonly unknown[] {
  if (path === 'businessPhone') return [true, 1.5, -1, {}];
  if (typeof right === 'string') return [5, true, {}, ['x']];
  if (typeof right === 'number') return path === 'speakingRate' ? ['1', {}] : ['5', 1.5, {}, false];
  if (Array.isArray(right)) return ['x', 5, { 0: 'x' }];
  return path.endsWith('action.parameters') ? ['x', ['x']] : ['x', 5, ['x']];
}
