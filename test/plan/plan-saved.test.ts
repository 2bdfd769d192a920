import { describe, expect, test } from 'vitest';
import type { Roster } from '../../src/audience/roster.ts';
import type { Campaign } from '../../src/campaign/campaign.ts';
import { campaignSettings } from '../../src/plan/difference/campaign-settings.ts';
import { comparePlans } from '../../src/plan/difference/compare-plans.ts';
import { planCampaign } from '../../src/plan/make-plan.ts';
import type { PlannedJob } from '../../src/plan/plan.ts';
import {
  readSavedPlan,
  type SavedPlan,
  savedPlanPrinter,
  staleness,
  startedOutside,
} from '../../src/plan/saved/saved-plan.ts';
import { differenceDocument } from '../../src/report/plan/difference.ts';
import { lineOf, planJson } from '../../src/report/plan/json.ts';
import { renderText } from '../../src/report/render/text.ts';
import { instantOf } from '../../src/time/local-time.ts';
import { audienceOf, campaignOf, historyOf, stepOf } from '../rig/campaign.ts';
import { rosterOf } from '../rig/roster.ts';
import { springPlan } from '../rig/spring-campaign.ts';

const now = instantOf('2026-11-23T08:30:00', 'Africa/Lagos');

function helloCampaign(close = '20:00', text = 'Hello'): { readonly campaign: Campaign; readonly text: string } {
  const window = { ...campaignOf({}).window, close };
  const steps = [stepOf({ id: 'hello', uses: 'otp.send', window, forEach: { audience: 'members', where: {} } })];
  const limits = { rate: { count: 1, perMs: 3_600_000 } };
  return { campaign: campaignOf({ window, limits, audiences: [audienceOf({ name: 'members' })], steps }), text };
}

function save(given: ReturnType<typeof helloCampaign>, roster: Roster, files: Record<string, string>): string {
  const jobs: PlannedJob[] = [];
  const rosters = new Map([['members', roster]]);
  const input = springPlan({
    campaign: given.campaign,
    rosters,
    now,
    fileHashes: files,
    onJob: (job) => jobs.push(job),
  });
  const plan = planCampaign(input);
  const digest = given.text === 'Hello' ? '0'.repeat(16) : '1'.repeat(16);
  let text = '';
  const head = { ...planJson(plan), settings: campaignSettings(given.campaign) };
  const printer = savedPlanPrinter(head, (piece) => void (text += piece));
  for (const job of jobs) printer.job({ ...lineOf(job), text: digest });
  printer.end();
  return text;
}

function read(text: string): SavedPlan {
  const saved = readSavedPlan(text);
  if ('wrong' in saved) throw new Error(saved.wrong);
  return saved;
}

const people = (...keys: readonly string[]) =>
  rosterOf(
    'members',
    keys.map((key) => ({ key })),
  );
const hash = (letter: string) => letter.repeat(64);
const files = { 'spring.yaml': hash('a'), 'members.csv': hash('b') };
const keys = Array.from({ length: 14 }, (_, index) => `23400010000${String(index).padStart(2, '0')}`);

describe('a saved plan', () => {
  const text = save(helloCampaign(), people(...keys), files);

  test('comes back with its jobs', () => {
    const saved = read(text);
    expect(saved.jobs.size).toBe(14);
    expect(saved.jobs.get('hello[2340001000001]')).toEqual({
      at: now + 5_400_000,
      reason: 'rate',
      text: '0'.repeat(16),
    });
  });

  test.each([
    ['{', 'it is not JSON'],
    ['{"version":2}', 'it is not a plan, or another version of callsheet made it'],
    [text.replace('"toSend": 14', '"toSend": 15'), 'it was changed after it was made'],
    [text.replace(/,\n {2}"jobs": \[[^]*\]/, ''), 'it contains no jobs: use `plan --out` to save a plan'],
  ])('that is not a saved plan is refused with a reason (%#)', (broken, wrong) => {
    expect(readSavedPlan(broken)).toEqual({ wrong });
  });

  test('is stale when an input differs, and it is said which', () => {
    const saved = read(text);
    expect(staleness(saved, saved)).toEqual([]);
    const changed = { 'spring.yaml': hash('c'), 'audio.mp3': hash('d') };
    expect(
      staleness(saved, { ...saved, run: '2', inputs: { files: changed, tzdata: '2026a', values: hash('e') } }),
    ).toEqual([
      'it is a plan of run `2026-11-23`, not of `2`',
      'audio.mp3 was added',
      'members.csv is no longer used',
      'spring.yaml has changed',
      'the --input values differ',
      'the time zone data changed from tzdata 2025c to 2026a',
    ]);
  });

  test('is not stale because half of it has been carried out, but says what was started beside it', () => {
    const started = (key: string, at: number) => ({ step: 'hello', key, state: 'accepted', attempts: 1, at }) as const;
    const history = historyOf([
      started(keys[0]!, now + 1),
      started('999', now + 1),
      started('998', now - 1),
      started('997', now + 9),
    ]);
    // 997 was started while a clock was ahead.
    expect(startedOutside(read(text), ['hello'], history, now + 2)).toEqual(['hello[999]']);
  });
});

describe('the difference between two plans', () => {
  const compare = (before: string, after: string, done: readonly string[] = []) => {
    const [then, present] = [read(before), read(after)];
    const difference = comparePlans({
      before: then,
      after: present,
      inputs: staleness(then, present),
      isDone: (address) => done.includes(address),
      textNow: () => '1'.repeat(16),
      whyGone: () => 'notInAudience:members',
      steps: ['hello'],
    });
    const document = differenceDocument(difference, {
      campaign: 'spring',
      title: 'Spring',
      run: '1',
      timezone: 'Africa/Lagos',
      showNumbers: false,
      stepName: (id) => id,
    });
    return renderText(document, { width: 80, colour: false });
  };
  const before = save(helloCampaign(), people(...keys.slice(0, 12)), files);

  test('is nothing where nothing changes', () => {
    expect(compare(before, before)).toBe(`Spring: changes  spring, run 1
compared with the plan of Mon 23 Nov 2026, 08:30 · times are Africa/Lagos

No changes; cost unknown (no prices in \`costs\`).
`);
  });

  test('lists people: added, dropped, moved, with a new text, already sent', () => {
    const later = { ...files, 'spring.yaml': hash('c') };
    const after = save(helloCampaign('13:00', 'Good day'), people(...keys.slice(2, 14)), later);
    expect(compare(before, after, [`hello[${keys[0]}]`])).toMatchInlineSnapshot(`
      "Spring: changes  spring, run 1
      compared with the plan of Mon 23 Nov 2026, 08:30 · times are Africa/Lagos

      People:
                how many  change
        hello         10  with a new text: 234…0002, 234…0003, 234…0004, …
        hello          4  moved earlier, by up to 2 h: 234…0002, 234…0003, 234…0004, …
        hello          4  moved from Mon 23 Nov to Tue 24 Nov, by up to 18 h: 234…0006, 234…0007, 234…0008, …
        hello          2  added: 234…0012, 234…0013
        hello          1  dropped, no longer in \`members\`: 234…0001
        hello          1  moved from Mon 23 Nov to Wed 25 Nov, by up to 38 h, to Wed 25 Nov 09:00: 234…0010
        hello          1  moved from Tue 24 Nov to Wed 25 Nov, by up to 25 h, to Wed 25 Nov 10:00: 234…0011
        hello          1  already sent with the old text: 234…0000

      Totals:
        last start: Tue 24 Nov 09:00 → Wed 25 Nov 12:00

      Settings:
        window.close: 20:00 → 13:00

      Also:
        spring.yaml has changed

      10 people get a new text; 1 person fewer, 2 new; 10 people move; 1 person has the old text already; ends 27 h later; cost unknown (no prices in \`costs\`).
      "
    `);
  });
});
