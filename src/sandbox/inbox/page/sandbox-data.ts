import type {
  ClockView,
  CodeView,
  InboundView,
  LedgerView,
  LoggedRequest,
  MessageView,
  TasksView,
  UploadView,
} from '../../admin-api/shown.ts';

/** What the page has of the sandbox, as `/_sandbox/*` gives it. Everything here came in over the wire: text, never markup. */
export interface SandboxData {
  readonly messages: readonly MessageView[];
  readonly inbound: readonly InboundView[];
  readonly codes: readonly CodeView[];
  readonly files: readonly UploadView[];
  readonly tasks: TasksView;
  readonly ledger: LedgerView;
  readonly clock: Clock;
  /** Entries of the journal that are in here. */
  readonly count: number;
}

export interface Clock extends ClockView {
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
    get<TasksView>('tasks'),
    get<LedgerView>('ledger'),
    get<ClockView>('clock'),
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
