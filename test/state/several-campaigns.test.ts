import { copyFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { OpenedLease, Refused, RunLease } from '../../src/ledger/backend.ts';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { statePaths } from '../../src/ledger/state-paths.ts';
import { createCampaignRig, once, otpStep, people } from '../rig/campaign-rig.ts';
import { leaseOf, note, type StateRig, stateRig } from '../rig/state-rig.ts';

const service = 'https://service.example';

function openOf(
  { folder }: StateRig,
  campaign: string,
  more: { readonly adopt?: boolean; readonly run?: string } = {},
): Promise<OpenedLease | Refused> {
  const { adopt = false, run = '1' } = more;
  const paths = statePaths({ folder: join(folder, 'state'), campaign, sandbox: false });
  const backend = createFileBackend({ paths, rollbackGuard: join(folder, 'rollback-guard') });
  return backend.openForRunning({ about: { campaign, run, service }, me: { pid: 1, host: 'here', since: 0 }, adopt });
}

async function countsOf(lease: RunLease) {
  return (await lease.counts()).map(({ step, state, jobs }) => `${step} ${state} ${jobs}`);
}

describe('several campaigns of a folder have one state file', () => {
  test('each with steps, runs and jobs of its own, under the same names, at the same time', async () => {
    using rig = stateRig();
    const [spring, autumn] = [leaseOf(await openOf(rig, 'spring')), leaseOf(await openOf(rig, 'autumn'))];
    await note(spring, 1);
    await Promise.all([note(autumn, 1), note(spring, 2), note(autumn, 7)]);
    await spring.apply([
      { kind: 'settle', to: { step: 'hello', key: '1', attempt: 1, at: 1_500, state: 'accepted' } },
      { kind: 'renameStep', was: 'hello', id: 'greeting' },
    ]);
    expect(await countsOf(spring)).toEqual(['greeting sending 1', 'greeting accepted 1']);
    expect(await countsOf(autumn)).toEqual(['hello sending 2']);
    expect(await autumn.job({ step: 'hello', key: '1' })).toMatchObject({ state: 'sending' });
    expect(await autumn.otherRuns()).toEqual([]);
    await Promise.all([spring.close(), autumn.close()]);
    const again = leaseOf(await openOf(rig, 'autumn', { run: '2' }));
    expect(await countsOf(again)).toEqual([]);
    expect((await again.otherRuns()).map(({ run }) => run)).toEqual(['1']);
    expect(await again.recentStarts(10)).toEqual([1_000, 1_000]);
    await again.close();
  });

  test('a process that begins with one campaign leaves the jobs in flight of the other alone', async () => {
    using rig = stateRig();
    const spring = leaseOf(await openOf(rig, 'spring'));
    await note(spring, 1);
    const autumn = leaseOf(await openOf(rig, 'autumn'));
    await note(autumn, 1);
    await spring.apply([{ kind: 'settle', to: { step: 'hello', key: '1', attempt: 1, at: 1_500, state: 'accepted' } }]);
    expect(await countsOf(spring)).toEqual(['hello accepted 1']);
    expect(await countsOf(autumn)).toEqual(['hello sending 1']);
    await Promise.all([spring.close(), autumn.close()]);
  });

  test('after an older file was accepted, the one with more in it is refused when it comes back', async () => {
    using rig = stateRig();
    for (const campaign of ['spring', 'autumn']) {
      const lease = leaseOf(await openOf(rig, campaign));
      await note(lease, 1);
      await lease.close();
    }
    const [old, newest] = [join(rig.folder, 'old.db'), join(rig.folder, 'newest.db')];
    copyFileSync(rig.paths.database, old);
    const autumn = leaseOf(await openOf(rig, 'autumn'));
    await note(autumn, 2);
    await autumn.close();
    copyFileSync(rig.paths.database, newest);
    copyFileSync(old, rig.paths.database);
    const spring = leaseOf(await openOf(rig, 'spring', { adopt: true }));
    await note(spring, 2);
    await spring.close();
    copyFileSync(newest, rig.paths.database);

    for (const campaign of ['spring', 'autumn', 'winter'])
      expect(await openOf(rig, campaign)).toEqual({ refused: { kind: 'behind', seq: 3, known: 4 } });
  });

  test('a file that lost only what another campaign wrote is refused, and then by each campaign that had used it', async () => {
    using rig = stateRig();
    for (const campaign of ['spring', 'autumn']) {
      const lease = leaseOf(await openOf(rig, campaign));
      await note(lease, 1);
      await lease.close();
    }
    const old = join(rig.folder, 'old.db');
    copyFileSync(rig.paths.database, old);
    const autumn = leaseOf(await openOf(rig, 'autumn'));
    await note(autumn, 2);
    await autumn.close();
    copyFileSync(old, rig.paths.database);

    const refused = await openOf(rig, 'spring');
    expect(refused).toEqual({ refused: { kind: 'behind', seq: 2, known: 3 } });
    await leaseOf(await openOf(rig, 'spring', { adopt: true })).close();
    await leaseOf(await openOf(rig, 'spring')).close();
    expect(await openOf(rig, 'autumn')).toMatchObject({ refused: { kind: 'replaced' } });
    await leaseOf(await openOf(rig, 'autumn', { adopt: true })).close();
    await leaseOf(await openOf(rig, 'autumn')).close();
    await leaseOf(await openOf(rig, 'spring')).close();
  });
});

test('two processes that begin at the same moment make one file, run side by side, and one that is killed goes on', async () => {
  await using rig = await createCampaignRig();
  const members = people(30);
  await rig.members(members);
  await rig.campaign(otpStep, 'limits: { concurrency: 4 }');
  const text = await readFile(rig.file, 'utf8');
  await rig.write('second.yaml', text.replace('campaign: trial', 'campaign: second'));
  await rig.fault({ kind: 'delay', ms: 30 });
  const [first, second] = [
    rig.process(['run', 'campaign.yaml', '--yes']),
    rig.process(['run', 'second.yaml', '--yes']),
  ];
  await rig.answered(20);
  second.kill('SIGKILL');
  expect((await first.ended).code).toBe(0);
  await second.ended;
  expect((await rig.callsheet(['run', 'second.yaml', '--yes']).ended).code).toBe(0);
  const both = Object.fromEntries(Object.entries(once(members)).map(([key, count]) => [key, 2 * count]));
  expect(rig.effects('otp.send')).toEqual(both);
  for (const file of ['campaign.yaml', 'second.yaml'])
    expect((await rig.callsheet(['audit', file]).ended).code).toBe(0);
});
