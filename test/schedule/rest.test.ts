import { expect, test } from 'vitest';
import { whatNext } from '../../src/plan/what-next.ts';
import { instantOf } from '../../src/time/local-time.ts';
import { audienceOf, campaignOf, historyOf, noHistory, stepOf } from '../rig/campaign.ts';
import { rosterOf } from '../rig/roster.ts';
import { lines, turn } from '../rig/turn.ts';

const at = (local: string) => instantOf(`2026-11-23T${local}`, 'Africa/Lagos');
const rosters = [rosterOf('members', [{ key: '1' }, { key: '2' }])];
const hello = stepOf({ id: 'hello', uses: 'otp.send', forEach: { audience: 'members', where: {} } });
const campaign = campaignOf({
  audiences: [audienceOf({ name: 'members' })],
  steps: [hello],
  limits: { rate: { count: 1, perMs: 1_000 } },
});
const resting = (until: string, step?: string) => ({
  ...noHistory,
  rests: [{ step, until: at(until), reason: 'HTTP 429' }],
});
const startsAt = (now: string, until: string) =>
  lines(turn({ campaign, rosters, history: resting(until), now: `2026-11-23T${now}` }));

test('nothing starts before the recorded rest is over, and the trace says why', () => {
  const turned = turn({ campaign, rosters, history: resting('10:10:00'), now: '2026-11-23T10:00:00', waits: true });
  expect(lines(turned)).toEqual([
    '2026-11-23 10:00:00 wait rest',
    '2026-11-23 10:10:00 hello[1] rest',
    '2026-11-23 10:10:00 wait rate',
    '2026-11-23 10:10:01 hello[2] rest',
  ]);
});

test('a rest that is over holds nothing, nor one that would last longer than any: the clock was set back', () => {
  const atOnce = ['2026-11-23 10:00:00 hello[1]', '2026-11-23 10:00:01 hello[2] rate'];
  expect(startsAt('10:00:00', '10:00:00')).toEqual(atOnce);
  expect(startsAt('10:00:00', '10:15:01')).toEqual(atOnce);
  expect(startsAt('10:00:00', '10:15:00')[0]).toBe('2026-11-23 10:15:00 hello[1] rest');
});

test('a rest of one step holds no other step; of two, the later one counts', () => {
  const two = campaignOf({ ...campaign, steps: [hello, stepOf({ ...hello, id: 'code' })] });
  const whole = resting('10:05:00');
  const history = (rests = whole.rests) => ({ ...whole, rests });
  const alone = [rosterOf('members', [{ key: '1' }])];
  const startsWith = (rests: typeof whole.rests) =>
    lines(turn({ campaign: two, rosters: alone, history: history(rests), now: '2026-11-23T10:00:00' }));
  const ofHello = resting('10:10:00', 'hello').rests;
  expect(startsWith(ofHello)).toEqual(['2026-11-23 10:00:00 code[1]', '2026-11-23 10:10:00 hello[1] rest']);
  expect(startsWith([...ofHello, ...whole.rests])).toEqual([
    '2026-11-23 10:05:00 code[1] rest',
    '2026-11-23 10:10:00 hello[1] rest',
  ]);
  expect(startsWith([...resting('10:02:00', 'hello').rests, ...whole.rests])).toEqual([
    '2026-11-23 10:05:00 hello[1] rest',
    '2026-11-23 10:05:01 code[1] rest',
  ]);
});

test('of the rest and what else holds a job, the later one counts', () => {
  expect(startsAt('08:55:00', '08:58:00')[0]).toBe('2026-11-23 09:00:00 hello[1] window');
  expect(startsAt('08:58:00', '09:05:00')[0]).toBe('2026-11-23 09:05:00 hello[1] rest');
  const job = { step: 'hello', key: '1', state: 'pending', attempts: 1, at: at('09:59:00') } as const;
  const retry = (notBefore: string) => ({
    ...resting('10:06:00'),
    steps: historyOf([{ ...job, notBefore: at(notBefore) }]).steps,
  });
  const alone = [rosterOf('members', [{ key: '1' }])];
  const turned = (notBefore: string) =>
    lines(turn({ campaign, rosters: alone, history: retry(notBefore), now: '2026-11-23T10:00:00' }));
  expect(turned('10:05:00')).toEqual(['2026-11-23 10:06:00 hello[1] rest']);
  expect(turned('10:14:00')).toEqual(['2026-11-23 10:14:00 hello[1] retry']);
});

test('a rest that lasts until the window has closed holds a job until it opens again', () => {
  expect(startsAt('20:55:00', '21:05:00')[0]).toBe('2026-11-24 09:00:00 hello[1] window');
});

test('what is next is held by the rest, with its reason', () => {
  const input = { campaign, run: '1', rosters: new Map(rosters.map((one) => [one.audience, one])) };
  const next = (until: string) => whatNext({ ...input, history: resting(until), now: at('10:00:00') }).next;
  expect(next('10:00:05')).toEqual({ step: 'hello', at: at('10:00:05'), heldBy: 'rest', reason: 'HTTP 429' });
  expect(next('09:59:55')).toEqual({ step: 'hello', at: at('10:00:00') });
});
