import type { Campaign } from '../../campaign/campaign.ts';
import { formatPeople } from '../../report/plan/words.ts';
import type { KnownPlan } from './known-plan.ts';
import type { RunLook } from './run-look.ts';

/** `Invitation: wave 2, 47 people`: what a person may let begin now, as the plan has it. */
export function waveWaits(look: Pick<RunLook, 'campaign' | 'bursts'>, known: KnownPlan | undefined): readonly string[] {
  const due = Date.parse(known?.plan?.now ?? '') + 1_000;
  return (known?.plan?.steps ?? []).flatMap(({ id }) => {
    const next = waitsForPerson(id, look, known, due);
    if (next === undefined) return [];
    const title = look.campaign?.steps.find((step) => step.id === id)?.title ?? id;
    return [`${title}: wave ${next.wave}, ${formatPeople(next.people)}`];
  });
}

/** The wave that nothing but a person holds back by then. Where the step has started jobs since the plan, it has begun. */
export function waitsForPerson(
  id: string,
  { bursts }: Pick<RunLook, 'bursts'>,
  known: KnownPlan | undefined,
  due: number,
) {
  const next = known?.plan?.steps.find((step) => step.id === id)?.waves?.[0];
  if (next?.promote !== 'person' || Date.parse(next.from) > due) return undefined;
  return (bursts.get(id)?.at(-1)?.to ?? 0) > Date.parse(known?.plan?.now ?? '') ? undefined : next;
}

export function hasWaves(campaign: Campaign | undefined): boolean {
  return campaign?.steps.some(({ forEach }) => forEach?.waves !== undefined) === true;
}
