/** What the page has of the sandbox, as `/_sandbox/*` gives it. Everything here came in over the wire: text, never markup. */
export interface SandboxData {
  readonly messages: readonly Message[];
  readonly inbound: readonly Inbound[];
  readonly codes: readonly Code[];
  readonly files: readonly Upload[];
  readonly tasks: Tasks;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Entries of the journal that are in here. */
  readonly count: number;
}

export interface Message {
  readonly seq: number;
  readonly at: string;
  readonly messageId: string;
  readonly businessPhone: string;
  readonly recipient: string;
  readonly type: string;
  readonly content: unknown;
  readonly context?: unknown;
  readonly cost: string;
}

/** A request as the sandbox received it, with its answer. */
export interface LoggedRequest {
  readonly seq: number;
  readonly at: string;
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly answer: { readonly http: number; readonly body: unknown };
  readonly rule?: string;
  readonly fault?: string;
}

export interface Inbound {
  readonly seq: number;
  readonly at: string;
  readonly recipient: string;
  readonly businessPhone: string;
  readonly text?: string;
}

export interface Code {
  readonly seq: number;
  readonly at: string;
  readonly to: string;
  readonly channel: string;
  readonly code: string;
  readonly orderId?: string;
}

export interface Upload {
  readonly seq: number;
  readonly at: string;
  readonly fileId: string;
  readonly fileName: string;
  readonly bytes: number;
}

export interface Tasks {
  readonly timezone: string;
  readonly tasks: readonly Task[];
  readonly aiVoice: readonly { readonly jobId: number; readonly state: string }[];
}

export interface Task {
  readonly taskId: number;
  readonly taskName: string;
  readonly state: string;
  readonly callable: number;
  readonly called: number;
  readonly redialOf?: number;
  /** Local times of its allowSendTime. */
  readonly periods?: readonly { readonly from: string; readonly to: string }[];
  readonly dials?: readonly { readonly from: string; readonly to: string }[];
}

export interface Ledger {
  readonly startedAt: string;
  readonly money: {
    readonly balance: string;
    readonly gift: string;
    readonly credit: string;
    readonly available: string;
  };
  readonly counts: {
    readonly messages: number;
    readonly codes: number;
    readonly files: number;
    readonly backfills: number;
  };
  readonly funds: readonly { readonly at: string; readonly available: string }[];
}

export interface Clock {
  readonly now: string;
  readonly speed: number;
  /** The browser's own time when it was read. */
  readonly readAt: number;
}

/** The page keeps so many of the newest; older ones are found by their number. */
export const newestMax = 2_000;

export async function loadAll(): Promise<SandboxData> {
  const state = await loadState();
  const [{ messages, inbound }, { codes }] = await Promise.all([
    get<Pick<SandboxData, 'messages' | 'inbound'>>(`messages?limit=${newestMax}`),
    get<Pick<SandboxData, 'codes'>>(`codes?limit=${newestMax}`),
  ]);
  return { ...state, messages, inbound, codes, count: lastSeq(messages, inbound, codes) };
}

/** Adds what came after the last entry that is known. */
export async function loadNewer(known: SandboxData): Promise<SandboxData> {
  const state = await loadState();
  const [{ messages, inbound }, { codes }] = await Promise.all([
    get<Pick<SandboxData, 'messages' | 'inbound'>>(`messages?after=${known.count}&limit=${newestMax}`),
    get<Pick<SandboxData, 'codes'>>(`codes?after=${known.count}&limit=${newestMax}`),
  ]);
  return {
    ...state,
    messages: [...known.messages, ...messages].slice(-newestMax),
    inbound: [...known.inbound, ...inbound].slice(-newestMax),
    codes: [...known.codes, ...codes].slice(-newestMax),
    count: Math.max(known.count, lastSeq(messages, inbound, codes)),
  };
}

export async function loadConversation(recipient: string): Promise<Pick<SandboxData, 'messages' | 'inbound'>> {
  return await get(`messages?limit=200&recipient=${encodeURIComponent(recipient)}`);
}

export interface RequestFilter {
  readonly refused: boolean;
  readonly operation: string;
  /** Digits of a recipient, or empty. */
  readonly recipient: string;
}

/** So many are listed; a recipient or an operation finds older ones. */
export const requestsMax = 200;

/** The newest first. */
export async function loadRequests({
  refused,
  operation,
  recipient,
}: RequestFilter): Promise<readonly LoggedRequest[]> {
  const query = new URLSearchParams({ order: 'newest', limit: String(requestsMax) });
  if (refused) query.set('refused', '1');
  if (operation !== '') query.set('operation', operation);
  if (recipient !== '') query.set('recipient', recipient);
  return (await get<{ requests: readonly LoggedRequest[] }>(`requests?${query}`)).requests;
}

/** Undefined where the journal has no such request. */
export async function loadRequest(seq: number): Promise<LoggedRequest | undefined> {
  return (await get<{ requests: readonly LoggedRequest[] }>(`requests?seq=${seq}`)).requests[0];
}

export type Fault = Readonly<Record<string, string | number>>;

export async function loadFaults(): Promise<readonly Fault[]> {
  return (await get<{ faults: readonly Fault[] }>('faults')).faults;
}

/** Why the sandbox does not do it; undefined where it did. */
export async function change(what: 'clock' | 'faults', body: object): Promise<string | undefined> {
  const answer = await fetch(`/_sandbox/${what}${location.search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.ok ? undefined : ((await answer.json()) as { readonly error?: string }).error;
}

export async function clearFaults(): Promise<void> {
  await fetch(`/_sandbox/faults${location.search}`, { method: 'DELETE' });
}

/** A recipient writes, or taps a button, which comes to the same: it opens the session. */
export async function writeAs(recipient: string, businessPhone: string, text: string): Promise<void> {
  await fetch(`/_sandbox/inbound${location.search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ recipient, businessPhone, text }),
  });
}

async function loadState(): Promise<Pick<SandboxData, 'files' | 'tasks' | 'ledger' | 'clock'>> {
  const [{ files }, tasks, ledger, clock] = await Promise.all([
    get<Pick<SandboxData, 'files'>>('files'),
    get<Tasks>('tasks'),
    get<Ledger>('ledger'),
    get<Omit<Clock, 'readAt'>>('clock'),
  ]);
  return { files, tasks, ledger, clock: { ...clock, readAt: Date.now() } };
}

/** `?key=` of the page's own address chooses the world, as it does everywhere under `/_sandbox/`. */
async function get<T>(path: string): Promise<T> {
  const key = new URLSearchParams(location.search).get('key');
  const separator = path.includes('?') ? '&' : '?';
  const answer = await fetch(`/_sandbox/${path}${key === null ? '' : `${separator}key=${encodeURIComponent(key)}`}`);
  return (await answer.json()) as T;
}

function lastSeq(...lists: readonly (readonly { readonly seq: number }[])[]): number {
  return Math.max(0, ...lists.map((list) => list.at(-1)?.seq ?? 0));
}
