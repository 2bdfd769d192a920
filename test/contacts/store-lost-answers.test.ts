import { expect, test } from 'vitest';
import { once } from '../rig/campaign-rig.ts';
import { createTeam, members } from '../rig/contact-team.ts';
import { query } from '../rig/postgres/database.ts';
import { createDatabaseProxy } from '../rig/postgres/database-proxy.ts';
import { isLong } from '../rig/sample-of.ts';

/** The store commits jobs with their contacts, and the connection is cut before the process learns of it. */
const commit = ['COMMIT', 'contacts: write'] as const;
/** The same, where a worker records its jobs. */
const commitOfWorker = ['COMMIT', 'callsheet_worker_group'] as const;
/** Seconds. */
const lease = 20;

test('answers to commits are lost: two campaigns contact each person exactly once, and nobody stays reserved', async () => {
  await using team = await createTeam();
  await using wire = await createDatabaseProxy(team.database);
  const { rig } = team;
  const viaWire = { CALLSHEET_STORE: `${wire.url}?lease=${lease}` };
  const lost = wire.loseAnswerTo(...commit);
  const spring = team.start(['run', 'campaign.yaml', '--yes'], viaWire);
  await lost;
  const autumn = team.start(['run', 'autumn.yaml', '--yes'], viaWire);
  for (const answers of [4, 8, 20]) {
    await rig.answered(answers);
    await wire.loseAnswerTo(...commit);
  }
  expect([(await spring.ended).code, (await autumn.ended).code]).toEqual([0, 0]);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  expect(await query(team.database, contacts)).toEqual([{ open: 0, people: members.length }]);
});

test('a worker loses answers to its commits: two campaigns contact each person exactly once', async () => {
  await using team = await createTeam(lease);
  await using wire = await createDatabaseProxy(team.database);
  const { rig } = team;
  const leader = team.start(['run', 'campaign.yaml', '--yes', '--no-send']);
  const lost = wire.loseAnswerTo(...commitOfWorker);
  const worker = team.start(['worker', 'campaign.yaml'], { CALLSHEET_STORE: `${wire.url}?lease=${lease}` });
  await lost;
  const autumn = team.start(['run', 'autumn.yaml', '--yes']);
  for (const answers of [4, 8, 20]) {
    await rig.answered(answers);
    await wire.loseAnswerTo(...commitOfWorker);
  }
  expect([(await leader.ended).code, (await autumn.ended).code]).toEqual([0, 0]);
  worker.kill('SIGTERM');
  expect((await worker.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  expect(await query(team.database, contacts)).toEqual([{ open: 0, people: members.length }]);
});

test.runIf(isLong)('a run that is paused after such a loss holds nobody whom it has not contacted', async () => {
  await using team = await createTeam();
  await using wire = await createDatabaseProxy(team.database);
  const { rig } = team;
  await rig.fault({ kind: 'delay', ms: 4_000 });
  const lost = wire.loseAnswerTo(...commit);
  const spring = team.start(['run', 'campaign.yaml', '--yes'], { CALLSHEET_STORE: `${wire.url}?lease=${lease}` });
  await lost;
  const paused = spring.line(/paused/);
  expect((await team.start(['pause', 'campaign.yaml']).ended).code).toBe(0);
  await paused;
  await rig.noFaults();
  await expect.poll(() => query(team.database, reserved)).toEqual([]);
  expect((await team.start(['run', 'autumn.yaml', '--yes']).ended).code).toBe(0);
  expect((await team.start(['resume', 'campaign.yaml']).ended).code).toBe(0);
  expect((await spring.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  expect(await query(team.database, contacts)).toEqual([{ open: 0, people: members.length }]);
});

test('a leader is held up before it commits: nobody waits for it for long, and each person is contacted exactly once', async () => {
  await using team = await createTeam();
  await using wire = await createDatabaseProxy(team.database);
  const { rig } = team;
  const stopped = wire.stopAfter('contacts: write');
  const spring = team.start(['run', 'campaign.yaml', '--yes'], { CALLSHEET_STORE: `${wire.url}?lease=${lease}` });
  await stopped;
  expect((await team.start(['run', 'autumn.yaml', '--yes']).ended).code).toBe(0);
  expect((await spring.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  expect(await query(team.database, contacts)).toEqual([{ open: 0, people: members.length }]);
});

const reserved = `SELECT FROM callsheet_contacts.contact WHERE open = 1`;
const contacts = 'SELECT open, count(*)::int AS people FROM callsheet_contacts.contact GROUP BY open';
