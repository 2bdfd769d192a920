import type { Roster } from '../audience/roster.ts';
import type { Campaign } from '../campaign/campaign.ts';
import type { History } from '../job/history.ts';
import type { Instant } from '../platform/ports.ts';
import type { StepState } from './step-state.ts';

/** When each recipient was contacted last, and by which step: ten bytes for each in each audience. */
export interface Contacts {
  freeAt(line: StepState): ((recipient: number) => Instant) | undefined;
  note(line: StepState, recipient: number, at: Instant): void;
}

/**
 * `perRecipient`: the gap between two jobs for one recipient, over all steps, whatever audience has them. A retry is the
 * same job, unless another step's message has gone out in between.
 */
export function createContacts(campaign: Campaign, lines: readonly StepState[], history: History): Contacts {
  const { perRecipient } = campaign.limits;
  if (perRecipient === undefined) return { freeAt: () => undefined, note: () => undefined };
  const gap = perRecipient.perMs / perRecipient.count;
  const audiences = new Map<string, Latest>();
  for (const [by, { step, roster, jobs }] of lines.entries()) {
    if (step.forEach === undefined || roster === undefined) continue;
    const latest = audiences.get(step.forEach.audience) ?? createLatest(roster);
    audiences.set(step.forEach.audience, latest);
    jobs.forEachContact((index, at) => take(latest, index, at, by));
  }
  takeByKey(audiences, lines, history);
  const of = (line: StepState) => audiences.get(line.step.forEach?.audience ?? '');
  return {
    freeAt(line) {
      const latest = of(line);
      if (latest === undefined) return undefined;
      const { at, by } = latest;
      return (index) => {
        if (by[index] === line.index && line.jobs.retry(index) !== undefined) return Number.NEGATIVE_INFINITY;
        return Math.ceil(at[index]! + gap);
      };
    },
    note(line, recipient, at) {
      const own = of(line);
      if (own === undefined) return;
      const by = line.index;
      take(own, recipient, at, by);
      if (audiences.size === 1) return;
      const key = own.roster.key(recipient);
      for (const latest of audiences.values()) if (latest !== own) take(latest, latest.roster.indexOf(key), at, by);
    },
  };
}

/** What is known of one audience's recipients, by their place in it. */
interface Latest {
  readonly roster: Roster;
  readonly at: Float64Array;
  readonly by: Uint16Array;
}

function createLatest(roster: Roster): Latest {
  const { size } = roster;
  return { roster, at: new Float64Array(size).fill(Number.NEGATIVE_INFINITY), by: new Uint16Array(size) };
}

function take(latest: Latest, index: number | undefined, at: Instant, by: number): void {
  if (index === undefined || at <= latest.at[index]!) return;
  latest.at[index] = at;
  latest.by[index] = by;
}

const ofNoStep = 0xffff;

/**
 * What the steps' own places do not tell: contacts of steps that were taken out of the file, whose audience is not known any
 * more, and, where there are several audiences, of whoever is in more than one.
 */
function takeByKey(audiences: ReadonlyMap<string, Latest>, lines: readonly StepState[], history: History): void {
  const places = new Map(
    lines.flatMap(({ step: { id, was } }, by) => [id, was ?? id].map((name) => [name, by] as const)),
  );
  const isTold = (id: string): boolean => audiences.size < 2 && places.has(id);
  for (const id of new Set([...places.keys(), ...(history.steps?.() ?? [])])) {
    if (isTold(id)) continue;
    history.forEachJob(id, ({ key, at }) => {
      if (key === undefined || at === undefined) return;
      for (const latest of audiences.values()) take(latest, latest.roster.indexOf(key), at, places.get(id) ?? ofNoStep);
    });
  }
}
