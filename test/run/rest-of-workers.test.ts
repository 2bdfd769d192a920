import { expect, test } from 'vitest';
import { once } from '../rig/campaign-rig.ts';
import { crew, members } from '../rig/crew.ts';

const restMs = 6_000;
const inFlight = 4;
const before = 12;

test('workers send nothing into a pause that the service asks one of them for, whatever they were handed', async () => {
  await using all = await crew(`limits: { concurrency: ${inFlight} }`);
  const { rig } = all;
  const headers = { 'retry-after': String(restMs / 1_000) };
  await rig.fault({ kind: 'http', http: 429, headers, skip: before, times: 1 });
  const leader = all.lead();
  await Promise.all([all.worker(), all.worker()]);
  expect((await leader.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  const at = rig.requests().map((request) => Date.parse(request.at));
  const [refusedAt = 0] = at.slice(before);
  // What was in flight by then.
  expect(at.filter((one) => one > refusedAt && one < refusedAt + restMs - 500).length).toBeLessThan(inFlight);
});
