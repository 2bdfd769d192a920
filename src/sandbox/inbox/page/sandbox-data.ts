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
export interface SandboxData extends JournalAt {
  readonly messages: readonly MessageView[];
  readonly inbound: readonly InboundView[];
  readonly codes: readonly CodeView[];
  readonly files: readonly UploadView[];
  readonly tasks: TasksView;
  readonly ledger: LedgerView;
  readonly clock: Clock;
}

type Listed = Pick<SandboxData, 'messages' | 'inbound' | 'codes' | 'count'>;

export interface Clock extends ClockView {
  /** The browser's own time when it was read. */
  readonly readAt: number;
}

/** The page keeps so many of the newest; older ones are found by their number. */
export const newestMax = 2_000;

/** What the page has before it has anything. */
export const nothing: Listed = { messages: [], inbound: [], codes: [], count: 0 };

/** How long the journal was at least, and how often somebody had gone back in it. */
export interface JournalAt {
  readonly count: number;
  readonly rewinds: number;
}

/** Adds what came after the entries that are known. Undefined where somebody goes back meanwhile: then the answers are of two journals. */
export async function loadNewer(known: Listed, { count, rewinds }: JournalAt): Promise<SandboxData | undefined> {
  let isOne = true;
  const get = async <T>(path: string): Promise<T> => {
    const answer = await ask(path);
    if (answer.headers.get('x-sandbox-rewinds') !== String(rewinds)) isOne = false;
    return (await answer.json()) as T;
  };
  const [{ files }, tasks, ledger, clock] = await Promise.all([
    get<Pick<SandboxData, 'files'>>('files'),
    get<TasksView>('tasks'),
    get<LedgerView>('ledger'),
    get<ClockView>('clock'),
  ]);
  const readAt = Date.now();
  // Each list after its own last entry: between the two answers, there may have been more.
  const newest = (...lists: readonly (readonly { readonly seq: number }[])[]): string =>
    `after=${Math.max(known.count, lastSeq(...lists))}&limit=${newestMax}`;
  const [{ messages, inbound }, { codes }] = await Promise.all([
    get<Pick<SandboxData, 'messages' | 'inbound'>>(`messages?${newest(known.messages, known.inbound)}`),
    get<Pick<SandboxData, 'codes'>>(`codes?${newest(known.codes)}`),
  ]);
  if (!isOne) return undefined;
  return {
    files,
    tasks,
    ledger,
    clock: { ...clock, readAt },
    messages: [...known.messages, ...messages].slice(-newestMax),
    inbound: [...known.inbound, ...inbound].slice(-newestMax),
    codes: [...known.codes, ...codes].slice(-newestMax),
    count,
    rewinds,
  };
}

export async function loadConversation(recipient: string): Promise<Pick<SandboxData, 'messages' | 'inbound'>> {
  return await get(`messages?limit=200&recipient=${encodeURIComponent(recipient)}`);
}

export async function loadCodes(to: string): Promise<SandboxData['codes']> {
  return (await get<Pick<SandboxData, 'codes'>>(`codes?limit=200&to=${to}`)).codes;
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

export type Fault = Readonly<Record<string, unknown>>;

export async function loadFaults(): Promise<readonly Fault[]> {
  return (await get<{ faults: readonly Fault[] }>('faults')).faults;
}

/** Why the sandbox does not do it; undefined where it did. A recipient who writes (`inbound`) opens the session. */
export async function change(
  what: 'clock' | 'faults' | 'inbound',
  body: object,
  method: 'POST' | 'DELETE' = 'POST',
): Promise<string | undefined> {
  try {
    const answer = await fetch(`/_sandbox/${what}${location.search}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.ok ? undefined : ((await answer.json()) as { readonly error?: string }).error;
  } catch {
    return 'The sandbox does not answer.';
  }
}

/** `?key=` of the page's own address chooses the world, as it does everywhere under `/_sandbox/`. */
async function ask(path: string): Promise<Response> {
  const key = new URLSearchParams(location.search).get('key');
  const separator = path.includes('?') ? '&' : '?';
  return await fetch(`/_sandbox/${path}${key === null ? '' : `${separator}key=${encodeURIComponent(key)}`}`);
}

async function get<T>(path: string): Promise<T> {
  return (await (await ask(path)).json()) as T;
}

function lastSeq(...lists: readonly (readonly { readonly seq: number }[])[]): number {
  return Math.max(0, ...lists.map((list) => list.at(-1)?.seq ?? 0));
}
