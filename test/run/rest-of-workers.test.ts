import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import type { HandOut } from '../../src/ledger/hand-out.ts';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import { createVirtualClock } from '../../src/platform/clocks.ts';
import { recordMissedRests } from '../../src/run/resume/recover.ts';
import { once } from '../rig/campaign-rig.ts';
import { crew, members } from '../rig/crew.ts';
import { query } from '../rig/postgres/database.ts';
import { isLong } from '../rig/sample-of.ts';
import { createWireProxy } from '../rig/wire-proxy.ts';

const restMs = 6_000;
const inFlight = 4;
const before = 12;

test('workers send nothing into a pause that the service asks one of them for, whatever they were handed', async () => {
  await using all = await crew(`limits: { concurrency: ${inFlight} }`);
  const { rig } = all;
  await using wire = await createWireProxy(rig.sandbox.url);
  rig.env['CALLSHEET_BASE_URL'] = wire.url;
  // All other requests get no answer, and their workers no free slot, until the ledger knows of the pause.
  const known = isAsked(all.store);
  wire.until = (answer) => (rig.requests().length <= before || answer.includes(' 429 ') ? undefined : known);
  const headers = { 'retry-after': String(restMs / 1_000) };
  await rig.fault({ kind: 'http', http: 429, headers, skip: before, times: 1 });
  const leader = all.lead();
  await Promise.all([all.worker(), all.worker()]);
  expect((await leader.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  const later = rig.requests().slice(before + 1);
  const until = Date.parse(rig.requests()[before]!.at) + restMs;
  // What the other slots had by then.
  expect(later.filter(({ at }) => Date.parse(at) < until).length).toBeLessThan(inFlight);
});

/** Resolves when a worker has recorded an outcome that its leader must judge. */
async function isAsked(store: string): Promise<void> {
  const [url = ''] = store.split('?');
  while ((await query(url, 'SELECT FROM callsheet.run WHERE alarms > 0')).length === 0) await setTimeout(20);
}

test.runIf(isLong)('nor does the next leader, where the one before had died when a worker was asked', async () => {
  await using all = await crew(`limits: { concurrency: ${inFlight} }`, { leaseSeconds: 8 });
  const { rig } = all;
  const leader = all.process.lead();
  await all.worker();
  await rig.answered(before);
  await rig.fault({ kind: 'delay', ms: 1_000 });
  const [url = ''] = all.store.split('?');
  const sending = `SELECT count(*) AS jobs FROM callsheet.job WHERE state = 'sending'`;
  while (Number((await query(url, sending))[0]?.['jobs']) < inFlight) await setTimeout(20);
  leader.kill('SIGKILL');
  await leader.ended;
  // The first of those that the worker was handed and has not begun.
  await rig.noFaults();
  const seconds = 20;
  await rig.fault({ kind: 'http', http: 429, headers: { 'retry-after': String(seconds) }, times: 1 });
  const asked = await all.lead().ended;
  expect(asked.code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  const at = rig.requests().map((request) => Date.parse(request.at));
  const longest = Math.max(...at.slice(1).map((one, index) => one - at[index]!));
  expect(longest).toBeGreaterThan((seconds - 1) * 1_000);
});

test('a pause that is over, or is known to last longer, is not recorded again', async () => {
  const noon = Date.parse('2026-11-23T12:00:00Z');
  const lease = createMemoryBackend().openLease({ about: { campaign: 'trial', run: '1', service: 'test' } });
  const known = { until: noon + 50_000, reason: 'HTTP 429' };
  await lease.apply([{ kind: 'rests', rests: [known] }]);
  const reportOf = (step: string, verdict: object) => ({ verdict: { kind: 'again', ...verdict }, settled: { step } });
  const throttled = { why: 'throttled', reason: 'HTTP 429' };
  const limited = { why: 'wait', code: '-27', reason: 'period total send limit reached' };
  const bodies = [
    { settlement: { kind: 'settled', state: 'skipped' } },
    reportOf('hello', { ...throttled, notBefore: noon + 40_000 }),
    reportOf('hello', { ...throttled, notBefore: noon - 1 }),
    reportOf('code', { ...limited, notBefore: noon + 30_000.5 }),
    reportOf('removed', { ...limited, notBefore: noon + 60_000 }),
    reportOf('hello', { why: 'unsent', reason: 'ECONNREFUSED', notBefore: noon + 60_000 }),
  ];
  const handOut = { reportsBefore: () => Promise.resolve(bodies) } as unknown as HandOut;
  const steps = [
    { id: 'code', uses: 'otp.send' },
    { id: 'hello', uses: 'whatsapp.send' },
  ];
  const loaded = { campaign: { steps } } as unknown as LoadedCampaign;
  await recordMissedRests({ loaded, lease: { ...lease, handOut }, clock: createVirtualClock(noon) });
  const code = { step: 'code', until: noon + 30_001, reason: '-27: period total send limit reached' };
  expect((await lease.status()).rests).toEqual([known, code]);
});
