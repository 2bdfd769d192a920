import type { JobAddress } from '../job/address.ts';
import { createSeededRandom } from '../platform/seeded-random.ts';
import type { KillFindings } from '../report/rehearsal/document.ts';
import { judgeRehearsal } from './judge.ts';
import { type RehearsalSetup, runRehearsal } from './run-rehearsal.ts';

/** Limit for the starts of all these rehearsals: in a long campaign only some boundaries are tried, evenly spread. */
const startsMax = 100_000;
const killsMin = 20;
/** In every fourth rehearsal the next process dies too, within this many boundaries, while it recovers. */
const twiceEach = 4;
const secondWithin = 40;

/**
 * Rehearses the campaign once for each boundary: the process dies there, the next one finishes, and the result is compared with the
 * ledger. Undefined if it is stopped before the first death was judged.
 */
export async function killEverywhere(
  setup: RehearsalSetup,
  boundaries: number,
  stop: AbortSignal,
  progress: (done: number, of: number) => void,
): Promise<KillFindings | undefined> {
  const starts = Math.max(1, boundaries / 4);
  const kills = Math.min(boundaries, Math.max(killsMin, Math.floor(startsMax / starts)));
  const found = { duplicated: new Set<JobAddress>(), lost: new Set<JobAddress>(), unrecorded: new Set<JobAddress>() };
  const broken = new Set<string>();
  const random = createSeededRandom(setup.seed);
  let inDoubtAtMost = 0;
  let twice = 0;
  let done = 0;
  for (let kill = 0; kill < kills && !stop.aborted; kill++) {
    // At random within its own range: even steps would always hit the same boundary of a job.
    const at = Math.floor(((kill + random.next()) * boundaries) / kills) + 1;
    const left = Math.min(secondWithin, boundaries - at);
    const again = kill % twiceEach === twiceEach - 1 ? at + 1 + Math.floor(random.next() * left) : undefined;
    let passed = 0;
    const rehearsal = await runRehearsal(setup, {
      stop,
      dies: (point) => point === 'boundary' && (++passed === at || passed === again),
    });
    if (stop.aborted) break;
    done++;
    if (rehearsal.deaths > 1) twice++;
    const { comparison, audit } = await judgeRehearsal(setup.loaded, rehearsal);
    for (const kind of ['duplicated', 'lost', 'unrecorded'] as const)
      for (const address of comparison[kind]) found[kind].add(address);
    for (const { rule, message } of audit) broken.add(`${rule}: ${message}`);
    inDoubtAtMost = Math.max(inDoubtAtMost, comparison.doubtsArrived.length + comparison.doubtsNot.length);
    progress(kill + 1, kills);
  }
  if (done === 0 && kills > 0) return undefined;
  return {
    kills: done,
    ...(done < kills ? { stopped: true } : {}),
    boundaries,
    twice,
    duplicated: [...found.duplicated],
    lost: [...found.lost],
    unrecorded: [...found.unrecorded],
    broken: [...broken],
    inDoubtAtMost,
  };
}
