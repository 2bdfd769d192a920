import type { WorldInput } from '../../src/sandbox/world/world-input.gen.ts';
import type { OperationId } from '../../src/service/operations/operations.ts';
import { interactiveTo, textTo } from './sandbox.ts';

/** How one of the listed statuses comes about: by behaviour of the document's rules, or because a fault scripts it. */
export type Recipe = 'scripted' | Behaviour;

export interface Behaviour {
  /** In words, for the table in `docs/sandbox.md`. */
  readonly how: string;
  readonly body?: unknown;
  /** Laid over the right headers. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly world?: WorldInput;
  /** Bodies of the same operation that come first. */
  readonly before?: readonly unknown[];
}

const right: Readonly<Record<OperationId, Readonly<Record<string, unknown>> | undefined>> = {
  'whatsapp.send': textTo('2348030000001'),
  'voice.redial': { taskId: 1001, taskName: 'again', source: 1, voiceFileId: 'f' },
  'otp.send': { appId: 'sandbox-app', templateId: 31, to: '2348030000001' },
  'audio.upload': { fileName: 'a.mp3', file: 'SUQzBA==' },
  'aivoice.pause': { appId: 'sandbox-app', jobId: 2001 },
  'sms.balance': undefined,
  'agents.list': { current: 1, size: 10, params: {} },
  'axb.list': { current: 1, size: 10, params: {} },
  'sms.backfill': { appId: 'sandbox-app', number: '2348030000001', time: '1795420800' },
};

const deny: WorldInput = { ip: { deny: ['127.0.0.1'] } };

/** What every operation can be asked wrongly, with its own codes for it. */
function general(
  operation: OperationId,
  codes: { readonly ip: string; readonly time: string },
): Record<string, Behaviour> {
  const body = right[operation];
  return {
    '-1': { how: 'a wrong signature, an unknown key', body, headers: { Sign: 'wrong' } },
    [codes.ip]: { how: 'an address that the world denies', body, world: deny },
    [codes.time]: { how: 'a timestamp older or newer than allowed', body, headers: { Timestamp: '1' } },
  };
}

/** A message of another type, with the content given. */
function message(type: string, content: Readonly<Record<string, unknown>>): unknown {
  const { text: _, ...rest } = textTo('2348030000001');
  return { ...rest, type, ...content };
}

function without(body: unknown, field: string): unknown {
  const { [field]: _, ...rest } = body as Record<string, unknown>;
  return rest;
}

const url = { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://shop.example/' } };
const reply = (id: string, title = id): unknown => ({ type: 'quick_reply', quick_reply: { id, title } });

function card(index: number): Record<string, unknown> {
  return {
    card_index: index,
    type: 'cta_url',
    header: { type: 'image', image: { link: 'https://cdn.example/a.jpg' } },
    body: { text: 'Gold' },
    action: url,
  };
}

/** A carousel of two right cards, the first changed. */
function carousel(first: Readonly<Record<string, unknown>>, rest: Readonly<Record<string, unknown>> = {}): unknown {
  const action = { cards: [{ ...card(0), ...first }, card(1)] };
  return interactiveTo('2348030000001', { type: 'carousel', body: { text: 'Three ways' }, action, ...rest });
}

function field(how: string, body: unknown): Behaviour {
  return { how, body };
}

const text = right['whatsapp.send'];
const location = { longitude: '3.3', latitude: '6.5', name: 'Office', address: '1 Marina' };

const whatsapp: Readonly<Record<string, Recipe>> = {
  '-68': { how: 'a price above what is left', body: text, world: { money: { balance: 0, gift: 0 } } },
  '-69': field('a recipient without a price', { ...text, recipient: '35312345678' }),
  '-70': field('a recipient of more than 15 digits', { ...text, recipient: '2348030000001000' }),
  '-71': field('a recipient of fewer than 7 digits', { ...text, recipient: '23480' }),
  '-72': field('a recipient with other than digits', { ...text, recipient: '+2348030000001' }),
  '-93': field('a businessPhone of more than 15 digits', { ...text, businessPhone: '2348000000001000' }),
  '-94': field('a businessPhone of fewer than 7 digits', { ...text, businessPhone: '23480' }),
  '-95': field('a businessPhone with other than digits', { ...text, businessPhone: '+2348000000001' }),
  '-96': field('a businessPhone that the world does not have', { ...text, businessPhone: '2348000000009' }),
  '-97': {
    how: 'a businessPhone whose state is abnormal',
    body: text,
    world: { businessNumbers: [{ number: '2348000000001', state: 'abnormal' }] },
  },
  '-112': field('a channelType other than 0', { ...text, channelType: 1 }),
  '-114': field('no text', without(text, 'text')),
  '-115': field('a text without body', { ...text, text: {} }),
  '-116': field('no image', message('image', {})),
  '-117': field('an image without link', message('image', { image: {} })),
  '-118': field('no audio', message('audio', {})),
  '-119': field('an audio without link', message('audio', { audio: {} })),
  '-120': field('no video', message('video', {})),
  '-121': field('a video without link', message('video', { video: {} })),
  '-122': field('no sticker', message('sticker', {})),
  '-123': field('a sticker without link', message('sticker', { sticker: {} })),
  '-124': field('no document', message('document', {})),
  '-125': field('a document without link', message('document', { document: { filename: 'a.pdf' } })),
  '-127': field('no location', message('location', {})),
  '-128': field('a location without longitude', message('location', { location: without(location, 'longitude') })),
  '-129': field('a location without latitude', message('location', { location: without(location, 'latitude') })),
  '-132': field('a type that is not one of the nine', { ...text, type: 'poll' }),
  '-133': field('a link that is not a URL', message('image', { image: { link: 'a.jpg' } })),
  '-134': field('a field of a wrong type, or a breach without a status of its own', { ...text, text: { body: 1 } }),
  '-135': field('a missing field without a status of its own', without(text, 'appId')),
  '-165': field('an interactive type that is not one of the four', interactiveTo('2348030000001', { type: 'poll' })),
  '-304': field('a carousel with a header or footer', carousel({}, { footer: { text: 'Bye' } })),
  '-305': field('fewer than 2 or more than 10 cards', carousel({}, { action: { cards: [] } })),
  '-306': field('card indexes with a gap or a repeat', carousel({ card_index: 1 })),
  '-307': field('a card type other than cta_url', carousel({ type: 'card' })),
  '-308': field('a card without header', carousel({ header: null })),
  '-309': field('a card header other than image or video', carousel({ header: { type: 'text' } })),
  '-310': field('a card header without a right link', carousel({ header: { type: 'image', image: {} } })),
  '-311': field('a card text that is empty or too long', carousel({ body: { text: 'x'.repeat(161) } })),
  '-312': field('a card without action', carousel({ action: null })),
  '-313': field('an action.name other than cta_url', carousel({ action: { ...url, name: 'open' } })),
  '-314': field('an action with neither parameters nor buttons', carousel({ action: { name: 'cta_url' } })),
  '-315': field(
    'a display_text that is empty or too long',
    carousel({ action: { ...url, parameters: { display_text: '', url: 'https://shop.example/' } } }),
  ),
  '-316': field(
    'a parameters.url that is not an http(s) URL',
    carousel({ action: { ...url, parameters: { display_text: 'Open', url: 'ftp://shop.example/' } } }),
  ),
  '-317': field(
    'more than 2 quick replies',
    carousel({ action: { name: 'cta_url', buttons: [reply('a'), reply('b'), reply('c')] } }),
  ),
  '-318': field(
    'a button other than quick_reply',
    carousel({ action: { name: 'cta_url', buttons: [{ type: 'reply' }] } }),
  ),
  '-319': field(
    'a button without quick_reply',
    carousel({ action: { name: 'cta_url', buttons: [{ type: 'quick_reply' }] } }),
  ),
  '-320': field(
    'a quick_reply.id that is repeated, empty or too long',
    carousel({ action: { name: 'cta_url', buttons: [reply('a', 'A'), reply('a', 'B')] } }),
  ),
  '-321': field(
    'a quick_reply.title that is empty or too long',
    carousel({ action: { name: 'cta_url', buttons: [reply('a', 'x'.repeat(21))] } }),
  ),
  '-322': field('parameters that are not an Object', carousel({ action: { name: 'cta_url', parameters: 'open' } })),
  '-329': field('a card without body', carousel({ body: null })),
  '-330': field('a carousel text that is empty or too long', carousel({}, { body: { text: '' } })),
  '-331': field('an action with parameters and buttons', carousel({ action: { ...url, buttons: [reply('a')] } })),
};

const redial = right['voice.redial'] ?? {};
const otp = right['otp.send'] ?? {};
const pause = right['aivoice.pause'] ?? {};
const speech = { taskId: 1001, taskName: 'again', source: 3, text: 'Hello', lan: 'en' };

/** Every status that the document lists, in its order. */
export const recipes: Readonly<Record<Exclude<OperationId, 'sms.backfill'>, Readonly<Record<string, Recipe>>>> = {
  'whatsapp.send': whatsapp,
  'voice.redial': {
    0: { how: 'a right request', body: redial },
    ...general('voice.redial', { ip: '-2', time: '-16' }),
    '-18': 'scripted',
    '-20': 'scripted',
    '-21': 'scripted',
    '-22': field('any breach of a field rule', { ...redial, delayPlay: 1000 }),
    '-23': { how: 'more tasks than the world allows', body: redial, world: { limits: { tasks: 4 } } },
    '-24': field('an unknown task, app, group or file', { ...redial, taskId: 9999 }),
    '-26': 'scripted',
    '-34': field('task 1004: nobody left to call', { ...redial, taskId: 1004 }),
    '-37': {
      how: 'more running tasks than the world allows',
      body: redial,
      world: { limits: { concurrentTasks: 1 } },
    },
    '-38': field('speech without text or lan', without(speech, 'text')),
    '-39': { how: 'a lan that the world does not know', body: speech, world: { languages: ['fr'] } },
    '-41': { how: 'a taskName that exists', body: redial, before: [redial] },
    '-42': field('task 1003: it is running', { ...redial, taskId: 1003 }),
  },
  'otp.send': {
    0: { how: 'a right request', body: otp },
    ...general('otp.send', { ip: '-2', time: '-16' }),
    '-10': { how: 'a price above what is left', body: otp, world: { money: { balance: 0, gift: 0 } } },
    '-18': 'scripted',
    '-22': field('any breach of a field rule; an unknown app, template or flow', { ...otp, to: '1' }),
    '-26': field('a number without a price', { ...otp, to: '35312345678' }),
    '-27': {
      how: 'more codes in total than the world allows',
      body: otp,
      world: { limits: { otpTotal: { count: 0, per: '1m' } } },
    },
    '-28': { how: 'a sixth code to a number within ten minutes', body: otp, before: [otp, otp, otp, otp, otp] },
    '-29': field('template 32: sensitive words', { ...otp, templateId: 32 }),
  },
  'audio.upload': {
    0: { how: 'a right request', body: right['audio.upload'] },
    ...general('audio.upload', { ip: '-2', time: '-16' }),
    '-18': 'scripted',
    '-20': { how: 'a fileName that exists', body: right['audio.upload'], before: [right['audio.upload']] },
    '-21': 'scripted',
    '-22': field('any breach of a field rule', { fileName: 'a.ogg', file: 'SUQzBA==' }),
  },
  'aivoice.pause': {
    0: { how: 'a right request', body: pause },
    ...general('aivoice.pause', { ip: '-6', time: '-4' }),
    '-3': 'scripted',
    '-27': field('any breach of a field rule', { ...pause, jobId: 'x' }),
    '-32': field('an unknown jobId', { ...pause, jobId: 9999 }),
    '-33': 'scripted',
    '-37': field('an unknown appId', { ...pause, appId: 'nobody' }),
    '-38': field('job 2002: it is paused', { ...pause, jobId: 2002 }),
    '-39': 'scripted',
    '-45': 'scripted',
    '-46': 'scripted',
    '-48': 'scripted',
    '-49': {
      how: 'an account whose authentication is missing',
      body: pause,
      world: { account: { authentication: 'missing' } },
    },
    '-51': 'scripted',
    '-52': 'scripted',
    '-55': 'scripted',
    '-57': { how: 'an empty Sign', body: pause, headers: { Sign: '' } },
    '-58': { how: 'an empty Timestamp', body: pause, headers: { Timestamp: '' } },
    '-59': { how: 'an empty Api-Key', body: pause, headers: { 'Api-Key': '' } },
  },
  'sms.balance': {
    0: { how: 'a right request' },
    ...general('sms.balance', { ip: '-2', time: '-16' }),
    '-13': { how: 'a user who is locked', world: { account: { user: 'locked' } } },
    '-18': 'scripted',
  },
  'agents.list': {
    0: { how: 'a right request', body: right['agents.list'] },
    ...general('agents.list', { ip: '-2', time: '-16' }),
    '-18': 'scripted',
    '-20': 'scripted',
    '-22': field('any breach of a field rule', { current: 1, size: 101, params: {} }),
    '-23': 'scripted',
    '-35': 'scripted',
  },
  'axb.list': {
    0: { how: 'a right request', body: right['axb.list'] },
    ...general('axb.list', { ip: '-2', time: '-16' }),
    '-18': 'scripted',
    '-22': field('any breach of a field rule', { current: 0, size: 10, params: {} }),
    '-29': {
      how: 'a workspace that is disabled',
      body: right['axb.list'],
      world: { account: { workspace: 'disabled' } },
    },
    '-30': {
      how: 'a key that is disabled',
      body: right['axb.list'],
      world: { keys: [{ key: 'sandbox-key', secret: 'sandbox-secret', state: 'disabled' }] },
    },
    '-31': {
      how: 'an address that is not on the list',
      body: right['axb.list'],
      world: { ip: { allow: ['10.0.0.1'] } },
    },
  },
};

/** A right request of each operation, for those that a fault answers. */
export const rightBodies = right;
