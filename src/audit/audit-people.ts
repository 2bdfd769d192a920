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
  const isTheirs = kinds.map(({ steps: [step = ''], isTakenOut }) => isTakenOut || theirs.has(step));
  const isJudged = (index: number): boolean =>
    !Number.isNaN(columns.person(index)) && isTheirs[columns.kind(index)] === true;
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
  let asked = new Uint32Array(columns.size);
  let count = 0;
  for (let index = 0; index < columns.size; index++) if (isAsked(index)) asked[count++] = index;
  asked = asked.subarray(0, count);
  const byOwner = (one: number, other: number): number =>
    columns.person(one) - columns.person(other) || (of === 'job' ? columns.kind(one) - columns.kind(other) : 0);
  asked.sort((one, other) => byOwner(one, other) || columns.at(one) - columns.at(other) || one - other);
  for (let from = 0, to = 0; from < count; from = to) {
    while (to < count && byOwner(asked[from]!, asked[to]!) === 0) to++;
    if (to - from > 1) yield asked.subarray(from, to);
  }
}
