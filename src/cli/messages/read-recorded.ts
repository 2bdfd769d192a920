import type { RunReader } from '../../ledger/backend.ts';
import { stateTrouble } from '../../ledger/state-trouble.ts';
import type { FoundRun } from '../../project/state.ts';

/** What `work` finds in the records of a run; undefined where there are none, or they cannot be read: who needs them says why. */
export async function readRecorded<Found>(
  { backend, campaign, run, orNew }: Pick<FoundRun, 'backend' | 'campaign' | 'run'> & { readonly orNew?: true },
  work: (reader: RunReader) => Promise<Found>,
): Promise<Found | undefined> {
  const about = { campaign, run, service: '' };
  const opened = await backend.openForReading({ about, verify: 'none', ...(orNew && { orNew }) });
  if (opened === undefined || 'refused' in opened) return undefined;
  try {
    return await work(opened.reader);
  } catch (error) {
    if (stateTrouble(error) === undefined) throw error;
    return undefined;
  } finally {
    await opened.reader.close();
  }
}
