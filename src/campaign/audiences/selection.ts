import type { Roster } from '../../audience/roster.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { Step } from '../campaign.ts';

/** Which recipients of its audience a step's own `where` chooses; the others are no jobs of it at all. An empty cell is ''. */
export function isSelectedBy(step: Step, roster: Roster | undefined): (index: number) => boolean {
  const conditions = Object.entries(step.forEach?.where ?? {});
  if (roster === undefined || conditions.length === 0) return () => true;
  return (index) => conditions.every(([column, values]) => values.includes(String(roster.value(index, column) ?? '')));
}

/**
 * The place of a job's recipient in the audience, 0 for the one of a step that runs once. What a step did while it ran once is nobody's
 * when it runs for each, and the other way round.
 */
export function jobIndex(roster: Roster | undefined, key: RecipientKey | undefined): number | undefined {
  if (roster === undefined) return key === undefined ? 0 : undefined;
  return key === undefined ? undefined : roster.indexOf(key);
}

/** Whether there is, as the files are now, such a job of this step. */
export function hasJobIn(step: Step, roster: Roster | undefined): (key: RecipientKey | undefined) => boolean {
  const isSelected = isSelectedBy(step, roster);
  return (key) => {
    const index = jobIndex(roster, key);
    return index !== undefined && isSelected(index);
  };
}
