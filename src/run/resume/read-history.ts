import type { Campaign } from '../../campaign/campaign.ts';
import type { History } from '../../job/history.ts';
import { noWaves, type WaveLog } from '../../job/waves.ts';
import type { RunReader } from '../../ledger/backend.ts';
import { mostRemembered } from '../../schedule/pace.ts';
import type { Rate } from '../../time/duration.ts';

/** Reads, once, what a scheduler needs to know of the past. `states` leaves out when jobs were started. */
export async function readHistory(
  campaign: Campaign,
  reader: Pick<RunReader, 'stepHistories' | 'recentStarts' | 'status' | 'waves' | 'decisions'>,
  detail: 'times' | 'states' = 'times',
): Promise<History> {
  const stepStarts = new Map<string, readonly number[]>();
  for (const { id, rate } of campaign.steps) {
    if (rate !== undefined) stepStarts.set(id, await reader.recentStarts(startsOf(rate), id));
  }
  const { rate } = campaign.limits;
  const { begunAt, rests } = await reader.status();
  return {
    steps: await reader.stepHistories(detail),
    // The sandbox's clock goes on from the latest one.
    starts: await reader.recentStarts(rate === undefined ? 1 : startsOf(rate)),
    stepStarts,
    begunAt,
    rests,
    waves: campaign.steps.some(({ forEach }) => forEach?.waves !== undefined) ? await readWaves(reader) : noWaves,
  };
}

async function readWaves(reader: Pick<RunReader, 'waves' | 'decisions'>): Promise<WaveLog> {
  const promoted = (await reader.decisions()).flatMap(({ promotion }) => (promotion === undefined ? [] : [promotion]));
  return { begun: await reader.waves(), promoted };
}

function startsOf({ count }: Rate): number {
  return Math.max(1, Math.min(count, mostRemembered));
}
