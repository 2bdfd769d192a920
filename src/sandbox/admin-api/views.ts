import { grouped } from '../../diagnostic/grouped.ts';
import type { Account } from '../account/account.ts';
import { type Entry, isRequest, parseEntry } from '../journal/journal.ts';
import type { Fact } from '../ledger/ledger.ts';
import { decimalOf } from '../ledger/world.ts';
import { type Body, recipientOf } from '../operations/decision.ts';
import type { CodeView, DoubleView, InboundView, MessageView } from './shown.ts';

export interface Selection {
  /** Entries after this sequence number. */
  readonly after?: number;
  /** At most this many, the newest. */
  readonly limit?: number;
  /** Only of this person. */
  readonly person?: string | undefined;
}

type FactOf<Kind> = Extract<Fact, { fact: Kind }>;

interface ViewOptions<Kind, View> extends Selection {
  readonly kind: Kind;
  /** How many such facts exist, after which older entries are not searched. */
  readonly total: number;
  readonly view: (fact: FactOf<Kind>, entered: Pick<Entry, 'seq' | 'at'>, body: Body) => View;
  readonly personOf: (view: View) => string;
}

/** What the journal has of one kind of facts, oldest first. With a limit it reads backwards from the newest. */
function viewsOf<Kind extends Fact['fact'], View>(account: Account, options: ViewOptions<Kind, View>): View[] {
  const { after = 0, limit = Number.POSITIVE_INFINITY, person, kind, total, view, personOf } = options;
  const { journal } = account;
  const isBackwards = options.limit !== undefined;
  const found: View[] = [];
  let left = total;
  for (const line of isBackwards ? journal.linesBackwards() : journal.lines(after + 1)) {
    if (left <= 0 || found.length >= limit || seqOf(line) <= after) break;
    // Searching is much cheaper than parsing.
    if (!line.includes(`"fact":"${kind}"`)) continue;
    const entry = parseEntry(line);
    const { seq, at, facts = [] } = entry;
    const body = isRequest(entry) ? (entry.body as Body) : {};
    const views = facts.filter((fact) => isOf(fact, kind)).map((fact) => view(fact, { seq, at }, body));
    left -= views.length;
    const wanted = views.filter((one) => person === undefined || personOf(one) === person);
    found.push(...(isBackwards ? wanted.toReversed() : wanted));
  }
  return isBackwards ? found.slice(0, limit).toReversed() : found;
}

function isOf<Kind extends Fact['fact']>(fact: Fact, kind: Kind): fact is FactOf<Kind> {
  return fact.fact === kind;
}

/** Without parsing its line. */
export function seqOf(line: string): number {
  return Number(/"seq":(\d+)/.exec(line)?.[1]);
}

/** WhatsApp messages that were accepted, oldest first. */
export function messagesIn(account: Account, selection: Selection = {}): MessageView[] {
  return viewsOf(account, {
    ...selection,
    kind: 'message',
    total: account.ledger.messages,
    view: ({ messageId, cost }, entered, body) => ({
      ...entered,
      messageId,
      appId: String(body.appId),
      businessPhone: String(body.businessPhone),
      recipient: String(body.recipient),
      type: String(body.type),
      content: body[String(body.type)],
      ...(body.context === undefined || body.context === null ? {} : { context: body.context }),
      cost: decimalOf(cost),
    }),
    personOf: ({ recipient }) => recipient,
  });
}

/** Who has written, oldest first. */
export function inboundsIn(account: Account, selection: Selection): InboundView[] {
  return viewsOf(account, {
    ...selection,
    kind: 'inbound',
    total: account.ledger.inbounds,
    view: ({ fact: _fact, ...inbound }, entered) => ({ ...entered, ...inbound }),
    personOf: ({ recipient }) => recipient,
  });
}

/** Verification codes that were sent, oldest first. */
export function codesIn(account: Account, selection: Selection = {}): CodeView[] {
  return viewsOf(account, {
    ...selection,
    kind: 'code',
    total: account.ledger.codes,
    view: ({ verificationId, to, code, orderId, cost }, entered, body) => ({
      ...entered,
      verificationId,
      to,
      channel: typeof body.channel === 'string' && body.channel !== '' ? body.channel : 'sms',
      code,
      templateId: body.templateId,
      ...(orderId === undefined ? {} : { orderId }),
      cost: decimalOf(cost),
    }),
    personOf: ({ to }) => to,
  });
}

interface Reached {
  readonly operation: string;
  readonly recipient: string;
  readonly seq: number;
  /** What the recipient sees, without the orderId. */
  readonly words: string;
}

function* reachedIn({ journal }: Account): Generator<Reached> {
  for (const line of journal.lines()) {
    const entry = parseEntry(line);
    if (!isRequest(entry) || !entry.facts?.some(({ fact }) => fact === 'message' || fact === 'code')) continue;
    const { operation, seq, body } = entry;
    const words = JSON.stringify({ ...(body as Body), orderId: undefined });
    yield { operation: operation ?? '', recipient: recipientOf(operation, body) ?? '', seq, words };
  }
}

/** Who was contacted more than once by the same operation, and whether with the same content. */
export function doublesOf(account: Account): readonly DoubleView[] {
  const contacts = grouped(reachedIn(account), ({ operation, recipient }) => `${operation} ${recipient}`);
  return [...contacts.values()].flatMap((times) => {
    const [first] = times;
    if (first === undefined || times.length === 1) return [];
    const sameWords = Array.from(grouped(times, ({ words }) => words).values(), ({ length }) => length);
    return {
      operation: first.operation,
      recipient: first.recipient,
      times: times.length,
      sameWords: Math.max(...sameWords),
      requests: times.map(({ seq }) => seq),
    };
  });
}
