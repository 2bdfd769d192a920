import type { RecipientKey } from '../job/address.ts';
import type { Step } from './campaign.ts';
import type { Roster } from './roster.ts';

/** Which recipients of its audience a step's own `where` chooses; the others are no jobs of it at all. An empty cell is ''. */
export function chosenBy(step: Step, roster: Roster | undefined): (index: number) => boolean {
  const conditions = Object.entries(step.forEach?.where ?? {});
  if (roster === undefined || conditions.length === 0) return () => true;
  return (index) => conditions.every(([column, values]) => values.includes(String(roster.value(index, column) ?? '')));
}

/** Whether there is, as the files are now, such a job of this step; for a step that runs once there is one without a key. */
export function hasJobFor(step: Step, roster: Roster | undefined): (key: RecipientKey | undefined) => boolean {
  const isChosen = chosenBy(step, roster);
  return (key) => {
    if (roster === undefined || key === undefined) return (roster === undefined) === (key === undefined);
    const index = roster.indexOf(key);
    return index !== undefined && isChosen(index);
  };
}
