import { restOf } from '../job/rest.ts';
import { type AudienceTimes, audienceTimes } from './audience-times.ts';
import { resumedPace } from './pace.ts';
import type { SchedulerInput } from './scheduler.ts';
import { createStepJobs } from './step-jobs.ts';
import { keepOtherSteps, linkNeeds } from './step-needs.ts';
import { type StepState, stop } from './step-state.ts';

/** Every step with its jobs, as history has them, and with the steps that it needs. */
export function createSteps({
  campaign,
  rosters,
  history,
  part,
  stopped = [],
  now,
}: SchedulerInput): readonly StepState[] {
  const once: AudienceTimes = { zones: [campaign.timezone], zoneOf: new Uint16Array(1) };
  const timesOf = new Map<string, AudienceTimes>();
  const byCountry = campaign.steps.some(({ window }) => window !== 'always' && window.holidays?.of === 'number');
  for (const audience of campaign.audiences) {
    const roster = rosters.get(audience.name);
    if (roster) timesOf.set(audience.name, audienceTimes({ audience, roster, timezone: campaign.timezone, byCountry }));
  }
  const steps = campaign.steps.map((step, index): StepState => {
    const audience = step.forEach?.audience;
    const roster = audience === undefined ? undefined : rosters.get(audience);
    const times = audience === undefined ? once : timesOf.get(audience);
    if (times === undefined) throw new Error(`no roster for audience ${audience}`);
    const jobs = createStepJobs({ campaign, step, roster, history, part, now });
    return {
      step,
      index,
      roster,
      times,
      jobs,
      pace: step.rate && resumedPace(step.rate, history.stepStarts.get(step.id), now),
      ratePlace: ['steps', step.id, 'rate'],
      needs: [],
      neededBy: [],
      openNeeds: 0,
      hasEnded: false,
      status: 'waiting',
      blockedBy: undefined,
      stopReason: undefined,
      opensAt: undefined,
      opening: [],
      queue: undefined,
      wave: undefined,
      inFlight: 0,
      startedAt: jobs.firstStart,
      endedAt: undefined,
      restUntil: restOf(history.rests, step.id, now)?.until ?? Number.NEGATIVE_INFINITY,
      started: 0,
      firstStarts: new Map(),
    };
  });
  linkNeeds(steps);
  for (const state of steps) {
    const known = stopped.find(({ step }) => step === state.step.id);
    if (known !== undefined) stop(state, known.stopReason ?? '', known.ends ?? now);
  }
  if (part !== undefined) keepOtherSteps(steps, now);
  return steps;
}
