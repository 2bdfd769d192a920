import type { Campaign } from '../../campaign/campaign.ts';
import { formatCount } from '../../report/plan/words.ts';
import type { KnownPlan } from './known-plan.ts';

/** `Invitation: wave 2, 47 people`: what a person may let begin now, as the plan has it. */
export function waveWaits(campaign: Campaign | undefined, known: KnownPlan | undefined): readonly string[] {
  const due = Date.parse(known?.plan?.now ?? '') + 1_000;
  return (known?.plan?.steps ?? []).flatMap(({ id, waves }) => {
    const next = waves?.[0];
    if (next === undefined || next.promote !== 'person' || Date.parse(next.from) > due) return [];
    const title = campaign?.steps.find((step) => step.id === id)?.title ?? id;
    return [`${title}: wave ${next.wave}, ${formatCount(next.people)} people`];
  });
}

export function hasWaves(campaign: Campaign | undefined): boolean {
  return campaign?.steps.some(({ forEach }) => forEach?.waves !== undefined) === true;
}
