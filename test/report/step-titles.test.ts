import { expect, test } from 'vitest';
import { stepName, stepWords } from '../../src/report/plan/words.ts';
import { wordsHtml } from '../../src/report/render/html-words.ts';
import { columnText, wordsText } from '../../src/report/render/text-words.ts';
import { waveLines } from '../../src/report/run/next-text.ts';
import { createCampaignRig, eventsOf, people } from '../rig/campaign-rig.ts';

const steps = `
funds:
  title: Enough money?
  uses: sms.balance
hello:
  title: First reminder
  uses: whatsapp.send
  needs: funds
  forEach: members
  with: { type: text, text: { body: "Hello {{ recipient.first_name }}" } }
code:
  uses: otp.send
  forEach: members
  with: { templateId: 31 }
`;

test('a step is shown by its title and its id, or by its id alone', () => {
  expect(stepName({ id: 'followUp', title: 'Second reminder' })).toBe('Second reminder (followUp)');
  expect(stepName({ id: 'followUp' })).toBe('followUp');
});

test('a long title is cut in columns, and the id stays whole', () => {
  const title = 'The second reminder to those who did not answer';
  expect(columnText(stepWords({ id: 'followUp', title }))).toBe('The second reminder to those wh… (followUp)');
  expect(columnText(stepWords({ id: 'followUp', title: 'Second reminder' }))).toBe('Second reminder (followUp)');
});

test('letters that take two cells of a terminal keep the columns of plan and status in line', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  await rig.campaign(steps.replace('First reminder', '予約のお知らせ（日本）'));
  const inCells = async (command: string): Promise<readonly string[]> =>
    (await rig.callsheet([command, 'campaign.yaml']).ended).stdout
      .replaceAll(/[\u3000-\u9fff\uff00-\uff60]/g, 'xx')
      .split('\n');
  const counts = (await inCells('status')).filter((line) => /pending$|·/.test(line));
  expect(counts).toHaveLength(5);
  expect(new Set(counts.map((line) => line.length)).size).toBe(1);
  const bars = (await inCells('plan')).filter((line) => /\((?:funds|hello)\) |^ {2}code /.test(line));
  expect(bars.map((line) => line.search(/[◆█]/)).every((at, _, [first]) => at === first && at > 0)).toBe(true);
});

test('the line of a wave is read from the left, whatever the title of its step is written in', () => {
  const title = '\u0631\u0645\u0632';
  const wave = { step: 'hello', wave: 1, people: 8, of: 12, at: 0, accepted: 6, rejected: 2, inDoubt: 0 };
  const [line = ''] = waveLines([wave], 'UTC', [{ id: 'hello', title }]);
  const since = ' (hello), wave 1: 8 of 12 people, since Thu 1 Jan 00:00: 6 accepted, 2 rejected.';
  expect(wordsText(line)).toBe(`${title}${since}`);
  // A page takes its direction from what is behind the title.
  expect(wordsHtml(line).markup.replace(/<\/?span[^>]*>/g, '')).toBe(`<bdi>${title}</bdi>${since}`);
});

test('plan, run, status, report and why show the titles of steps', async () => {
  await using rig = await createCampaignRig();
  const members = people(3);
  await rig.members(members);
  await rig.campaign(steps);
  const out = async (...args: readonly string[]): Promise<string> => {
    const { stdout, stderr, code } = await rig.callsheet(args).ended;
    expect({ args, stderr, code }).toEqual({ args, stderr: '', code: 0 });
    return stdout;
  };
  /** First words of the lines in which a step is named. */
  const named = (text: string): readonly string[] =>
    text
      .split('\n')
      .flatMap((line) => /^(?: {2}|\| )?((?:[A-Z][a-z ?]+ \()?(?:funds|hello|code)\)?)(?= )/.exec(line)?.[1] ?? []);
  const all = ['Enough money? (funds)', 'First reminder (hello)', 'code'];

  expect(named(await out('plan', 'campaign.yaml'))).toEqual(all);
  expect(named(await out('plan', 'campaign.yaml', '--format', 'markdown')).slice(0, 3)).toEqual(all);
  const page = await out('plan', 'campaign.yaml', '--format', 'html');
  const names = ['<bdi>Enough money?</bdi> (funds)', '<bdi>First reminder</bdi> (hello)', 'code'];
  for (const name of names) expect(page).toContain(`<th role="rowheader" scope="row">${name} <small>`);
  expect(page).toMatch(/<li [^>]*><bdi>First reminder<\/bdi> \(hello\) <time>/);
  const plan = JSON.parse(await out('plan', 'campaign.yaml', '--format', 'json')) as { steps: { title?: string }[] };
  expect(plan.steps.map(({ title }) => title)).toEqual(['Enough money?', 'First reminder', undefined]);
  const next = (await out('status', 'campaign.yaml')).split('\n').filter((line) => line.startsWith('Next'));
  expect(next).toEqual(['Next, once you use `callsheet run campaign.yaml`: Enough money? (funds), at once.']);

  const run = await rig.run();
  expect(run.stderr.split('\n').map((line) => line.replace(/^\w+ \d+ \w+ [\d:]+ {2}/, ''))).toEqual(
    expect.arrayContaining([
      'Enough money? (funds) accepted',
      'First reminder (hello) started: 3 jobs',
      'First reminder (hello) finished: 3 accepted',
      'code finished: 3 accepted',
    ]),
  );
  expect(named(run.stdout)).toEqual(all);
  const again = eventsOf(await rig.run('--run', 'again', '--format', 'json'));
  const finished = again.flatMap((event) => (event.event === 'step' && event.state === 'finished' ? [event] : []));
  expect(new Map(finished.map(({ step, title }) => [step, title]))).toEqual(
    new Map([
      ['funds', 'Enough money?'],
      ['hello', 'First reminder'],
      ['code', undefined],
    ]),
  );

  expect(named(await out('status', 'campaign.yaml'))).toEqual(all);
  const status = JSON.parse(await out('status', 'campaign.yaml', '--format', 'json')) as typeof plan;
  expect(status.steps.map(({ title }) => title)).toEqual(['Enough money?', 'First reminder', undefined]);
  expect(named(await out('report', 'campaign.yaml', '--format', 'text'))).toEqual(all);
  const report = await out('report', 'campaign.yaml', '--format', 'html');
  for (const name of names) expect(report).toContain(`<th role="rowheader" scope="row">${name} <small>`);
  const why = await out('why', 'campaign.yaml', members[0]!);
  expect(why).toContain('\nFirst reminder (hello)  whatsapp.send  campaign.yaml:');
  const rehearsed = await rig.callsheet(['rehearse', 'campaign.yaml']).ended;
  expect(rehearsed.stderr).toContain('First reminder (hello) finished: 3 accepted');
  expect(named(rehearsed.stdout).slice(0, 3)).toEqual(all);
});
