import type { Campaign, Step } from '../campaign/campaign.ts';
import { warning } from '../campaign/rules/rule.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type History, someRow } from '../job/history.ts';
import { mayHaveReached } from './overdue.ts';

/** The finding of a plan that says so. */
const unclearRenameCode = 'CS5106';

/** A step that is gone and a new one: the same under another name, or two? */
export interface UnclearRename {
  readonly lost: string;
  readonly candidate: string;
  /** The file still has a step of the lost name, with another request than was sent; the new one sends that again. */
  readonly isTaken?: true;
}

/** Each step that may have reached somebody and is no longer in the file, with the first new step that may be the same. */
export function unclearRenames({ steps }: Campaign, recorded: History['steps']): readonly UnclearRename[] {
  const known = new Set(steps.flatMap(namesOf));
  const fresh = steps.filter((step) => !namesOf(step).some((name) => recorded.has(name)));
  return [...recorded].flatMap(([lost, history]) => {
    if (known.has(lost)) return [];
    const candidate = fresh.find(({ forEach }) =>
      someRow(history, (row) => mayHaveReached(row) && (row.key !== undefined) === (forEach !== undefined)),
    );
    return candidate === undefined ? [] : [{ lost, candidate: candidate.id }];
  });
}

function namesOf({ id, was }: Step): readonly string[] {
  return was === undefined ? [id] : [id, was];
}

export function renameWords({ lost, candidate, isTaken }: UnclearRename): string {
  if (isTaken)
    return `\`${candidate}\` is new and sends what was sent as \`${lost}\`, which sends something else now: if it is that step, everyone gets it again`;
  return `Step \`${lost}\` is gone, and \`${candidate}\` is new: if it is the same step, everyone may get it again`;
}

/** How a person answers the question. */
export function renameRemedy({ lost, candidate, isTaken }: UnclearRename): string {
  if (isTaken)
    return `If it is that step, give \`${lost}\` a name that no step had, and add \`was: ${lost}\` to \`${candidate}\`; otherwise use \`run --accept-edits\``;
  return `Add \`was: ${lost}\` to it if it is the same step under a new name; otherwise use \`run --accept-edits\``;
}

/** Why a run is refused until somebody answers. */
export const renameQuestion = `A step looks renamed: say in the file whether it is the same one (${unclearRenameCode}).`;

/** As findings of a plan. */
export function renameFindings({ steps }: Campaign, renames: readonly UnclearRename[]): readonly Diagnostic[] {
  return renames.flatMap((rename) => {
    const step = steps.find(({ id }) => id === rename.candidate);
    if (step === undefined) return [];
    return [warning(unclearRenameCode, step.span, renameWords(rename), renameRemedy(rename))];
  });
}
