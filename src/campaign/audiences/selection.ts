import type { Roster } from '../../audience/roster.ts';
import { rowTest } from '../../audience/where.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { Step } from '../campaign.ts';
import type { LoadedCampaign } from '../loaded-campaign.ts';

/** The recipients of its audience that a step's own `where` selects; for the others it has no jobs. */
export function isSelectedBy(step: Step, roster: Roster | undefined): (index: number) => boolean {
  const where = step.forEach?.where ?? {};
  if (roster === undefined || Object.keys(where).length === 0) return () => true;
  const isMet = rowTest(where);
  return (index) => isMet((column) => roster.value(index, column));
}

/** Whether a step has nothing to do if every request is accepted. */
export function runsAsNeeded({ runs, forEach }: Step): boolean {
  return runs === 'on-failure' || (forEach?.onlyIf !== undefined && !forEach.onlyIf.outcomes.includes('accepted'));
}

/**
 * The index of a job's recipient in the audience, 0 for a step that runs once. Undefined if the step now runs differently than the
 * job did: once instead of for each recipient, or the other way round.
 */
export function jobIndex(roster: Roster | undefined, key: RecipientKey | number | undefined): number | undefined {
  if (roster === undefined) return key === undefined ? 0 : undefined;
  return key === undefined ? undefined : roster.indexOf(key);
}

/** Whether this step has such a job with the current files. */
export function hasJobIn(step: Step, roster: Roster | undefined): (key: RecipientKey | number | undefined) => boolean {
  const isSelected = isSelectedBy(step, roster);
  return (key) => {
    const index = jobIndex(roster, key);
    return index !== undefined && isSelected(index);
  };
}

/** The numbers of all whom the campaign may contact. Who is in two audiences comes twice. */
export function* everybodyIn({ rosters }: Pick<LoadedCampaign, 'rosters'>): Generator<string> {
  for (const roster of rosters.values()) for (let index = 0; index < roster.size; index++) yield roster.key(index);
}
