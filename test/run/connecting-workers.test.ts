import { expect, test } from 'vitest';
import { once, sumsOf } from '../rig/campaign-rig.ts';
import { crew, longLease, members } from '../rig/crew.ts';
import { query } from '../rig/postgres/database.ts';
import { createSlowTls } from '../rig/slow-tls.ts';

const none = `${members.length}`;

test('what a worker has claimed does not leave once its leader stops; later everybody is reached once', async () => {
  await using all = await crew('limits: { concurrency: 4 }');
  await using tls = await createSlowTls(all.rig.sandbox.url);
  Object.assign(all.rig.env, tls.env);
  tls.hold();
  const leader = all.process.lead();
  await all.process.worker();
  await tls.waiting(1);
  leader.kill('SIGINT');
  await leader.line(/stopping \(/);
  await all.renewed();
  tls.release();
  const ended = await leader.ended;
  expect([ended.code, sumsOf(ended)]).toEqual([4, { hello: `· · · · · ${none}` }]);
  expect(tls.bytes()).toBe(0);

  expect((await all.process.lead().ended).code).toBe(0);
  expect(all.rig.effects('whatsapp.send')).toEqual(once(members));
});

test('what waits for its connection does not leave once the account has too many doubts of another campaign', async () => {
  await using all = await crew('limits: { account: { doubts: 6 } }', { leaseSeconds: longLease });
  await using tls = await createSlowTls(all.rig.sandbox.url);
  Object.assign(all.rig.env, tls.env);
  tls.hold();
  const run = all.process.run();
  await tls.waiting(1);
  await query(
    all.store.split('?')[0]!,
    `WITH other AS (INSERT INTO callsheet.campaign (name, service, lineage) VALUES ('other', '', '') RETURNING id, epoch)
     INSERT INTO callsheet.account_member (campaign, account, epoch, doubts, asked_at)
     SELECT other.id, member.account, other.epoch, 6, now() FROM other, callsheet.account_member AS member`,
  );
  await run.line(/stopping \(/);
  tls.release();
  const ended = await run.ended;
  expect([ended.code, sumsOf(ended)]).toEqual([4, { hello: `· · · · · ${none}` }]);
  expect(tls.bytes()).toBe(0);
});
