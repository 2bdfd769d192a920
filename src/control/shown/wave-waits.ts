import type { Campaign } from '../../campaign/campaign.ts';
import { formatCount } from '../../report/plan/words.ts';
import type { KnownPlan, PlanStepJson } from './known-plan.ts';

/** `Invitation: wave 2, 47 people`: what a person may let begin now, as the plan has it. */
export function waveWaits(campaign: Campaign | undefined, known: KnownPlan | undefined): readonly string[] {
  const due = Date.parse(known?.plan?.now ?? '') + 1_000;
  return (known?.plan?.steps ?? []).flatMap(({ id, waves }) => {
    const next = waitsForPerson(waves, due);
    if (next === undefined) return [];
    const title = campaign?.steps.find((step) => step.id === id)?.title ?? id;
    return [`${title}: wave ${next.wave}, ${formatCount(next.people)} people`];
  });
}

/** The wave that nothing but a person holds back by then. */
export function waitsForPerson(waves: PlanStepJson['waves'], due: number) {
  const next = waves?.[0];
  return next?.promote === 'person' && Date.parse(next.from) <= due ? next : undefined;
}

export function hasWaves(campaign: Campaign | undefined): boolean {
  return campaign?.steps.some(({ forEach }) => forEach?.waves !== undefined) === true;
}
