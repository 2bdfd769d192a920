import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';

test('what only looks says so too when the state of a run is gone or elsewhere, as the run that refuses does', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  await rig.campaign(otpStep);
  const env = { XDG_STATE_HOME: join(rig.folder, 'memory') };
  const commandOf = async (...args: readonly string[]) => {
    const { code, stderr } = await rig.callsheet([args[0]!, 'campaign.yaml', ...args.slice(1)], env).ended;
    return { code, stderr };
  };
  expect((await commandOf('plan')).stderr).toBe('');
  expect((await commandOf('run', '--yes')).code).toBe(0);
  expect((await commandOf('plan')).stderr).toBe('');
  const state = join(rig.folder, '.callsheet');
  await rename(state, join(rig.folder, 'gone'));

  const gone = `Run 1 of campaign.yaml was carried out before, but its state file ${state}/ledger.db, which records who was contacted, is missing. Restore it`;
  expect(await commandOf('plan')).toEqual({ code: 0, stderr: `${gone}. Until then, \`run\` refuses to start.\n` });
  expect(await commandOf('plan', '--sandbox')).toEqual({ code: 0, stderr: '' });
  expect(await commandOf('status')).toEqual({ code: 0, stderr: `${gone}.\n` });
  expect(await commandOf('reconcile')).toEqual({ code: 2, stderr: `${gone}\n` });
  expect((await commandOf('run', '--yes')).code).toBe(2);

  await rm(state, { recursive: true });
  await rename(join(rig.folder, 'gone'), state);
  const there = `Run 1 of campaign.yaml was carried out before, with the state file ${state}/ledger.db. Use it with --state ${state}`;
  expect(await commandOf('status', '--state', 'elsewhere')).toEqual({ code: 0, stderr: `${there}.\n` });
  expect(await commandOf('status')).toEqual({ code: 0, stderr: '' });
});
