import { cleanedJson } from '../../diagnostic/cleaned-json.ts';
import { readSavedPlan } from './saved-plan.ts';
import { type SavedLine, savedPlanPrinter } from './saved-plan-printer.ts';

/**
 * A saved plan in which a person's jobs have another address and no digest of their request, and no reason has the number; undefined if
 * the text is not one.
 */
export function forgetInPlan(text: string, clean: (text: string) => string): string | undefined {
  if ('wrong' in readSavedPlan(text)) return undefined;
  const { jobs, checksum: _, ...head } = JSON.parse(text) as { jobs: readonly SavedLine[]; checksum: string };
  const pieces: string[] = [];
  const cleanHead = JSON.parse(cleanedJson(JSON.stringify(head), clean)) as object;
  const printer = savedPlanPrinter(cleanHead, (piece) => pieces.push(piece));
  for (const job of jobs) printer.job(cleanedLine(job, clean));
  printer.end();
  return pieces.join('');
}

function cleanedLine(job: SavedLine, clean: (text: string) => string): SavedLine {
  const address = clean(job.address);
  const { text, reason, ...rest } = job;
  return {
    ...rest,
    address,
    ...(reason === undefined ? {} : { reason: clean(reason) }),
    ...(text === undefined || address !== job.address ? {} : { text }),
  };
}
