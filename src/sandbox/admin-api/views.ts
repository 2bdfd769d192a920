import type { Account } from '../account/account.ts';
import { type Entry, isRequest, parseEntry } from '../journal/journal.ts';
import type { Fact, InboundFact } from '../ledger/fact.ts';
import { decimalOf } from '../ledger/money.ts';
import { recipientOf } from '../operations/decision.ts';
import type { CodeView, DoubleView, InboundView, MessageView } from './shown.ts';

type Fields = Readonly<Record<string, unknown>>;

export function messageOf(entry: Entry): MessageView | undefined {
  const fact = factOf(entry, 'message');
  if (fact === undefined || !isRequest(entry)) return undefined;
  const body = entry.body as Fields;
  const type = String(body.type);
  return {
    seq: entry.seq,
    at: entry.at,
    messageId: fact.messageId,
    appId: String(body.appId),
    businessPhone: String(body.businessPhone),
    recipient: String(body.recipient),
    type,
    content: body[type],
    ...(body.context === undefined || body.context === null ? {} : { context: body.context }),
    cost: decimalOf(fact.cost),
  };
}

export function inboundsOf(entry: Entry): readonly InboundView[] {
  return (entry.facts ?? [])
    .filter((fact): fact is InboundFact => fact.fact === 'inbound')
    .map(({ recipient, businessPhone, text }) => ({
      seq: entry.seq,
      at: entry.at,
      recipient,
      businessPhone,
      ...(text === undefined ? {} : { text }),
    }));
}

export function codeOf(entry: Entry): CodeView | undefined {
  const fact = factOf(entry, 'code');
  if (fact === undefined || !isRequest(entry)) return undefined;
  const body = entry.body as Fields;
  return {
    seq: entry.seq,
    at: entry.at,
    verificationId: fact.verificationId,
    to: fact.to,
    channel: typeof body.channel === 'string' && body.channel !== '' ? body.channel : 'sms',
    code: fact.code,
    templateId: body.templateId,
    ...(fact.orderId === undefined ? {} : { orderId: fact.orderId }),
    cost: decimalOf(fact.cost),
  };
}

export interface Selection {
  /** Entries after this sequence number. */
  readonly after?: number;
  /** At most this many, the newest. */
  readonly limit?: number;
}

export interface ViewOptions<T> extends Selection {
  /** A text that an entry must contain to be parsed: searching is much cheaper than parsing. */
  readonly mark: string;
  /** How many such entries exist, after which older ones are not searched. */
  readonly total: number;
  readonly view: (entry: Entry) => readonly T[];
}

/** The results of `view` for the journal's entries, in order. With a limit it reads backwards from the newest. */
export function viewsOf<T>(account: Account, { after = 0, limit, mark, total, view }: ViewOptions<T>): T[] {
  const found: T[] = [];
  let left = total;
  if (limit === undefined) {
    for (const line of account.journal.lines(after + 1)) if (line.includes(mark)) found.push(...view(parseEntry(line)));
    return found;
  }
  for (const line of account.journal.linesBackwards()) {
    if (left <= 0 || found.length >= limit || seqOf(line) <= after) break;
    if (!line.includes(mark)) continue;
    left--;
    found.push(...view(parseEntry(line)).toReversed());
  }
  return found.slice(0, limit).toReversed();
}

/** Without parsing its line. */
export function seqOf(line: string): number {
  return Number(/"seq":(\d+)/.exec(line)?.[1]);
}

/** WhatsApp messages that were accepted, oldest first. */
export function messagesIn(account: Account, selection: Selection = {}, recipient?: string): MessageView[] {
  return viewsOf(account, {
    ...selection,
    mark: '"fact":"message"',
    total: account.ledger.messages,
    view(entry) {
      const message = messageOf(entry);
      return message !== undefined && (recipient === undefined || message.recipient === recipient) ? [message] : [];
    },
  });
}

/** Verification codes that were sent, oldest first. */
export function codesIn(account: Account, selection: Selection = {}, to?: string): CodeView[] {
  return viewsOf(account, {
    ...selection,
    mark: '"fact":"code"',
    total: account.ledger.codes,
    view(entry) {
      const code = codeOf(entry);
      return code !== undefined && (to === undefined || code.to === to) ? [code] : [];
    },
  });
}

interface Reached {
  readonly operation: string;
  readonly recipient: string;
  readonly seqs: number[];
  /** How often each content came. */
  readonly bodies: Map<string, number>;
}

/** Who was contacted more than once by the same operation, and whether with the same content. */
export function doublesOf(account: Account): readonly DoubleView[] {
  const reached = new Map<string, Reached>();
  for (const line of account.journal.lines()) {
    const entry = parseEntry(line);
    if (!isRequest(entry) || !(factOf(entry, 'message') || factOf(entry, 'code'))) continue;
    const recipient = recipientOf(entry.operation, entry.body) ?? '';
    const key = `${entry.operation} ${recipient}`;
    const known: Reached = reached.get(key) ?? {
      operation: entry.operation ?? '',
      recipient,
      seqs: [],
      bodies: new Map(),
    };
    const words = wordsOf(entry.body as Fields);
    known.seqs.push(entry.seq);
    known.bodies.set(words, (known.bodies.get(words) ?? 0) + 1);
    reached.set(key, known);
  }
  return [...reached.values()]
    .filter(({ seqs }) => seqs.length > 1)
    .map(({ operation, recipient, seqs, bodies }) => ({
      operation,
      recipient,
      times: seqs.length,
      sameWords: Math.max(...bodies.values()),
      requests: seqs,
    }));
}

/** What the recipient sees, without the orderId. */
function wordsOf(body: Fields): string {
  return JSON.stringify({ ...body, orderId: undefined });
}

function factOf<K extends Fact['fact']>(entry: Entry, kind: K): Extract<Fact, { fact: K }> | undefined {
  return entry.facts?.find((fact): fact is Extract<Fact, { fact: K }> => fact.fact === kind);
}
