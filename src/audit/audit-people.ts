import type { Campaign } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import type { AuditFinding } from './audited-start.ts';
import type { StartColumns } from './start-columns.ts';

/** Nobody is contacted twice by one step, or too soon after another message, in whichever audience they are. */
export function auditPeople(given: {
  readonly campaign: Campaign;
  readonly columns: StartColumns;
  readonly jitterMs: number;
}): readonly AuditFinding[] {
  const { campaign, columns, jitterMs } = given;
  const { kinds } = columns;
  const theirs = new Set(campaign.steps.filter(({ forEach }) => forEach !== undefined).map(({ id }) => id));
  const { perRecipient } = campaign.limits;
  const gap = perRecipient && perRecipient.perMs / perRecipient.count;
  const isTheirs = kinds.map(({ steps: [step] }) => step !== undefined && theirs.has(step));
  const isJudged = (index: number): boolean =>
    !Number.isNaN(columns.person(index)) && (isTheirs[columns.kind(index)]! || columns.isTakenOut(index));
  // Without a gap a start matters only to those of the same job, and a further attempt to none.
  const found: { readonly index: number; readonly at: Instant; readonly finding: AuditFinding }[] = [];
  const groups =
    gap === undefined
      ? severalOf(columns, (index) => isJudged(index) && !columns.isRepeat(index), 'job')
      : severalOf(columns, isJudged, 'person');
  for (const group of groups) {
    const once = new Set<number>();
    let before: { readonly at: number; readonly triedJob: number | undefined } | undefined;
    for (const index of group) {
      const [at, job] = [columns.at(index), columns.kind(index)];
      const { steps } = kinds[job]!;
      const repeat = columns.isRepeat(index);
      if (!repeat) {
        const who = { step: steps[0]!, key: columns.keyOf(columns.person(index)), at };
        if (steps.length === 1 && once.has(job)) {
          found.push({ index, at, finding: { rule: 'once', ...who, message: 'started twice' } });
        }
        once.add(job);
        // After another attempt of the same job it is not a second message.
        if (gap !== undefined && before !== undefined && before.triedJob !== job && at - before.at < gap - jitterMs) {
          const message = `only ${at - before.at} ms after another message`;
          found.push({ index, at, finding: { rule: 'perRecipient', ...who, message } });
        }
      }
      before = { at, triedJob: repeat ? job : undefined };
    }
  }
  return found.sort((a, b) => a.at - b.at || a.index - b.index).map(({ finding }) => finding);
}

/** The starts of each person, or job, that has more than one, in the order of time. */
function* severalOf(
  columns: StartColumns,
  isAsked: (index: number) => boolean,
  of: 'person' | 'job',
): Generator<Uint32Array> {
  const { size } = columns;
  const isSame = (one: number, other: number): boolean =>
    columns.person(one) === columns.person(other) && (of === 'person' || columns.kind(one) === columns.kind(other));
  let places = 2;
  while (places < 1.5 * size) places *= 2;
  /** The first start that was met of each, and 1; 0 where there is none. */
  const table = new Uint32Array(places);
  /** Of each start, the same; 0 where it is not asked for. */
  const firsts = new Uint32Array(size);
  const hasOthers = new Uint8Array(size + 1);
  let several = 0;
  for (let index = 0; index < size; index++) {
    if (!isAsked(index)) continue;
    let place = hashOf(columns.person(index), of === 'person' ? 0 : columns.kind(index)) & (places - 1);
    while (table[place] !== 0 && !isSame(table[place]! - 1, index)) place = (place + 1) & (places - 1);
    const first = table[place]!;
    if (first === 0) table[place] = index + 1;
    else {
      several += hasOthers[first] === 0 ? 2 : 1;
      hasOthers[first] = 1;
    }
    firsts[index] = table[place]!;
  }
  const members = new Uint32Array(several);
  let count = 0;
  for (let index = 0; index < size; index++) if (hasOthers[firsts[index]!] === 1) members[count++] = index;
  members.sort((a, b) => firsts[a]! - firsts[b]! || columns.at(a) - columns.at(b) || a - b);
  for (let from = 0, to = 0; from < several; from = to) {
    while (to < several && firsts[members[to]!] === firsts[members[from]!]) to++;
    yield members.subarray(from, to);
  }
}

function hashOf(person: number, kind: number): number {
  const high = Math.floor(person / 2 ** 32);
  const mixed = Math.imul(
    (person % 2 ** 32) ^ Math.imul(high, 0x85ebca6b) ^ Math.imul(kind + 1, 0xc2b2ae35),
    0x9e3779b1,
  );
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
