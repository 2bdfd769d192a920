import { expect, test } from 'vitest';
import { operationIds, operations } from '../../src/service/operations/operations.ts';
import { crashReport, createCrashRig, targets } from '../rig/crash-campaign.ts';
import { isLong, isWhole, sampleOf } from '../rig/sample-of.ts';
import { createWireProxy, type WireMoment } from '../rig/wire-proxy.ts';

const whatsapp = targets['whatsapp.send'];
/** How often each operation is the death of a process: in `npm run soak -- whole` at the second time, too. */
const timesEach = isWhole ? 2 : 1;
/** More deaths than there are moments to die at: a campaign that needs more does not get on. */
const deathsMax = 40;

/** Runs the command line until it ends by itself; `dies` says where it is killed. */
async function runToTheEnd(dies: (moment: WireMoment, path: string, process: number) => boolean) {
  await using rig = await createCrashRig();
  await using proxy = await createWireProxy(rig.sandbox.url);
  let deaths = 0;
  for (let process = 0; process < deathsMax; process++) {
    const child = rig.process(['run', 'campaign.yaml', '--yes'], { CALLSHEET_BASE_URL: proxy.url });
    let isKilled = false;
    proxy.stopAt = (moment, path) => {
      // What it still hears before it is gone is not another death.
      if (isKilled || !dies(moment, path, process)) return isKilled;
      isKilled = true;
      child.kill('SIGKILL');
      return true;
    };
    const { signal, code } = await child.ended;
    if (signal === null) return { code, deaths, report: await crashReport(rig) };
    deaths++;
  }
  throw new Error('the campaign does not get on');
}

test.each(sampleOf(['firstByte', 'answer'] as const, 1))(
  'a process killed at the %s of every operation: nobody twice, nobody lost',
  async (where) => {
    const left = new Map(operationIds.map((id) => [operations[id].path, timesEach]));
    const { report, deaths } = await runToTheEnd((moment, path) => {
      const times = left.get(path) ?? 0;
      if (moment !== where || times === 0) return false;
      left.set(path, times - 1);
      return true;
    });
    // What has no key is not sent again: the second death comes with the next recipient's message.
    const other = whatsapp.replace(/\d(?=\])/, (digit) => String(Number(digit) + 1));
    expect(report).toEqual({ doubled: [], lost: [], inDoubt: [whatsapp, other].slice(0, timesEach) });
    expect(deaths).toBe(timesEach * operationIds.length);
  },
);

test.runIf(isLong)('a process killed while it connects, again and again: nobody twice, nobody lost', async () => {
  let connections = { process: -1, count: 0 };
  const { report, deaths } = await runToTheEnd((moment, _path, process) => {
    if (moment !== 'connect') return false;
    connections = connections.process === process ? { process, count: connections.count + 1 } : { process, count: 1 };
    // The first goes through, so that each process gets on by one.
    return connections.count === 2;
  });
  expect({ doubled: report.doubled, lost: report.lost }).toEqual({ doubled: [], lost: [] });
  expect(report.inDoubt.filter((address) => !address.startsWith('hello['))).toEqual([]);
  expect(deaths).toBeGreaterThan(operationIds.length / 2);
});
