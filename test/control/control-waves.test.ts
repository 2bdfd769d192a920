import { expect, test } from 'vitest';
import { browserPath, openPage } from '../rig/browser.ts';
import { createCampaignRig, once, people } from '../rig/campaign-rig.ts';
import { openControlRoom } from '../rig/control-room.ts';

const members = people(12);
const steps = `
hello:
  uses: whatsapp.send
  forEach: { audience: members, waves: [5, rest] }
  with: { type: text, text: { body: "Hello {{ recipient.first_name }}" } }
`;

test('the page says that a wave waits, lets it begin, and sends rejected jobs again', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(steps, 'limits: { concurrency: 1 }');
  await rig.fault({ kind: 'status', status: '-69', skip: 1, times: 2 });
  const run = rig.callsheet(['run', 'campaign.yaml', '--yes']);
  await run.line(/wave 1 of 2 is over, 3 accepted, 2 rejected/);
  const room = await openControlRoom(rig, ['campaign.yaml', '--allow-actions']);
  const file = 'campaign.yaml';
  const isQuiet = ({ planning, sentence }: Readonly<Record<string, unknown>>): boolean =>
    planning === false && !String(sentence).startsWith('Sending');
  const now = (await room.follow(`/api/overview?file=${file}`, isQuiet)) as unknown as {
    readonly sentence: string;
    readonly notes: readonly string[];
    readonly actions: readonly { readonly name: string; readonly words: string; readonly possible: boolean }[];
  };
  expect(now.sentence).toBe('Waiting for a person. hello: wave 2, 7 people.');
  expect(now.notes).toEqual([]);
  expect(now.actions.find(({ name }) => name === 'promote')).toEqual({
    name: 'promote',
    label: 'Promote',
    possible: true,
    words: 'Lets the next wave begin. hello: wave 2, 7 people.',
    promotes: { step: 'hello', wave: 2 },
  });

  const { groups } = (await room.get(`/api/rejected?file=${file}`)) as { groups: readonly { listDigest: string }[] };
  expect(groups).toEqual([
    expect.objectContaining({ id: 'hello', code: '-69', jobs: 2, advice: expect.anything() as unknown }) as unknown,
  ]);
  const group = { file, step: 'hello', code: '-69', by: 'Ada', comment: 'the price was added' };
  expect(await room.post('/api/resend-rejected', { ...group, listDigest: 'another' })).toEqual({
    refused: 'The list has changed: look at it again. Nothing was decided.',
  });
  expect(await room.post('/api/resend-rejected', { ...group, listDigest: groups[0]?.listDigest })).toMatchObject({
    words: expect.stringContaining('2') as string,
  });
  expect(await room.get(`/api/rejected?file=${file}`)).toEqual({ groups: [] });
  // What is sent again belongs to the wave before.
  await run.line(/wave 1 of 2 is over, 5 accepted/);
  const words = 'Wave 2 of hello may begin. The running process does it within a second.';
  const said =
    browserPath === undefined
      ? (await room.post('/api/control', { file, control: 'promote' }))['words']
      : await promoteTwice(room.url(`/overview?file=${file}`));
  expect(said).toBe(words);
  expect((await run.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  const report = await rig.callsheet(['report', 'campaign.yaml', '--format', 'text']).ended;
  expect(report.stdout).toMatch(/Promoted wave 2 of `hello`/);
});

/** The second press asks for nothing: it would be refused, in place of what the first one did. */
async function promoteTwice(url: string): Promise<string> {
  await using rig = await openPage(url);
  const { page } = rig;
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/control')) asked++;
  });
  const promote = page.locator('.actions button.primary', { hasText: 'Promote' });
  await promote.waitFor();
  await promote.evaluate((button: { click(): void }) => {
    button.click();
    button.click();
  });
  const said = await page.locator('.said', { hasText: 'Wave 2' }).innerText();
  // Whatever is shown of the run by now, it offers the same no more.
  expect(await promote.and(page.locator(':enabled')).count()).toBe(0);
  expect(asked).toBe(1);
  return said;
}

test('a wave begins that the page has named, and no other: not where somebody has let it begin before, nor where several steps wait', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  const waves = 'forEach: { audience: members, waves: [2, 3, rest] }';
  const greeting = (step: string): string => steps.replace('hello:', `${step}:`).replace(/forEach: .*/, waves);
  await rig.campaign(greeting('hello') + greeting('bye'));
  const run = rig.callsheet(['run', 'campaign.yaml', '--yes']);
  await run.line(/hello: wave 1 of 3 is over/);
  const room = await openControlRoom(rig, ['campaign.yaml', '--allow-actions']);
  const file = 'campaign.yaml';
  const isQuiet = ({ planning, sentence }: Readonly<Record<string, unknown>>): boolean =>
    planning === false && String(sentence).startsWith('Waiting for a person. hello: wave 2, 3 people. bye: wave 2');
  const { actions } = await room.follow(`/api/overview?file=${file}`, isQuiet);
  const promote = (actions as readonly { readonly name: string; readonly promotes?: object }[])[1];
  const press = () => room.post('/api/control', { file, control: promote?.name, promotes: promote?.promotes });
  expect(await press()).toEqual({ words: expect.stringMatching(/^Wave 2 of hello may begin/) as string });
  await run.line(/hello: wave 2 of 3 is over/);
  expect(await press()).toEqual({ refused: 'Nothing to promote: wave 2 does not wait now. Nothing was changed.' });
});

test('of a wave that is halted, a second click does not let the next wave begin, which waits by then', async () => {
  await using rig = await createCampaignRig();
  const file = 'campaign.yaml';
  await rig.members(members);
  const between = 'waves: [2, 3, rest], between: { promote: person, haltIf: { rejected: 1 } }';
  await rig.campaign(steps.replace('waves: [5, rest]', between), 'limits: { concurrency: 1 }');
  await rig.fault({ kind: 'status', status: '-69', times: 1 });
  await rig.run();
  const room = await openControlRoom(rig, [file, '--allow-actions']);
  type Action = { readonly name: string; readonly words: string; readonly promotes?: object };
  const isPlanned = ({ planning }: Readonly<Record<string, unknown>>): boolean => planning === false;
  const { actions } = await room.follow(`/api/overview?file=${file}`, isPlanned);
  const promote = (actions as readonly Action[]).find(({ name }) => name === 'promote');
  expect(promote?.words).toBe('Lets hello go on, of which `haltIf` has halted wave 1.');
  const press = () => room.post('/api/control', { file, control: 'promote', promotes: promote?.promotes });
  expect(await press()).toMatchObject({ words: expect.stringMatching(/^Wave \d of hello may/) as string });
  const run = rig.callsheet(['run', file, '--yes']);
  await run.line(/hello: wave 2 of 3 is over/);
  expect(await press()).toEqual({ refused: 'Nothing to promote: wave 1 is not halted now. Nothing was changed.' });
});
