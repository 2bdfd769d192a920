import { expect, test } from 'vitest';
import { once } from '../rig/campaign-rig.ts';
import { createTeam, members } from '../rig/contact-team.ts';
import { query } from '../rig/postgres/database.ts';
import { createDatabaseProxy } from '../rig/postgres/database-proxy.ts';

/** The store commits a reservation, and the connection is cut before the run learns of it. */
const reservation = ['COMMIT', 'contacts: reserve'] as const;
/** Seconds. */
const lease = 20;

test('answers to reservations are lost: two campaigns contact each person exactly once, and nobody stays reserved', async () => {
  await using team = await createTeam();
  await using wire = await createDatabaseProxy(team.database);
  const { rig } = team;
  const viaWire = { CALLSHEET_STORE: `${wire.url}?lease=${lease}` };
  const lost = wire.loseAnswerTo(...reservation);
  const spring = team.start(['run', 'campaign.yaml', '--yes'], viaWire);
  await lost;
  const autumn = team.start(['run', 'autumn.yaml', '--yes'], viaWire);
  for (const answers of [8, 20]) {
    await rig.answered(answers);
    await wire.loseAnswerTo(...reservation);
  }
  expect([(await spring.ended).code, (await autumn.ended).code]).toEqual([0, 0]);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  expect(await query(team.database, reserved)).toEqual([]);
  expect(await query(team.database, 'SELECT FROM callsheet_contacts.touch')).toHaveLength(members.length);
});

test('a run that is paused after such a loss holds nobody whom it has not contacted', async () => {
  await using team = await createTeam();
  await using wire = await createDatabaseProxy(team.database);
  const { rig } = team;
  // While all slots wait for their answers, the contacts that come next are reserved again and again.
  await rig.fault({ kind: 'delay', ms: 8_000 });
  const spring = team.start(['run', 'campaign.yaml', '--yes'], { CALLSHEET_STORE: `${wire.url}?lease=${lease}` });
  await expect.poll(() => query(team.database, sending)).toHaveLength(4);
  await wire.loseAnswerTo(...reservation);
  const paused = spring.line(/paused/);
  expect((await team.start(['pause', 'campaign.yaml']).ended).code).toBe(0);
  await paused;
  await rig.noFaults();
  await expect.poll(() => query(team.database, reserved)).toEqual([]);
  expect((await team.start(['run', 'autumn.yaml', '--yes']).ended).code).toBe(0);
  expect((await team.start(['resume', 'campaign.yaml']).ended).code).toBe(0);
  expect((await spring.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
});

const reserved = 'SELECT key FROM callsheet_contacts.reservation';
const sending = `SELECT FROM callsheet.job WHERE state = 'sending'`;
