import type { JobAddress } from '../job/address.ts';
import { createSeededRandom } from '../platform/seeded-random.ts';
import type { KillFindings } from '../report/rehearsal/text.ts';
import { judgeRehearsal } from './judge.ts';
import { type RehearsalSetup, runRehearsal } from './run-rehearsal.ts';

/** Starts that all these rehearsals may come to: a long campaign dies at some of its boundaries, evenly spread. */
const startsMax = 100_000;
const killsMin = 20;
/** In every so manieth rehearsal the next process dies, too: within so many boundaries, while it puts things in order. */
const twiceEach = 4;
const secondWithin = 40;

/**
 * Rehearses the campaign anew for each boundary, and dies there; then goes on to the end, and asks the ledger. Undefined when it is stopped before
 * the first death has been looked into.
 */
export async function killEverywhere(
  stage: RehearsalSetup,
  boundaries: number,
  stop: AbortSignal,
  tell: (done: number, of: number) => void,
): Promise<KillFindings | undefined> {
  const starts = Math.max(1, boundaries / 4);
  const kills = Math.min(boundaries, Math.max(killsMin, Math.floor(startsMax / starts)));
  const doubled = new Set<JobAddress>();
  const lost = new Set<JobAddress>();
  const unbooked = new Set<JobAddress>();
  const broken = new Set<string>();
  const random = createSeededRandom(stage.seed);
  let inDoubtAtMost = 0;
  let twice = 0;
  let done = 0;
  for (let kill = 0; kill < kills && !stop.aborted; kill++) {
    // Somewhere in its own stretch: even steps would meet the same boundary of every job.
    const at = Math.floor(((kill + random.next()) * boundaries) / kills) + 1;
    const left = Math.min(secondWithin, boundaries - at);
    const again = kill % twiceEach === twiceEach - 1 ? at + 1 + Math.floor(random.next() * left) : undefined;
    let passed = 0;
    const performance = await runRehearsal(stage, {
      stop,
      dies: (moment) => moment === 'boundary' && (++passed === at || passed === again),
    });
    if (stop.aborted) break;
    done++;
    if (performance.deaths > 1) twice++;
    const { comparison, audit } = judgeRehearsal(stage.loaded, performance);
    for (const address of comparison.doubled) doubled.add(address);
    for (const address of comparison.lost) lost.add(address);
    for (const address of comparison.unbooked) unbooked.add(address);
    for (const { rule, message } of audit) broken.add(`${rule}: ${message}`);
    inDoubtAtMost = Math.max(inDoubtAtMost, comparison.doubtsArrived.length + comparison.doubtsNot.length);
    tell(kill + 1, kills);
  }
  if (done === 0 && kills > 0) return undefined;
  return {
    kills: done,
    ...(done < kills ? { stopped: true } : {}),
    boundaries,
    twice,
    doubled: [...doubled],
    lost: [...lost],
    unbooked: [...unbooked],
    broken: [...broken],
    inDoubtAtMost,
  };
}
