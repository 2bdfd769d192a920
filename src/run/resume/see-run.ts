import type { RunReader } from '../../ledger/backend.ts';
import { isUnderWay, type SeenRun, seeRecorded, withPlan } from '../run-state.ts';
import { summarise } from '../summary.ts';
import { asTaken } from './as-taken.ts';
import { workLeft } from './work-left.ts';

/** What a run is, and what is recorded of it: beside a process as it is, else as the next process takes it. */
export interface SeenRecords {
  readonly seen: SeenRun;
  /** Undefined where nothing was run. */
  readonly reader: RunReader | undefined;
  /** A process carries it out. */
  readonly underWay: boolean;
}

export async function seeRun({
  reader,
  ...input
}: Omit<Parameters<typeof workLeft>[0], 'reader' | 'steps'> & {
  readonly reader: RunReader | undefined;
}): Promise<SeenRecords> {
  const seen = await seeRecorded(reader);
  if (reader === undefined) return { seen, reader, underWay: false };
  if (await isUnderWay(reader)) return { seen, reader, underWay: true };
  const { loaded } = input;
  const left = await workLeft({ ...input, reader, steps: (await summarise(loaded, reader)).steps });
  return { seen: withPlan(seen, left.isLeft), reader: asTaken(reader, left, loaded.campaign), underWay: false };
}
