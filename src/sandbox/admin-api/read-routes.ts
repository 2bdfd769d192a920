import { setTimeout } from 'node:timers/promises';
import type { Account } from '../account/account.ts';
import { isAdminLine, isRequest, parseEntry } from '../journal/journal.ts';
import { aiVoiceStateAt } from '../ledger/ledger.ts';
import { callsMadeAt, taskStateAt } from '../ledger/task.ts';
import { availableOf, decimalOf } from '../ledger/world.ts';
import { recipientOf } from '../operations/decision.ts';
import type { AdminReply, AdminRequest, AdminRoute } from './route.ts';
import type { ClockView, LedgerView, TasksView, TaskView, UploadView } from './shown.ts';
import { codesIn, doublesOf, inboundsIn, messagesIn, type Selection, seqOf } from './views.ts';

/** The routes that read; `docs/sandbox.md` has their JSON. */
export function readRoutes(closing: AbortSignal): readonly AdminRoute[] {
  return [
    get('/_sandbox/requests', showRequests),
    get('/_sandbox/messages', showMessages),
    get('/_sandbox/codes', ({ account, query }) => ({
      json: { codes: codesIn(account, { ...selectionOf(query), person: query.to }) },
    })),
    get('/_sandbox/files', showFiles),
    get('/_sandbox/files/:id', showFile),
    get('/_sandbox/tasks', ({ account }) => ({ json: tasksOf(account) })),
    get('/_sandbox/ledger', ({ account }) => ({ json: ledgerOf(account) })),
    get('/_sandbox/doubles', ({ account }) => ({ json: { doubles: doublesOf(account) } })),
    get('/_sandbox/clock', ({ account }) => ({ json: clockOf(account) })),
    get('/_sandbox/faults', ({ account }) => ({ json: { faults: account.faults.list() } })),
    get('/_sandbox/events', ({ account }) => ({
      type: 'text/event-stream',
      stream: eventStream(account, closing),
    })),
  ];
}

function get(path: string, handle: AdminRoute['handle']): AdminRoute {
  return { method: 'GET', path, handle };
}

/** Lines are already JSON: a million requests are sent without parsing, unless there is a filter. */
function showRequests({ account, query }: AdminRequest): AdminReply {
  const { operation, recipient, seq } = query;
  const { after = 0, limit } = selectionOf(query);
  const isRefusedOnly = query.refused === '1';
  const isNewestFirst = query.order === 'newest' && seq === undefined;
  const wanted = (line: string): boolean => {
    if (line === '' || isAdminLine(line)) return false;
    // Nearly all of a large journal was accepted, and is not parsed for this.
    if (isRefusedOnly && !line.includes('"rule":"') && !line.includes('"fault":"')) return false;
    if (operation === undefined && recipient === undefined && !isRefusedOnly) return true;
    const entry = parseEntry(line);
    if (!isRequest(entry) || (operation !== undefined && entry.operation !== operation)) return false;
    if (isRefusedOnly && entry.rule === undefined && entry.fault === undefined) return false;
    return recipient === undefined || recipientOf(entry.operation, entry.body) === recipient;
  };
  function* chunks(): Iterable<string> {
    let first = true;
    let left = limit ?? Number.POSITIVE_INFINITY;
    yield '{"requests":[';
    const lines = isNewestFirst ? account.journal.linesBackwards() : account.journal.lines(after + 1);
    for (const line of seq === undefined ? lines : [account.journal.line(Number(seq)) ?? '']) {
      if (left <= 0 || (isNewestFirst && seqOf(line) <= after)) break;
      if (!wanted(line)) continue;
      yield first ? `\n${line}` : `,\n${line}`;
      first = false;
      left--;
    }
    yield '\n]}\n';
  }
  return { type: 'application/json;charset=UTF-8', stream: chunks() };
}

function showMessages({ account, query }: AdminRequest): AdminReply {
  const selection = { ...selectionOf(query), person: query.recipient };
  return { json: { messages: messagesIn(account, selection), inbound: inboundsIn(account, selection) } };
}

function showFiles({ account }: AdminRequest): AdminReply {
  const files = [...account.ledger.files.values()].map(
    ({ fileId, fileName, bytes, at, seq }): UploadView => ({
      seq,
      at: new Date(at).toISOString(),
      fileId,
      fileName,
      bytes,
    }),
  );
  return { json: { files } };
}

/** The upload as it was received. Its name decides the type, so that a browser plays it and never renders it. */
function showFile({ account, params }: AdminRequest): AdminReply {
  const file = account.ledger.files.get(params.id ?? '');
  const line = file && account.journal.line(file.seq);
  if (file === undefined || line === undefined) return { http: 404, json: { error: 'there is no such file' } };
  const entry = parseEntry(line);
  const body = (isRequest(entry) ? entry.body : {}) as { readonly file?: string };
  const type = audioTypes[file.fileName.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  return { type, bytes: Buffer.from(body.file ?? '', 'base64') };
}

const audioTypes: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', m4a: 'audio/mp4', wav: 'audio/wav' };

function tasksOf(account: Account): TasksView {
  const { ledger, world, clock } = account;
  const now = clock.now();
  const tasks = [...ledger.tasks.values()].map(
    (task): TaskView => ({
      taskId: task.taskId,
      taskName: task.taskName,
      state: taskStateAt(task, now),
      callable: task.callable,
      called: callsMadeAt(task, now),
      ...(task.origin.kind === 'redial' && {
        redialOf: task.origin.redialOf,
        createdAt: new Date(task.origin.createdAt).toISOString(),
        periods: task.origin.periods.map(({ from, to }) => ({ from: wallTimeOf(from), to: wallTimeOf(to) })),
        dials: task.origin.spells.map(({ from, to }) => ({
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
        })),
      }),
    }),
  );
  const aiVoice = world.aiVoiceJobs.map((job) => ({ jobId: job.jobId, state: aiVoiceStateAt(ledger, job, now) }));
  return { now: new Date(now).toISOString(), timezone: world.timezone, tasks, aiVoice };
}

/** Minutes since midnight → `09:30`. */
function wallTimeOf(minutes: number): string {
  const hours = Math.floor(minutes / 60) % 24;
  return `${String(hours).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function ledgerOf({ ledger, clock }: Account): LedgerView {
  const { money, messages, codes, backfills, files, funds } = ledger;
  return {
    now: new Date(clock.now()).toISOString(),
    startedAt: new Date(ledger.startedAt).toISOString(),
    money: {
      balance: decimalOf(money.balance),
      gift: decimalOf(money.gift),
      credit: decimalOf(money.credit),
      available: decimalOf(availableOf(money)),
    },
    counts: { messages, codes, files: files.size, backfills, tasks: ledger.tasks.size },
    funds: funds.map(({ at, available }) => ({ at: new Date(at).toISOString(), available: decimalOf(available) })),
  };
}

export function clockOf({ clock }: Account): ClockView {
  return { now: new Date(clock.now()).toISOString(), speed: clock.setting.speed };
}

function selectionOf({ after, limit }: Readonly<Record<string, string>>): Selection {
  const isCount = (text: string | undefined): boolean => text !== undefined && /^\d{1,15}$/.test(text);
  return { ...(isCount(after) && { after: Number(after) }), ...(isCount(limit) && { limit: Number(limit) }) };
}

/**
 * Server-sent events: `change` with the journal's length, and how often it was cut, whenever there is something new, at most ten times a second.
 * Readers then fetch what came after the last entry they have.
 */
async function* eventStream(account: Account, closing: AbortSignal): AsyncIterable<string> {
  let wake: (() => void) | undefined;
  let changed = true;
  const notice = (): void => {
    changed = true;
    wake?.();
  };
  const unwatch = account.watch(notice);
  closing.addEventListener('abort', notice);
  try {
    while (!closing.aborted) {
      if (changed) {
        changed = false;
        yield `event: change\ndata: ${JSON.stringify({ count: account.journal.count, rewinds: account.rewinds })}\n\n`;
        await setTimeout(100, undefined, { ref: false });
      } else {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        // A line from time to time: a closed connection is only noticed by writing to it.
        await Promise.race([woken, setTimeout(15_000, undefined, { ref: false })]);
        if (!changed) yield ': still here\n\n';
      }
    }
  } finally {
    unwatch();
    closing.removeEventListener('abort', notice);
  }
}
