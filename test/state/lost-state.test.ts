import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';
import { openControlRoom } from '../rig/control-room.ts';

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

test('a plan of a copied state says that a run refuses it, and no page offers its start', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(1));
  await rig.campaign(otpStep);
  const env = { XDG_STATE_HOME: join(rig.folder, 'memory') };
  expect((await rig.callsheet(['run', 'campaign.yaml', '--yes'], env).ended).code).toBe(0);
  await rig.members(people(2));
  const original = join(rig.folder, '.callsheet', 'ledger.db');
  await cp(join(rig.folder, '.callsheet'), join(rig.folder, 'copied'), { recursive: true });
  const copy = join(rig.folder, 'copied', 'ledger.db');
  const refused = `${copy} is a copy of ${original}, which still exists. Use the original with --state ${join(rig.folder, '.callsheet')}, or accept the copy with --adopt if the original will not be run again.`;

  const planned = async (...state: readonly string[]): Promise<string> =>
    (await rig.callsheet(['plan', 'campaign.yaml', ...state], env).ended).stderr;
  expect(await planned()).toBe('');
  expect(await planned('--state', 'copied')).toBe(`${refused} Until then, \`run\` refuses to start.\n`);
  const { stderr } = await rig.callsheet(['status', 'campaign.yaml', '--state', 'copied'], env).ended;
  expect(stderr).toBe(`${refused}\n`);
  const startIn = async (...state: readonly string[]): Promise<unknown> => {
    const room = await openControlRoom(rig, ['campaign.yaml', '--allow-actions', ...state], env);
    const isPlanned = ({ planning }: { readonly planning?: unknown }): boolean => planning === false;
    const { actions } = await room.follow('/api/overview?file=campaign.yaml', isPlanned);
    return (actions as readonly unknown[])[0];
  };
  expect(await startIn()).toMatchObject({ possible: true });
  expect(await startIn('--state', 'copied')).toMatchObject({ possible: false, words: refused });
  const run = await rig.callsheet(['run', 'campaign.yaml', '--yes', '--state', 'copied'], env).ended;
  expect(run).toMatchObject({ code: 2, stderr: `${refused} Nothing was sent.\n` });
});

test('a plan says that another service, or a start that was added, would be refused, as the run that refuses does', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(1));
  await rig.campaign(otpStep);
  const env = { XDG_STATE_HOME: join(rig.folder, 'memory') };
  expect((await rig.callsheet(['run', 'campaign.yaml', '--yes'], env).ended).code).toBe(0);
  await rig.members(people(2));
  const refusedOf = async (more: Readonly<Record<string, string>>): Promise<unknown> => {
    const { stdout } = await rig.callsheet(['plan', 'campaign.yaml', '--format', 'json'], { ...env, ...more }).ended;
    return (JSON.parse(stdout) as { readonly refused?: unknown }).refused;
  };
  expect(await refusedOf({})).toBeUndefined();
  const elsewhere = { CALLSHEET_BASE_URL: 'http://127.0.0.1:9' };
  const [other] = (await refusedOf(elsewhere)) as readonly string[];
  expect(other).toMatch(/records a run at another service/);
  const there = await rig.callsheet(['run', 'campaign.yaml', '--yes'], { ...env, ...elsewhere }).ended;
  expect(there).toMatchObject({ code: 2, stderr: `${other} Nothing was sent.\n` });
  await rig.campaign(otpStep, 'starts: 2026-11-23 09:00');
  expect(await refusedOf({})).toEqual([
    expect.stringMatching(/would start a new run, 2026-11-23, but run 1 has already/),
  ]);
});
