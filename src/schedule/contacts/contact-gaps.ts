import type { Roster } from '../../audience/roster.ts';
import type { Campaign } from '../../campaign/campaign.ts';
import { forEachRow, type History } from '../../job/history.ts';
import type { Instant } from '../../platform/ports.ts';
import { wasTried } from '../step-jobs.ts';
import type { StepState } from '../step-state.ts';

/**
 * `perRecipient`: the gap between two jobs for one recipient, over all steps and audiences. A retry is the
 * same job, unless another step has contacted them in between. Undefined where there is no gap. Kept are ten bytes for each recipient in
 * each audience: when they were contacted last, and by which step.
 */
export function createContacts(campaign: Campaign, steps: readonly StepState[], history: History) {
  const { perRecipient } = campaign.limits;
  if (perRecipient === undefined) return undefined;
  const gap = perRecipient.perMs / perRecipient.count;
  const audiences = new Map<string, Latest>();
  for (const [by, { step, roster, jobs }] of steps.entries()) {
    if (step.forEach === undefined || roster === undefined) continue;
    const latest = audiences.get(step.forEach.audience) ?? createLatest(roster);
    audiences.set(step.forEach.audience, latest);
    jobs.forEachContact((index, at) => take(latest, index, at, by));
  }
  takeByKey(audiences, steps, history);
  const of = (state: StepState) => audiences.get(state.step.forEach?.audience ?? '');
  return {
    freeAt(state: StepState): ((recipient: number) => Instant) | undefined {
      const latest = of(state);
      if (latest === undefined) return undefined;
      const { at, by } = latest;
      return (index) => {
        if (by[index] === state.index && state.jobs.retries.has(index)) return Number.NEGATIVE_INFINITY;
        return Math.ceil(at[index]! + gap);
      };
    },
    note(state: StepState, recipient: number, at: Instant): void {
      const own = of(state);
      if (own === undefined) return;
      const by = state.index;
      take(own, recipient, at, by);
      if (audiences.size === 1) return;
      const key = own.roster.key(recipient);
      for (const latest of audiences.values()) if (latest !== own) take(latest, latest.roster.indexOf(key), at, by);
    },
  };
}

export type Contacts = ReturnType<typeof createContacts>;

/** The latest contacts of one audience's recipients, by their place in it. */
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
 * Contacts that no step's own records have: those of steps that were removed from the file, whose audience is unknown, and,
 * where there are several audiences, those of a recipient who is in more than one.
 */
function takeByKey(audiences: ReadonlyMap<string, Latest>, steps: readonly StepState[], history: History): void {
  const places = new Map(
    steps.flatMap(({ step: { id, was } }, by) => [id, was ?? id].map((name) => [name, by] as const)),
  );
  const isCounted = (id: string): boolean => audiences.size < 2 && places.has(id);
  for (const id of new Set([...places.keys(), ...history.steps.keys()])) {
    if (isCounted(id)) continue;
    forEachRow(history.steps.get(id), (row) => {
      const { key, at } = row;
      if (key === undefined || at === undefined || !wasTried(row)) return;
      for (const latest of audiences.values()) take(latest, latest.roster.indexOf(key), at, places.get(id) ?? ofNoStep);
    });
  }
}
