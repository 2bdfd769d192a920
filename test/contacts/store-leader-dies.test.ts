import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { once } from '../rig/campaign-rig.ts';
import { createTeam, members } from '../rig/contact-team.ts';
import { query } from '../rig/postgres/database.ts';
import { createDatabaseProxy } from '../rig/postgres/database-proxy.ts';

const NODE_OPTIONS = `--require ${fileURLToPath(new URL('../rig/shift-clock.cjs', import.meta.url))}`;

/**
 * What is reserved ahead lapses after two seconds. Within them the next leader starts here, and another campaign runs to its end: once the
 * first leader is dead, the clocks of the worker and of the next leader are slow.
 */
test('a worker asks again for what it reserved ahead under a leader that was killed: another campaign has been there', async () => {
  await using team = await createTeam();
  await using wire = await createDatabaseProxy(team.database);
  const { rig, database } = team;
  const over = (url: string) => ({ CALLSHEET_STORE: `${url}?lease=60`, NODE_OPTIONS });
  const lead = ['run', 'campaign.yaml', '--yes', '--no-send'] as const;
  const endLease = () => query(database, 'UPDATE callsheet.campaign SET lease_until = now()');
  const first = team.start(lead, over(database));
  const worker = team.start(['worker', 'campaign.yaml'], { ...over(wire.url), SLOW_CLOCK_AT_SIGNAL: '1' });
  await rig.answered(20);
  await rig.fault({ kind: 'delay', ms: 3_000 });
  await expect.poll(() => query(database, isBusy), { interval: 20 }).toHaveLength(1);
  const hasNoLeader = worker.nextLine(/waiting for a leader/);
  first.kill('SIGKILL');
  await first.ended;
  await endLease();
  await hasNoLeader;
  const slowSince = Date.now();
  worker.kill('SIGUSR2');

  await rig.noFaults();
  const asked = wire.holdBack('contacts: generation');
  const second = team.start(lead, { ...over(database), SLOW_CLOCK_SINCE: String(slowSince) });
  await asked;
  expect((await team.start(['run', 'autumn.yaml', '--yes']).ended).code).toBe(0);
  wire.letGo();
  await expect.poll(() => query(database, 'SELECT FROM callsheet_queue.job')).toEqual([]);

  worker.kill('SIGTERM');
  expect((await worker.ended).code).toBe(0);
  second.kill('SIGKILL');
  await second.ended;
  await endLease();
  expect((await team.start(['run', 'campaign.yaml', '--yes']).ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  expect(await query(database, 'SELECT FROM callsheet_contacts.reservation')).toEqual([]);
  expect(await query(database, 'SELECT FROM callsheet_contacts.touch')).toHaveLength(members.length);
});

/** Its four slots wait for their answers, and more contacts are reserved. */
const isBusy = `
  SELECT WHERE (SELECT count(*) FROM callsheet.job WHERE state = 'sending') = 4
    AND (SELECT count(*) FROM callsheet_contacts.reservation) > 5`;
