import type { Campaign, Step } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import { operations } from '../service/operations/operations.ts';
import type { AuditFinding, AuditInput } from './audited-start.ts';
import { kindOf, type StartColumns } from './start-columns.ts';

/** No job of a step starts before the last job of the steps that it waits for, plus its delay. */
export function auditOrder(
  step: Step,
  given: Pick<AuditInput, 'campaign' | 'uninterrupted'> & { readonly columns: StartColumns },
): readonly AuditFinding[] {
  const { uninterrupted, columns } = given;
  const of = (id: string) => columns.kinds[kindOf(columns, id)];
  const first = of(step.id)?.first;
  if (first === undefined) return [];
  // A step that it needed may have failed or been blocked, and tried again by a later process.
  if (!uninterrupted && step.runs !== 'on-success') return [];
  return waitedFor(step).flatMap((id) => {
    const needed = of(id);
    const last = uninterrupted ? needed?.last : needed?.first;
    if (last === undefined || first >= last + step.delayMs) return [];
    if (!uninterrupted && last > first && !hadSomebody(id, first, given)) return [];
    return [{ rule: 'order' as const, step: step.id, at: first, message: `started before \`${id}\` had finished` }];
  });
}

/** The steps that it needs, and those whose outcomes or outputs it uses, which may be needs of its needs. */
export function waitedFor({ needs, forEach, reads }: Step): readonly string[] {
  return [...new Set([...needs, ...(forEach?.onlyIf === undefined ? [] : [forEach.onlyIf.step]), ...reads.steps])];
}

/**
 * Whether a step had somebody to send to at that time: of those whom it sent to later, at least one was in its audience by then, as another
 * step had sent to them. People may have been added since, or left out until the list was corrected, and a step that has nobody has ended
 * when it could have opened.
 */
function hadSomebody(
  id: string,
  at: Instant,
  { campaign, columns }: { readonly campaign: Campaign; readonly columns: StartColumns },
): boolean {
  const step = campaign.steps.find((one) => one.id === id);
  const audience = step?.forEach?.audience;
  if (step === undefined || audience === undefined) return true;
  if (mayLeaveOut(step, campaign)) return false;
  const ofAudience = new Set(
    campaign.steps.flatMap(({ id: one, forEach }) => (forEach?.audience === audience ? [one] : [])),
  );
  const isOfAudience = columns.kinds.map(({ steps }) => steps.every((one) => ofAudience.has(one)));
  const kind = kindOf(columns, id);
  const known = new Set<number>();
  for (let index = 0; index < columns.size; index++)
    if (isOfAudience[columns.kind(index)] === true && columns.at(index) <= at) known.add(columns.person(index));
  for (let index = 0; index < columns.size; index++)
    if (columns.kind(index) === kind && known.has(columns.person(index))) return true;
  return false;
}

/** Whether people of its audience may have been left out by what their rows, the ledger of contacts, or its `until` said then. */
function mayLeaveOut({ uses, forEach, reads, until }: Step, { audiences, contacts }: Campaign): boolean {
  const { timezone, lastInbound } = audiences.find(({ name }) => name === forEach?.audience) ?? {};
  const hasConditions = Object.keys(forEach?.where ?? {}).length > 0 || forEach?.onlyIf !== undefined;
  const needsValues = reads.columns.length + reads.steps.length > 0 || reads.lacks !== undefined;
  const needsSession = operations[uses].needsSession === true && lastInbound !== undefined;
  const needsZone = timezone !== undefined && 'column' in timezone && timezone.else === undefined;
  const mayExpire = until !== undefined;
  return contacts !== undefined || hasConditions || needsValues || needsSession || needsZone || mayExpire;
}

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
    const times = new Map<number, number>();
    let before: { readonly at: number; readonly triedJob: number | undefined } | undefined;
    for (const index of group) {
      const [at, job] = [columns.at(index), columns.kind(index)];
      const { steps } = kinds[job]!;
      const repeat = columns.isRepeat(index);
      if (!repeat) {
        const who = { step: steps[0]!, key: columns.keyOf(columns.person(index)), at };
        const started = (times.get(job) ?? 0) + 1;
        times.set(job, started);
        // Where only the operation is known, once for each step that uses it.
        if (started > steps.length) {
          const message = steps.length === 1 ? 'started twice' : `started ${started} times by ${steps.length} steps`;
          found.push({ index, at, finding: { rule: 'once', ...who, message } });
        }
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
