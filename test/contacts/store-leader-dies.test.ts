import { expect, test } from 'vitest';
import { once } from '../rig/campaign-rig.ts';
import { createTeam, members } from '../rig/contact-team.ts';
import { query } from '../rig/postgres/database.ts';
import { createDatabaseProxy } from '../rig/postgres/database-proxy.ts';
import { isLong } from '../rig/sample-of.ts';

/** The worker still has jobs that the first leader gave it when another campaign runs to its end, and then the next leader begins. */
test.runIf(isLong)(
  'a worker goes on under the next leader, when another campaign has been there: each person is contacted once',
  async () => {
    await using team = await createTeam(60);
    const { rig, database } = team;
    const lead = ['run', 'campaign.yaml', '--yes', '--no-send'] as const;
    const first = team.start(lead);
    const worker = team.start(['worker', 'campaign.yaml']);
    await rig.answered(20);
    await rig.fault({ kind: 'delay', ms: 3_000 });
    await expect.poll(() => query(database, isBusy), { interval: 20 }).toHaveLength(1);
    const hasNoLeader = worker.nextLine(/waiting for a leader/);
    first.kill('SIGKILL');
    await first.ended;
    await query(database, endLease);
    await hasNoLeader;
    await rig.noFaults();
    expect((await team.start(['run', 'autumn.yaml', '--yes']).ended).code).toBe(0);
    const second = team.start(lead);
    expect((await second.ended).code).toBe(0);
    worker.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
    expect(await query(database, contacts)).toEqual([{ open: 0, people: members.length }]);
  },
);

test('a leader dies before it commits intents and contacts: nothing of them is left, and another campaign contacts everybody', async () => {
  await using team = await createTeam(60);
  await using wire = await createDatabaseProxy(team.database);
  const { rig, database } = team;
  const written = wire.stopAfter('contacts: write');
  const first = team.start(['run', 'campaign.yaml', '--yes'], { CALLSHEET_STORE: `${wire.url}?lease=60` });
  await written;
  first.kill('SIGKILL');
  await first.ended;
  await query(database, endLease);
  expect((await team.start(['run', 'autumn.yaml', '--yes']).ended).code).toBe(0);
  expect((await team.start(['run', 'campaign.yaml', '--yes']).ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  expect(await query(database, contactsBy)).toEqual(allByAutumn);
});

test('a worker dies before it commits intents and contacts: nothing of them is left, and another campaign contacts everybody', async () => {
  await using team = await createTeam(20);
  await using wire = await createDatabaseProxy(team.database);
  const { rig, database } = team;
  const leader = team.start(['run', 'campaign.yaml', '--yes', '--no-send']);
  const written = wire.stopAfter('contacts: write');
  const first = team.start(['worker', 'campaign.yaml'], { CALLSHEET_STORE: `${wire.url}?lease=2` });
  await written;
  first.kill('SIGKILL');
  await first.ended;
  expect((await team.start(['run', 'autumn.yaml', '--yes']).ended).code).toBe(0);
  const second = team.start(['worker', 'campaign.yaml']);
  expect((await leader.ended).code).toBe(0);
  second.kill('SIGTERM');
  expect((await second.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  expect(await query(database, contactsBy)).toEqual(allByAutumn);
});

const endLease = 'UPDATE callsheet.campaign SET lease_until = now()';
/** Its four slots wait for their answers. */
const isBusy = `SELECT WHERE (SELECT count(*) FROM callsheet.job WHERE state = 'sending') = 4`;
const contacts = 'SELECT open, count(*)::int AS people FROM callsheet_contacts.contact GROUP BY open';
const contactsBy = `
  SELECT campaign, open, count(*)::int AS people
  FROM callsheet_contacts.contact JOIN callsheet_contacts.scope ON scope.id = contact.scope GROUP BY campaign, open`;
const allByAutumn = [{ campaign: 'autumn', open: 0, people: members.length }];
