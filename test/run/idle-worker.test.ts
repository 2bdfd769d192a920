import { expect, test } from 'vitest';
import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import type { Lead, Look, WorkerLease } from '../../src/ledger/hand-out.ts';
import type { Clock } from '../../src/platform/ports.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { createFollowedClock, sendForLeader } from '../../src/run/send/hand-out/send-for-leader.ts';
import { memoryFiles } from '../rig/memory-files.ts';

const lead: Lead = {
  epoch: 1,
  runId: 1,
  run: '1',
  control: 'run',
  isHalted: false,
  sentWith: { version: '1', digest: '', service: '', credentials: '' },
};

const never = () => Promise.reject(new Error('there is no job'));

/** How often it slept, and how often something woke it, until it has done either twenty times. */
async function nightOf(look: Look): Promise<{ readonly slept: number; readonly woken: number }> {
  const stop = new AbortController();
  const counts = { slept: 0, woken: 0 };
  let now = Date.parse('2026-11-23T12:00:00Z');
  const clock: Clock = {
    now: () => now,
    async sleepUntil(until, signal) {
      if (signal?.aborted === true) counts.woken++;
      else counts.slept++;
      now = Math.max(now, until);
      if (counts.slept + counts.woken >= 20) stop.abort('enough');
    },
  };
  const worker: WorkerLease = {
    term: { mayStart: () => true, signal: () => stop.signal, leaseMs: 60_000, ageMs: () => 0 },
    look: async () => look,
    fetch: async () => undefined,
    claims: () => ({ job: never, claim: never, settle: never, report: never }),
    onNews: () => () => {},
    judgeContacts: () => true,
    ask: async () => {},
    close: async () => {},
  };
  await sendForLeader({
    loaded: {} as LoadedCampaign,
    worker,
    transport: { send: never, close: async () => {} },
    clock: createFollowedClock(clock),
    signAhead() {},
    contacts: undefined,
    files: memoryFiles({}),
    random: createSeededRandom(1),
    emit() {},
    onLead: () => undefined,
    onStopping() {},
    stop: stop.signal,
  });
  return counts;
}

test.each<[string, Lead | undefined]>([
  ['its leader has ended', undefined],
  ['the run is paused', { ...lead, control: 'pause' }],
  ['nothing is handed out', lead],
])('a worker that has slots sleeps until the next look while %s', async (_, lead) => {
  expect(await nightOf({ share: 3, lead })).toEqual({ slept: 20, woken: 0 });
});
