/** How the service treats one request: whether it does the work, and what it lets the client know of it. */
export interface Behaviour {
  readonly name: string;
  readonly work: 'done' | 'notDone';
  readonly reply: Reply;
}

export type Reply =
  /** What the document says. */
  | { readonly kind: 'own' }
  /** The same, and the connection is closed after it. */
  | { readonly kind: 'ownAndClose' }
  /** An envelope of the operation, of these words. */
  | { readonly kind: 'envelope'; readonly code: string; readonly reason: string; readonly http?: string }
  /** Of a gateway on the way. */
  | { readonly kind: 'page'; readonly http: string; readonly headers?: readonly string[]; readonly body: string }
  | { readonly kind: 'reset' | 'close' | 'hang' }
  /** The document's answer, but only its first half; or byte by byte; or after an unasked `100 Continue`. */
  | { readonly kind: 'half' | 'drip' | 'continued' };

export const honest: Behaviour = { name: 'honest', work: 'done', reply: { kind: 'own' } };

export const honestOnce: Behaviour = { name: 'honest, then closed', work: 'done', reply: { kind: 'ownAndClose' } };

export function refusalMessage(code: string, reason: string): Behaviour {
  return { name: `refused ${code}`, work: 'notDone', reply: { kind: 'envelope', code, reason } };
}

const busyPage = '<html><body>503 Service Temporarily Unavailable</body></html>';
/** What common frameworks make of a crash: `status` is a String, as in an envelope, and no code of the service. */
const crashBody = '{"status":"500","reason":"Internal Server Error"}';
const redialCrashBody = '{"code":"500","msg":"Internal Server Error"}';

/** Replies after which a client cannot know that the work is done. */
const lost: Readonly<Record<string, Reply>> = {
  '503 with Retry-After': { kind: 'page', http: '503 Unavailable', headers: ['Retry-After: 1'], body: busyPage },
  '503': { kind: 'page', http: '503 Unavailable', body: busyPage },
  '502 page': { kind: 'page', http: '502 Bad Gateway', body: '<html>bad gateway</html>' },
  '504 with nothing': { kind: 'page', http: '504 Gateway Timeout', body: '' },
  '500 with a foreign body': { kind: 'page', http: '500 Internal Server Error', body: crashBody },
  '504 with a foreign body': { kind: 'page', http: '504 Gateway Timeout', body: crashBody },
  '500 with a foreign redial body': { kind: 'page', http: '500 Internal Server Error', body: redialCrashBody },
  '403 page': { kind: 'page', http: '403 Forbidden', body: '<html>blocked</html>' },
  '404 page': { kind: 'page', http: '404 Not Found', body: '<html>no such page</html>' },
  '200 page': { kind: 'page', http: '200 OK', body: '<html>welcome</html>' },
  reset: { kind: 'reset' },
  close: { kind: 'close' },
  'half an answer': { kind: 'half' },
};

/** Codes and pages that say "later" or "again". */
const later: Readonly<Record<string, Reply>> = {
  '429': { kind: 'page', http: '429 Too Many Requests', headers: ['Retry-After: 1'], body: 'slow down' },
  '-18': { kind: 'envelope', code: '-18', reason: 'port program unusual' },
  '-26': { kind: 'envelope', code: '-26', reason: 'getting fee failed' },
};

/** The whole answer arrives, in an unusual way. */
const honestToo: Readonly<Record<string, Reply>> = {
  drip: { kind: 'drip' },
  'an unasked 100 Continue': { kind: 'continued' },
};

/**
 * Done, and then answered otherwise. Not for messages: what says 429 has not been processed (an assumption that the product
 * lists), and -18 is not one of their codes. With a natural key, both are survived.
 */
export function afterTheWork(operation: 'message' | 'redial' | 'code'): readonly Behaviour[] {
  const replies = operation === 'message' ? { ...lost, ...honestToo } : { ...lost, ...later, ...honestToo };
  return named(replies, 'done', 'after the work');
}

/** Not done, and the client learns it, or cannot know. */
export function insteadOfTheWork(operation: 'message' | 'redial' | 'code'): readonly Behaviour[] {
  const { '429': busy } = later;
  return named(
    operation === 'message' ? { ...lost, '429': busy! } : { ...lost, ...later },
    'notDone',
    'without the work',
  );
}

export const hangAfterTheWork: Behaviour = { name: 'hang after the work', work: 'done', reply: { kind: 'hang' } };

function named(replies: Readonly<Record<string, Reply>>, work: Behaviour['work'], when: string): readonly Behaviour[] {
  return Object.entries(replies).map(([name, reply]) => ({ name: `${name} ${when}`, work, reply }));
}
