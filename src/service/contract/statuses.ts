import type { OperationId } from './operation-id.ts';

/**
 * What an answer means for the run: `accept` settles the job; `reject` refuses this job only; `retry` backs off, for a few
 * attempts; `wait` tries later without using up an attempt; `resync` measures the clock and signs again; `step` no job of this step
 * can succeed; `halt` no job at all can.
 */
export type Disposition = 'accept' | 'reject' | 'retry' | 'wait' | 'resync' | 'step' | 'halt';

/** One row of the tables in section "Errors". `rules/tables.ts` has the field rules that lead to it. */
export interface Status {
  /** The document's words. */
  readonly meaning: string;
  readonly disposition: Disposition;
}

/** Every code that the tables of section "Errors" list, per operation, in their order. The same code differs between operations. */
export const statuses = {
  'whatsapp.send': {
    '-68': halt('balance insufficient'),
    '-69': reject('rate does not exist'),
    '-70': reject('recipient number too long'),
    '-71': reject('recipient number too short'),
    '-72': reject('recipient number format wrong; must be numeric'),
    '-93': step('businessPhone too long'),
    '-94': step('businessPhone too short'),
    '-95': step('businessPhone format wrong; must be numeric'),
    '-96': step('business number does not exist'),
    '-97': step('business number status abnormal'),
    '-112': step('channelType can only be 0'),
    '-114': reject('text missing'),
    '-115': reject('body missing'),
    '-116': reject('image missing'),
    '-117': reject('link missing (image)'),
    '-118': reject('audio missing'),
    '-119': reject('link missing (audio)'),
    '-120': reject('video missing'),
    '-121': reject('link missing (video)'),
    '-122': reject('sticker missing'),
    '-123': reject('link missing (sticker)'),
    '-124': reject('document missing'),
    '-125': reject('link missing (document)'),
    '-127': reject('location missing'),
    '-128': reject('longitude missing'),
    '-129': reject('latitude missing'),
    '-132': reject('unknown message type'),
    '-133': reject('link format wrong'),
    '-134': reject('type error in parameters'),
    '-135': reject('variable parameters missing'),
    '-165': reject('interactive type must be list, button, location_request_message or carousel'),
    '-304': reject('carousel does not support header or footer component'),
    '-305': reject('carousel card count must be 2 to 10'),
    '-306': reject('card index must be 0 to 9, without repeats and continuous'),
    '-307': reject('card type must be cta_url'),
    '-308': reject('card header empty'),
    '-309': reject('card header type must be image or video'),
    '-310': reject('card header image or video link empty, not an http(s) URL, or longer than 1500 characters'),
    '-311': reject('card body text empty or longer than 160 characters'),
    '-312': reject('card action empty'),
    '-313': reject('card action.name must be cta_url'),
    '-314': reject('card action parameters empty'),
    '-315': reject('parameters.display_text empty or longer than 20 characters'),
    '-316': reject('parameters.url empty, not an http(s) URL, or longer than 1500 characters'),
    '-317': reject('quick reply button count must be 1 to 2'),
    '-318': reject('quick reply button type must be quick_reply'),
    '-319': reject('quick_reply empty'),
    '-320': reject('quick_reply.id empty, longer than 20 characters, or repeated'),
    '-321': reject('quick_reply.title empty or longer than 20 characters'),
    '-322': reject('card action parameters error'),
    '-329': reject('carousel message card body empty'),
    '-330': reject('carousel body text empty or longer than 1024 characters'),
    '-331': reject('card action type can only be URL jump or quick reply'),
  },
  'voice.redial': {
    0: accept('success'),
    '-1': halt('authentication error'),
    '-2': halt('restricted IP access'),
    '-16': resync('timestamp expired'),
    '-18': retry('port program unusual'),
    '-20': reject('data existing'),
    '-21': reject('data validation exception'),
    '-22': reject('parameter exception'),
    '-23': reject('data caps'),
    '-24': reject('data does not exist'),
    '-26': retry('getting fee failed'),
    '-34': reject('no callable number was left when the task ended last time; start the group call task again'),
    '-37': wait('submitted task exceeds the maximum concurrent task limit; finish a task before submitting again'),
    '-38': reject('text and language type for conversion are required'),
    '-39': reject('failed to obtain the text language type'),
    '-41': reject('task name already exists'),
    '-42': wait('redial is allowed only when the task is canceled or completed'),
  },
  'otp.send': {
    0: accept('success'),
    '-1': halt('authentication error'),
    '-2': halt('restricted IP access'),
    '-10': halt('customer balance insufficient'),
    '-16': resync('timestamp expired'),
    '-18': retry('port program unusual'),
    '-22': reject('parameter exception'),
    '-26': retry('getting fee failed'),
    '-27': wait('period total send limit reached'),
    '-28': wait('period send limit per phone reached'),
    '-29': step('SMS content has sensitive words'),
  },
  'audio.upload': {
    0: accept('success'),
    '-1': halt('authentication error'),
    '-2': halt('restricted IP access'),
    '-16': resync('timestamp expired'),
    '-18': retry('port program unusual'),
    '-20': reject('data existing'),
    '-21': reject('data validation exception'),
    '-22': reject('parameter exception'),
  },
  'aivoice.pause': {
    0: accept('success'),
    '-1': halt('authentication error'),
    '-3': halt('customer balance insufficient'),
    '-4': resync('timestamp expired'),
    '-6': halt('restricted IP access'),
    '-27': reject('parameter verification abnormal'),
    '-32': step('outbound task does not exist'),
    '-33': reject('outbound task name already exists'),
    '-37': step('application does not exist'),
    '-38': reject('current task cannot be paused'),
    '-39': reject('current task cannot be started'),
    '-45': reject('customers not imported; cannot start'),
    '-46': retry('network exception or parameter error'),
    '-48': reject('a daily dial-up task must be created between 9:00 and 20:00'),
    '-49': halt('account not authenticated'),
    '-51': reject('customer custom property incomplete'),
    '-52': wait('number of concurrent requests exceeds the upper limit'),
    '-55': reject('this type of operation is not allowed in the word unbinding'),
    '-57': halt('Sign cannot be empty'),
    '-58': halt('Timestamp cannot be empty'),
    '-59': halt('Api-Key cannot be empty'),
  },
  'sms.balance': {
    0: accept('success'),
    '-1': halt('authentication error'),
    '-2': halt('restricted IP access'),
    '-13': halt('user locked'),
    '-16': resync('timestamp expired'),
    '-18': retry('port program unusual'),
  },
  'agents.list': {
    0: accept('success'),
    '-1': halt('authentication error'),
    '-2': halt('authentication error'),
    '-16': resync('timestamp expired'),
    '-18': retry('port program unusual'),
    '-20': reject('data existing'),
    '-22': reject('parameter exception'),
    '-23': reject('data caps'),
    '-35': reject('search time interval cannot be greater than 32 days'),
  },
  'axb.list': {
    0: accept('success'),
    '-1': halt('account authentication abnormal'),
    '-2': halt('IP restriction'),
    '-16': resync('timestamp expired'),
    '-18': retry('system anomaly'),
    '-22': reject('parameter exception'),
    '-29': halt('workspace disabled'),
    '-30': halt('API key disabled'),
    '-31': halt('IP not in the whitelist'),
  },
  // Only 0 is listed, which is general.
  'sms.backfill': {},
} as const satisfies Readonly<Record<OperationId, Readonly<Record<string, Status>>>>;

/** Section "Authentication" and the response tables: these hold for every call, also where an operation's table lacks them. */
export const generalStatuses: Readonly<Record<string, Status>> = {
  0: accept('success'),
  '-1': halt('authentication error'),
  '-2': halt('restricted IP access'),
  '-16': resync('timestamp expired'),
  '-30': halt('API key disabled'),
  '-31': halt('IP not in the whitelist'),
};

/** Seen in public documents of this API, without the operations that answer them; the service's document has only -13, for balances. */
export const publicStatuses: Readonly<Record<string, Status>> = {
  '-13': halt('user locked'),
  '-14': reject('a field is empty or an id is wrong'),
  '-15': wait('queried too often'),
  '-19': reject('no price agreed'),
  '-25': reject('outside the time range'),
};

/** The operation's own row, else the general one, else the one of public documents; undefined for any other code. */
export function statusOf(operation: OperationId, code: string): Status | undefined {
  return documentedStatus(operation, code) ?? ownEntry(publicStatuses, code);
}

/** A code that the service's own document shows for the operation. */
export function documentedStatus(operation: OperationId, code: string): Status | undefined {
  return ownEntry(statuses[operation], code) ?? ownEntry(generalStatuses, code);
}

function ownEntry(table: Readonly<Record<string, Status>>, code: string): Status | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}

/** An undocumented code refuses this one job; its reason is kept verbatim. */
export function dispositionOf(operation: OperationId, code: string): Disposition {
  return statusOf(operation, code)?.disposition ?? 'reject';
}

function accept(meaning: string) {
  return { meaning, disposition: 'accept' } as const;
}

function reject(meaning: string) {
  return { meaning, disposition: 'reject' } as const;
}

function retry(meaning: string) {
  return { meaning, disposition: 'retry' } as const;
}

function wait(meaning: string) {
  return { meaning, disposition: 'wait' } as const;
}

function resync(meaning: string) {
  return { meaning, disposition: 'resync' } as const;
}

function step(meaning: string) {
  return { meaning, disposition: 'step' } as const;
}

function halt(meaning: string) {
  return { meaning, disposition: 'halt' } as const;
}
