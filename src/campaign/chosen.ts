import type { Step } from './campaign.ts';
import type { Roster } from './roster.ts';

/** Which recipients of its audience a step's own `where` chooses; the others are no jobs of it at all. An empty cell is ''. */
export function chosenBy(step: Step, roster: Roster | undefined): (index: number) => boolean {
  const conditions = Object.entries(step.forEach?.where ?? {});
  if (roster === undefined || conditions.length === 0) return () => true;
  return (index) => conditions.every(([column, values]) => values.includes(String(roster.value(index, column) ?? '')));
}
