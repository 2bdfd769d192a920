import { createHash } from 'node:crypto';
import type { RawRequest } from './request-reader.ts';

/** What the service does for somebody when it carries out a request. */
export interface Work {
  readonly operation: Operation;
  /** The numbers that are reached: one, or those of a `numberList`; none where nobody is. */
  readonly people: readonly string[];
  /**
   * What tells one step of a campaign from another: the words before the first colon of a text, the template of a code, the
   * task of a redial.
   */
  readonly mark: string;
  /** What reaches the person, word for word; of an upload, the SHA-256 of its bytes. */
  readonly content: string;
}

export interface Answer {
  readonly code: string;
  readonly reason: string;
  /** The other fields of the body. */
  readonly more: Readonly<Record<string, unknown>>;
}

/** A request that is understood: what would be done, if anything, and what is answered then. */
export interface Judged {
  readonly operation: Operation;
  readonly answer: Answer;
  readonly work?: Work;
  /** Takes the names that must be unique, and the money. Call it exactly when the work is done. */
  readonly carryOut: () => void;
}

export type Operation =
  | 'message'
  | 'redial'
  | 'code'
  | 'upload'
  | 'pause'
  | 'balance'
  | 'agents'
  | 'bindings'
  | 'backfill';

/** Section "Endpoints". */
const endpoints: Readonly<Record<string, Operation>> = {
  'POST /wa/custom/sendMsg': 'message',
  'POST /voice/group/call/resend': 'redial',
  'POST /otp/verification/send': 'code',
  'POST /voice/fileUpload': 'upload',
  'POST /aivoice/taskStop': 'pause',
  'GET /sms/getBalance': 'balance',
  'POST /v3/cc/seat/query': 'agents',
  'POST /number/pns/queryBindPage': 'bindings',
  'POST /sms/postback/backfill': 'backfill',
};

/** How old a Timestamp may be, in seconds: the document does not show it. */
const timestampValid = 300;

type Fields = Readonly<Record<string, unknown>>;

export interface Account {
  readonly apiKey: string;
  readonly apiSecret: string;
  /** The service's clock minus this machine's, in milliseconds. */
  skewMs: number;
  judge(request: RawRequest): Judged | undefined;
}

/** One account of the service, as section by section of its document says. Undefined for a path that it does not have. */
export function createAccount(apiKey: string, apiSecret: string): Account {
  const taken = new Set<string>();
  const paused = new Set<string>();
  let nextId = 70_001;

  const account: Account = {
    apiKey,
    apiSecret,
    skewMs: 0,
    judge(request) {
      const operation = endpoints[`${request.method} ${request.path}`];
      if (operation === undefined) return undefined;
      const refuse = (code: string, reason: string): Judged => ({
        operation,
        answer: { code, reason, more: {} },
        carryOut: () => {},
      });
      const signature = wrongSignature(account, request, operation);
      if (signature !== undefined) return refuse(...signature);
      const fields = readFields(request);
      if (fields === undefined) return refuse(parameterCode[operation], 'the body is not a JSON object');
      const field = wrongField(operation, fields);
      if (field !== undefined) return refuse(...field);
      const name = uniqueName(operation, fields);
      if (name !== undefined && taken.has(name)) return refuse(operation === 'redial' ? '-41' : '-20', 'data existing');
      if (operation === 'pause' && paused.has(text(fields['jobId'])))
        return refuse('-38', 'current task cannot be paused');
      const work = workOf(operation, fields);
      return {
        operation,
        answer: { code: '0', reason: 'success', more: moreOf(operation, fields, nextId++) },
        ...(work === undefined ? {} : { work }),
        carryOut() {
          if (name !== undefined) taken.add(name);
          if (operation === 'pause') paused.add(text(fields['jobId']));
        },
      };
    },
  };
  return account;
}

/** Section "Authentication". */
function wrongSignature(
  { apiKey, apiSecret, skewMs }: Account,
  { headers }: RawRequest,
  operation: Operation,
): readonly [string, string] | undefined {
  const [sign = '', timestamp = '', key = ''] = ['sign', 'timestamp', 'api-key'].map((name) => headers.get(name));
  const isAiVoice = operation === 'pause';
  if (sign === '') return [isAiVoice ? '-57' : '-1', 'Sign cannot be empty'];
  if (timestamp === '') return [isAiVoice ? '-58' : '-1', 'Timestamp cannot be empty'];
  if (key === '') return [isAiVoice ? '-59' : '-1', 'Api-Key cannot be empty'];
  if (key !== apiKey) return ['-1', 'authentication error'];
  const age = Math.abs((Date.now() + skewMs) / 1000 - Number(timestamp));
  if (!(age <= timestampValid)) return [isAiVoice ? '-4' : '-16', 'timestamp expired'];
  const expected = createHash('md5').update(`${apiKey}${apiSecret}${timestamp}`).digest('hex');
  return sign === expected ? undefined : ['-1', 'authentication error'];
}

function readFields({ method, body }: RawRequest): Fields | undefined {
  if (method === 'GET') return {};
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

const parameterCode: Readonly<Record<Operation, string>> = {
  message: '-134',
  redial: '-22',
  code: '-22',
  upload: '-22',
  pause: '-27',
  balance: '-18',
  agents: '-22',
  bindings: '-22',
  backfill: '-22',
};

/** Section "Resources and their fields", for what the campaigns of the attack send. */
function wrongField(operation: Operation, fields: Fields): readonly [string, string] | undefined {
  const other = (what: string): readonly [string, string] => [parameterCode[operation], what];
  const { appId } = fields;
  switch (operation) {
    case 'message': {
      const { businessPhone, channelType, recipient, type, text: message } = fields;
      if (typeof appId !== 'string') return ['-135', 'appId missing'];
      if (!/^\d+$/.test(text(businessPhone))) return ['-95', 'businessPhone must be numeric'];
      if (channelType !== 0) return ['-112', 'channelType can only be 0'];
      if (typeof recipient !== 'string' || !/^\d+$/.test(recipient)) return ['-72', 'recipient must be numeric'];
      if (recipient.length > 15) return ['-70', 'recipient number too long'];
      if (recipient.length < 7) return ['-71', 'recipient number too short'];
      if (type !== 'text') return ['-132', 'unknown message type'];
      return text((message as Fields | undefined)?.['body']) === '' ? ['-114', 'text missing'] : undefined;
    }
    case 'redial': {
      if (!Number.isInteger(fields['taskId']) || text(fields['taskName']) === '') return other('taskId or taskName');
      const needed = { 1: ['voiceFileId'], 2: ['uploadName', 'baseFile'], 3: ['text', 'lan'] }[text(fields['source'])];
      return needed?.every((name) => text(fields[name]) !== '') ? undefined : other('source');
    }
    case 'code': {
      const { templateId, to, channel, orderId } = fields;
      if (typeof appId !== 'string' || appId.length < 4 || appId.length > 32) return other('appId');
      if (!Number.isInteger(templateId)) return other('templateId');
      if (typeof to !== 'string' || !/^\d{10,14}$/.test(to)) return other('to');
      if (!['', 'sms', 'call', 'sna'].includes(text(channel))) return other('channel');
      return text(orderId).length > 64 ? other('orderId') : undefined;
    }
    case 'upload': {
      const { fileName, file } = fields;
      const isName = typeof fileName === 'string' && /^.{1,28}\.(mp3|m4a|wav)$/.test(fileName);
      return isName && text(file) !== '' ? undefined : other('fileName or file');
    }
    case 'pause':
      return typeof appId === 'string' && Number.isInteger(fields['jobId']) ? undefined : other('jobId');
    case 'agents':
    case 'bindings':
      return Number.isInteger(fields['current']) && Number.isInteger(fields['size']) ? undefined : other('current');
    case 'backfill':
      return text(fields['number']) === '' || text(fields['time']) === '' ? other('number or time') : undefined;
    case 'balance':
      return undefined;
    default:
      return operation satisfies never;
  }
}

/** What the service holds unique: orderId, taskName, fileName. */
function uniqueName(operation: Operation, fields: Fields): string | undefined {
  const field = { code: 'orderId', redial: 'taskName', upload: 'fileName' }[operation as string];
  const name = field === undefined ? '' : text(fields[field]);
  return name === '' ? undefined : `${operation} ${name}`;
}

function workOf(operation: Operation, fields: Fields): Work | undefined {
  switch (operation) {
    case 'message': {
      const content = text((fields['text'] as Fields | undefined)?.['body']);
      return { operation, people: [text(fields['recipient'])], mark: content.split(':', 1)[0] ?? '', content };
    }
    case 'code':
      return { operation, people: [text(fields['to'])], mark: `template ${text(fields['templateId'])}`, content: '' };
    case 'redial': {
      const { numberList } = fields;
      const people = Array.isArray(numberList) ? numberList.map(text) : [];
      return { operation, people, mark: `task ${text(fields['taskId'])}`, content: text(fields['text']) };
    }
    case 'upload': {
      const bytes = Buffer.from(text(fields['file']), 'base64');
      const content = createHash('sha256').update(bytes).digest('hex');
      return { operation, people: [], mark: 'upload', content };
    }
    case 'pause':
    case 'backfill':
      return { operation, people: [], mark: operation, content: '' };
    case 'balance':
    case 'agents':
    case 'bindings':
      return undefined;
    default:
      return operation satisfies never;
  }
}

function moreOf(operation: Operation, fields: Fields, id: number): Readonly<Record<string, unknown>> {
  switch (operation) {
    case 'message':
      return { data: { messageId: `m-${id}`, timestamp: Math.floor(Date.now() / 1000), channelType: 0 } };
    case 'redial':
      return { data: id };
    case 'code':
      return { data: { verificationId: `v-${id}`, to: text(fields['to']), channel: 'sms' } };
    case 'upload':
      return { data: `f-${id}` };
    case 'balance':
      return { balance: '1000.00', gift: '0.00', credit: '0.00' };
    case 'agents':
    case 'bindings':
      return { data: { total: 0, size: 100, current: 1, pages: 0, records: [] } };
    case 'pause':
      return { data: null };
    case 'backfill':
      return {};
    default:
      return operation satisfies never;
  }
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
