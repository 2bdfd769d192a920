import { expect, test } from 'vitest';
import { personStory } from '../../src/control/shown/person-story.ts';

const at = '2026-11-30T10:00:00+01:00';
const why = (zone: string): Parameters<typeof personStory>[0] => ({
  timezone: 'Europe/Madrid',
  audiences: [{ name: 'people', place: 'people.csv:2', zone, sessionEnds: at }],
  leftOut: [],
  steps: [{ step: 'hello', zone, at, rules: [{ rule: 'starts', at, detail: 'the campaign starts' }] }],
});

const ended = { now: Date.parse(at) - 1, isUnderWay: false, doubtOf: () => '' };

test('times of somebody whose country has several time zones are those of the campaign, as no browser has a clock of a country', () => {
  const madrid = { at: Date.parse(at), zone: 'Europe/Madrid' };
  expect(personStory(why('ES'), ended)).toMatchObject({
    zone: 'Europe/Madrid',
    audiences: [['people (people.csv:2), all time zones of Spain, WhatsApp session ends ', madrid]],
    steps: [{ at: madrid, lines: ['Mon 30 Nov 10:00:00: the campaign starts'] }],
  });
  const canary = { at: Date.parse(at), zone: 'Atlantic/Canary' };
  expect(personStory(why('Atlantic/Canary'), ended)).toMatchObject({
    zone: 'Atlantic/Canary',
    audiences: [['people (people.csv:2), Atlantic/Canary, WhatsApp session ends ', canary]],
    steps: [{ at: canary, lines: ['Mon 30 Nov 09:00:00: the campaign starts'] }],
  });
});

test('what was being sent when the process died is in doubt, and what waits for another step is kept for later', () => {
  const happened = { state: 'sending', attempts: 1, at } as const;
  const blocked = { step: 'code', rules: [], reason: 'blocked:`hello` is in doubt: a person must decide' };
  const excluded = { step: 'call', rules: [], reason: 'where', unmet: ['`tier` is gold', '`city` is empty'] };
  const steps = [{ step: 'hello', rules: [], happened }, blocked, excluded];
  const shown = (isUnderWay: boolean) =>
    personStory({ ...why('Europe/Madrid'), steps }, { ...ended, isUnderWay }).steps.map((step) => [
      step.state,
      step.lines,
    ]);
  const died =
    'Its process died before the answer came. The next start sends it again if that is safe, or asks for a decision.';
  const others = [
    ['Kept for later', ['`hello` is in doubt: a person must decide']],
    ['Will not be sent', ['`tier` is gold, `city` is empty']],
  ];
  expect(shown(false)).toEqual([['In doubt: it may have arrived', [died]], ...others]);
  expect(shown(true)).toEqual([['Under way', []], ...others]);
});

test('a session that is over has ended', () => {
  const { audiences } = personStory(why('Europe/Madrid'), { ...ended, now: Date.parse(at) });
  expect(audiences).toMatchObject([['people (people.csv:2), Europe/Madrid, WhatsApp session ended ', {}]]);
});

test('of who waited for a decision, the page says what is true after it, and not what was recorded before', () => {
  const happened = { state: 'skipped', attempts: 0, reason: 'undecided:hello' } as const;
  const rules = [{ rule: 'needs', at, detail: '`hello` has finished' }] as const;
  const shown = (now: object) => {
    const steps = [{ step: 'code', rules: [], happened, ...now }];
    return personStory({ ...why('Europe/Madrid'), steps }, ended).steps.map(({ state, lines }) => [state, ...lines]);
  };
  const waits = 'step `hello` is in doubt for them, so they wait for the decision';
  expect(shown({ reason: 'undecided:hello' })).toEqual([['Skipped', waits]]);
  // It arrived, and it was given up.
  expect(shown({ at, rules })).toEqual([
    ['Planned', 'It was left out before. The next run sends it.', 'Mon 30 Nov 10:00:00: `hello` has finished'],
  ]);
  expect(shown({ reason: 'onlyIf:hello' })).toEqual([['Skipped', 'step `hello` had a different outcome for them']]);
  // In a run that is over nothing is planned again.
  expect(shown({})).toEqual([['Skipped', waits]]);
});
