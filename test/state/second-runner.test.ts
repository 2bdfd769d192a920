import { once as event } from 'node:events';
import { hostname } from 'node:os';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { createCampaignRig, once, otpStep, people } from '../rig/campaign-rig.ts';

describe('one runner per state file', () => {
  test('a second one learns who runs it and since when, ends with 2, and sends nothing', async () => {
    await using rig = await createCampaignRig();
    const members = people(6);
    await rig.members(members);
    await rig.campaign(otpStep, 'limits: { concurrency: 1 }');
    await rig.fault({ kind: 'delay', ms: 400 });
    const first = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(1);

    const second = await rig.run();
    expect(second).toMatchObject({ code: 2, stdout: '' });
    const [, pid, host, since] =
      /^campaign\.yaml is already being run by process (\d+) on (\S+), since (\S+)\. /.exec(second.stderr) ?? [];
    expect({ pid, host }).toEqual({ pid: String(first.pid), host: hostname() });
    expect(Date.parse(since ?? '')).toBeLessThanOrEqual(Date.now());
    expect(second.stderr).toContain('Nothing was sent.');

    expect((await first.ended).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once(members));
    expect(rig.requests()).toHaveLength(members.length);
  });

  test('many that start together: one runs, and nobody is reached twice', async () => {
    await using rig = await createCampaignRig();
    const members = people(12);
    await rig.members(members);
    await rig.campaign(otpStep, 'limits: { concurrency: 2 }');
    await rig.fault({ kind: 'delay', ms: 300 });
    const ended = await Promise.all(Array.from({ length: 5 }, () => rig.run()));
    const codes = ended.map(({ code }) => code);
    // Who comes when the first is through finds nothing to do, and says 0 as well.
    expect(codes).toContain(0);
    expect(new Set(codes)).toEqual(new Set([0, 2]));
    expect(rig.requests()).toHaveLength(members.length);
    expect(rig.effects('otp.send')).toEqual(once(members));
  });

  test('two that reach for the lock at the same instant do not keep each other out', async () => {
    await using rig = await createCampaignRig();
    const rounds = 80;
    const arrived = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * rounds));
    const reach = async (name: string): Promise<string> => {
      const worker = new Worker(
        `const { parentPort, workerData } = require('node:worker_threads');
        const { module, folder, arrived, rounds, name } = workerData;
        import(module).then(({ takeRunLock }) => {
          let won = '';
          for (let round = 0; round < rounds; round++) {
            const files = { lock: folder + '/x.lock', holder: folder + '/' + name + '.json' };
            Atomics.add(arrived, round, 1);
            while (Atomics.load(arrived, round) < 2);
            const lock = takeRunLock(files, { run: '1', pid: 1, host: 'here', since: 0 });
            won += 'holder' in lock ? '-' : '+';
            if (!('holder' in lock)) lock.release();
          }
          parentPort.postMessage(won);
        });`,
        {
          eval: true,
          workerData: {
            module: new URL('../../dist/src/ledger/run-lock.js', import.meta.url).href,
            folder: rig.folder,
            arrived,
            rounds,
            name,
          },
        },
      );
      return String(await event(worker, 'message'));
    };
    // Each gives it back at once, so that the other one gets it too.
    expect(await Promise.all([reach('a'), reach('b')])).toEqual(['+'.repeat(rounds), '+'.repeat(rounds)]);
  });

  test('the lock dies with its process: after a kill -9 nobody has to be asked', async () => {
    await using rig = await createCampaignRig();
    const members = people(4);
    await rig.members(members);
    await rig.campaign(otpStep, 'limits: { concurrency: 1 }');
    await rig.fault({ kind: 'hang', times: 1 });
    const first = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(1);
    first.kill('SIGKILL');
    await first.ended;
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once(members));
  });
});
