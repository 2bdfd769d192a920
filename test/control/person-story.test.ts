import { expect, test } from 'vitest';
import { personStory, type WhyJson } from '../../src/control/shown/person-story.ts';

const at = '2026-11-30T10:00:00+01:00';
const why = (zone: string): WhyJson => ({
  timezone: 'Europe/Madrid',
  audiences: [{ name: 'people', place: 'people.csv:2', zone, sessionEnds: at }],
  leftOut: [],
  steps: [{ step: 'hello', zone, at, rules: [{ at, detail: 'the campaign starts' }] }],
});

test('times of somebody whose country has several time zones are those of the campaign, as no browser has a clock of a country', () => {
  const madrid = { at: Date.parse(at), zone: 'Europe/Madrid' };
  expect(personStory(why('ES'), () => '')).toMatchObject({
    zone: 'Europe/Madrid',
    audiences: [['people (people.csv:2), all time zones of Spain, WhatsApp session ends ', madrid]],
    steps: [{ at: madrid, lines: ['Mon 30 Nov 10:00:00: the campaign starts'] }],
  });
  const canary = { at: Date.parse(at), zone: 'Atlantic/Canary' };
  expect(personStory(why('Atlantic/Canary'), () => '')).toMatchObject({
    zone: 'Atlantic/Canary',
    audiences: [['people (people.csv:2), Atlantic/Canary, WhatsApp session ends ', canary]],
    steps: [{ at: canary, lines: ['Mon 30 Nov 09:00:00: the campaign starts'] }],
  });
});
