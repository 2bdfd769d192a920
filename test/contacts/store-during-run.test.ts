import { expect, test } from 'vitest';
import { createTeam, members } from '../rig/contact-team.ts';
import { query } from '../rig/postgres/database.ts';

const hello = 'hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hello" } } }\n';
const once = (people: readonly string[]) => Object.fromEntries(people.map((name) => [name, 1]));

test('who is suppressed on another machine while a run sends is not contacted from then on', async () => {
  await using team = await createTeam(30);
  const { rig } = team;
  await rig.campaign(hello, 'limits: { concurrency: 8, rate: 8/s }');
  const run = team.start(['run', 'campaign.yaml', '--yes']);
  await rig.answered(3);
  const stopped = members.filter((_, index) => index % 2 === 1);
  expect((await team.start(['suppress', ...stopped, '--reason', 'asked to stop']).ended).code).toBe(0);
  const before = Object.keys(rig.effects('whatsapp.send'));
  expect(before).not.toEqual(expect.arrayContaining(stopped));
  expect(await run.ended).toMatchObject({ code: 0 });
  expect(rig.effects('whatsapp.send')).toEqual(
    once(members.filter((name) => before.includes(name) || !stopped.includes(name))),
  );
  // Nobody whose contact was given up counts as contacted.
  expect(await query(team.database, 'SELECT FROM callsheet_contacts.contact')).toHaveLength(
    rig.requests('whatsapp.send').length,
  );
  expect((await team.start(['audit', 'campaign.yaml']).ended).code).toBe(0);
});

test('a run whose contacts go elsewhere stops with nobody in doubt, and goes on when they are back', async () => {
  await using team = await createTeam(30);
  const { rig } = team;
  await rig.campaign(hello, 'limits: { concurrency: 8, rate: 40/s }');
  const run = team.start(['run', 'campaign.yaml', '--yes']);
  await rig.answered(8);
  await query(team.database, "UPDATE callsheet_contacts.project SET moved_to = 'elsewhere'");
  const { code, stderr } = await run.ended;
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('elsewhere') as string });
  await query(team.database, 'UPDATE callsheet_contacts.project SET moved_to = NULL');
  const { stdout } = await team.start(['status', 'campaign.yaml', '--format', 'json']).ended;
  expect(JSON.parse(stdout)).toMatchObject({ inDoubt: [] });
  expect(await team.start(['run', 'campaign.yaml', '--yes']).ended).toMatchObject({ code: 0 });
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
});
