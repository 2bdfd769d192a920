import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { once } from '../rig/campaign-rig.ts';
import { openControlRoom } from '../rig/control-room.ts';
import { crew, members } from '../rig/crew.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';

/** What `docs/scale.md` says. */
function documented(process: string): number {
  const row = new RegExp(`^\\| \`${process}\`.* \\| (\\d+) \\|$`, 'm').exec(readFileSync('docs/scale.md', 'utf8'));
  return Number(row?.[1]);
}

test('each process has no more connections to the database than docs/scale.md says', async () => {
  const url = await newDatabase();
  const database = new URL(url).pathname.slice(1);
  const { username } = new URL(url);
  /** A role of its own says whose connections they are. */
  const storeOf = async (process: string): Promise<string> => {
    const role = `${database}_${process}`;
    await query(url, `CREATE ROLE ${role} LOGIN PASSWORD 'secret' IN ROLE "${username}"`);
    await query(url, `ALTER ROLE ${role} SET role = '${username}'`);
    return Object.assign(new URL(url), { username: role, password: 'secret' }).href;
  };
  const stores = {
    run: await storeOf('run'),
    worker: await storeOf('worker'),
    heir: await storeOf('heir'),
    open: await storeOf('open'),
  };
  const most: Record<string, number> = {};
  let isOver = false;
  const counting = (async () => {
    while (!isOver) {
      const found = await query(
        url,
        `SELECT replace(usename, '${database}_', '') AS process, count(*)::int AS count FROM pg_stat_activity
         WHERE datname = '${database}' AND usename <> '${username}' GROUP BY usename`,
      );
      for (const { process, count } of found)
        most[String(process)] = Math.max(most[String(process)] ?? 0, Number(count));
      await sleep(10);
    }
  })();
  await using all = await crew('limits: { concurrency: 16 }', { url });
  const { rig } = all;
  await rig.fault({ kind: 'delay', ms: 300 });
  const leader = all.process.lead('--store', stores.run);
  const room = await openControlRoom(rig, ['campaign.yaml', '--store', stores.open]);
  const workers = [
    await all.process.worker('--store', stores.worker),
    await all.process.worker('--may-lead', '--store', stores.heir),
  ];
  const shown = room.follow('/api/overview?file=campaign.yaml', ({ state }) => state === 'finished');
  await rig.answered(20);
  leader.kill('SIGTERM');
  await leader.ended;
  await rig.answered(60);
  await rig.noFaults();
  expect(await shown).toMatchObject({ counts: { accepted: members.length } });
  for (const worker of workers) worker.kill('SIGTERM');
  for (const { ended } of workers) await ended;
  // What the page reads takes a moment, which the count can miss.
  const seen = async () => {
    await room.follow('/api/overview?file=campaign.yaml', () => true);
    return most['open'] ?? 0;
  };
  await expect.poll(seen).toBeGreaterThan(0);
  isOver = true;
  await counting;
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  const allowed = {
    run: documented('run'),
    worker: documented('worker'),
    heir: documented('worker --may-lead'),
    open: documented('open'),
  };
  expect(allowed).toEqual({ run: 6, worker: 6, heir: 12, open: 4 });
  expect(Object.keys(most).toSorted()).toEqual(Object.keys(allowed).toSorted());
  for (const [process, count] of Object.entries(allowed))
    expect([process, most[process]! <= count]).toEqual([process, true]);
});
