import type { JobAddress } from '../../job/address.ts';
import { renameRemedy, renameWords, type UnclearRename } from '../../plan/renames.ts';
import type { Edits } from '../../run/resume/edits.ts';
import { someAddresses } from '../mask.ts';
import { formatJobs } from '../plan/words.ts';

const shown = 3;

/** What was edited during the run; empty when none of it concerns what has been sent. */
export function editsToText(edits: Edits, showNumbers: boolean): string {
  const { changedAfterSent, gone, lostSteps, removedInFlight, unclear } = edits;
  const lines: string[] = [];
  if (changedAfterSent.length > 0) {
    lines.push(
      `Edited after they were sent, and not sent again: ${formatJobs(changedAfterSent.length)}${some(changedAfterSent, showNumbers)}.`,
    );
  }
  if (gone.length > 0) {
    lines.push(`Already reached, but no longer in the audience: ${formatJobs(gone.length)}${some(gone, showNumbers)}.`);
  }
  if (removedInFlight.length > 0) {
    lines.push(`Removed from the campaign while unanswered, and now in doubt: ${formatJobs(removedInFlight.length)}.`);
  }
  const named = new Set(unclear.map(({ lost }) => lost));
  for (const step of lostSteps) {
    if (!named.has(step)) lines.push(`Step \`${step}\` is no longer in the file; its records are kept.`);
  }
  lines.push(...unclear.map(renameText));
  return lines.map((line) => `${line}\n`).join('');
}

export function renameText(rename: UnclearRename): string {
  return `${renameWords(rename)}. ${renameRemedy(rename)}.`;
}

/** What a plan says of a run that goes on: one sentence, or none when there is nothing of the kind. */
export function formatEditedInFlight(addresses: readonly JobAddress[] = [], showNumbers: boolean): readonly string[] {
  if (addresses.length === 0) return [];
  const who = `${formatJobs(addresses.length)}${some(addresses, showNumbers)}`;
  return [
    `Edited or removed after an attempt whose answer was lost: ${who}. ${addresses.length === 1 ? 'It is' : 'They are'} not sent again unless you undo the edit first.`,
  ];
}

function some(addresses: readonly JobAddress[], showNumbers: boolean): string {
  return ` (${someAddresses(addresses, showNumbers, shown)})`;
}
