import { describe, expect, test } from 'vitest';
import {
  campaignSettings,
  compareSettings,
  isLooser,
  type Setting,
} from '../../src/plan/difference/campaign-settings.ts';
import { audienceOf, campaignOf, everyDay, nowhere, stepOf } from '../rig/campaign.ts';

const names = new Map([
  ['2026-12-25', 'Christmas Day'],
  ['2026-10-01', 'Independence Day'],
]);
const holidays = { of: 'NG', calendars: new Map([['NG', { years: new Set(['2026']), names }]]) };
const campaign = campaignOf({
  starts: '2026-11-23T09:00:00',
  window: { ...everyDay, days: ['mon', 'tue'], except: ['2026-11-25', '2026-11-26'], holidays },
  costs: { 'whatsapp.send': 0.0075 },
  vars: { signature: 'Ada' },
  limits: {
    rate: { count: 10, perMs: 1000 },
    perRecipient: { count: 1, perMs: 6000 },
    stopAfter: { failures: { share: 0.07 }, of: 100 },
    guardMs: 90_000,
  },
  audiences: [audienceOf({ name: 'members', timezone: { column: 'tz' }, lastInbound: { column: 'last' } })],
  steps: [
    stepOf({
      id: 'funds',
      uses: 'sms.balance',
      window: 'always',
      everyMs: 3_600_000,
      expect: [{ output: 'balance', atLeast: 50, span: nowhere }],
    }),
    stepOf({
      id: 'hello',
      uses: 'whatsapp.send',
      needs: ['funds'],
      delayMs: 7_200_000,
      window: { ...everyDay, days: ['mon', 'tue'], except: ['2026-11-25', '2026-11-26'], holidays },
      forEach: {
        audience: 'members',
        where: { plan: [{ kind: 'oneOf', values: ['gold', 'blue'] }] },
        onlyIf: { step: 'funds', outcomes: ['accepted'] },
        waves: {
          sizes: [{ count: 50 }, { share: 0.05 }, 'rest'],
          afterMs: 7_200_000,
          promote: 'person',
          haltIf: { rejected: { share: 0.1 }, atLeast: 20 },
        },
      },
      with: { type: 'text', text: { body: 'Hi {{ recipient.name }}' }, buttons: [{ id: 1 }, {}] },
    }),
  ],
});

test('settings of a campaign are its keys, with defaults, and without what it leaves out', () => {
  expect(campaignSettings(campaign)).toEqual({
    timezone: 'Africa/Lagos',
    starts: '2026-11-23T09:00:00',
    'window.open': '09:00',
    'window.close': '20:00',
    'window.days': 'mon, tue',
    'window.except': '2026-11-25, 2026-11-26',
    'window.holidays': 'NG',
    'holidays.NG': '2026-10-01, 2026-12-25',
    'account.appId': 'sandbox-app',
    'account.businessPhone': '2348000000001',
    'vars.signature': 'Ada',
    'costs.whatsapp.send': 0.0075,
    'limits.concurrency': 32,
    'limits.rate': '10/s',
    'limits.perRecipient': '1/6s',
    'limits.stopAfter.failures': '7%',
    'limits.stopAfter.of': 100,
    'limits.doubts': 32,
    'limits.guard': '90s',
    'audiences.members.timezone.column': 'tz',
    'audiences.members.lastInbound': 'last',
    'steps.funds.uses': 'sms.balance',
    'steps.funds.runs': 'on-success',
    'steps.funds.window': 'always',
    'steps.funds.purpose': 'campaign',
    'steps.funds.expect.balance.atLeast': 50,
    'steps.funds.every': '1h',
    'steps.hello.uses': 'whatsapp.send',
    'steps.hello.needs': 'funds',
    'steps.hello.runs': 'on-success',
    'steps.hello.delay': '2h',
    'steps.hello.purpose': 'campaign',
    'steps.hello.forEach.audience': 'members',
    'steps.hello.forEach.onlyIf.step': 'funds',
    'steps.hello.forEach.onlyIf.outcome': 'accepted',
    'steps.hello.forEach.waves': '50, 5%, rest',
    'steps.hello.forEach.between.after': '2h',
    'steps.hello.forEach.between.promote': 'person',
    'steps.hello.forEach.between.haltIf.rejected': '10%',
    'steps.hello.forEach.between.haltIf.atLeast': 20,
    'steps.hello.forEach.where.plan': 'gold, blue',
    'steps.hello.onUnknown': 'hold',
    'steps.hello.with.type': 'text',
    'steps.hello.with.text.body': 'Hi {{ recipient.name }}',
    'steps.hello.with.buttons.0.id': 1,
    'steps.hello.with.buttons.1': '{}',
  });
});

test('two campaigns are compared key by key', () => {
  expect(compareSettings({ a: 1, b: 2, c: 'x' }, { d: true, c: 'x', a: 3 })).toEqual([
    { key: 'd', before: undefined, after: true },
    { key: 'a', before: 1, after: 3 },
    { key: 'b', before: 2, after: undefined },
  ]);
});

type Change = readonly [string, Setting | undefined, Setting | undefined];

describe('a setting is looser', () => {
  const ordered: readonly Change[] = [
    ['limits.rate', '10/s', '50/s'],
    ['limits.rate', '10/s', undefined],
    ['limits.perRecipient', '1/6s', '1/s'],
    ['steps.hello.rate', '60/m', '61/m'],
    ['limits.concurrency', 16, 200],
    ['limits.budget', 25, undefined],
    ['limits.budget', 25, 25.5],
    ['costs.whatsapp.send', 0.0075, undefined],
    ['limits.stopAfter.failures', '5%', '6%'],
    ['limits.stopAfter.failures', '5%', undefined],
    ['limits.guard', '2s', '1s'],
    ['window.open', '10:00', '09:30'],
    ['window.close', '18:00', '20:00'],
    ['window.days', 'mon', 'mon, wed'],
    ['holidays.NG', '2026-10-01, 2026-12-25', '2026-12-25'],
    ['starts', '2026-11-23T09:00:00', '2026-11-22T09:00:00'],
    ['ends', '2026-11-23T09:00:00', undefined],
    ['steps.hello.until', '2026-11-23T09:00:00', '2026-11-23T09:00:01'],
    ['steps.hello.delay', '2h', '1h'],
    ['steps.funds.expect.balance.atLeast', 50, 5],
    ['steps.funds.expect.balance.atMost', 50, 51],
    ['steps.funds.expect.balance.equals', 50, undefined],
    ['steps.hello.onUnknown', 'hold', 'resend'],
    ['contacts.priority', undefined, 10],
    ['contacts.priority', 5, 10],
  ];
  test.each(ordered)('%s: %s → %s, and the contrary is tighter', (key, before, after) => {
    expect(isLooser({ key, before, after })).toBe(true);
    expect(isLooser({ key, before: after, after: before })).toBe(false);
  });

  const others: readonly Change[] = [
    ['limits.stopAfter.failures', '5%', 4],
    ['limits.stopAfter.failures', 4, '5%'],
    ['limits.stopAfter.of', 100, 50],
    ['costs.whatsapp.send', 0.0075, 0.75],
    ['costs.whatsapp.send', 0.75, 0.0075],
    ['window.days', 'mon, tue', 'mon, wed'],
    ['window.except', '2026-11-25', '2026-11-26'],
    ['steps.funds.expect.balance.equals', 50, 51],
    ['steps.hello.with.text.body', 'Hi', 'Hello'],
    ['steps.hello.window', 'always', undefined],
    ['account.appId', 'one', 'two'],
    ['vars.signature', undefined, 'Ada'],
  ];
  test.each(others)('where neither is known to hold back more: %s: %s → %s', (key, before, after) => {
    expect(isLooser({ key, before, after })).toBe(true);
  });

  test.each([
    ['limits.stopAfter.failures', undefined, 4],
    ['window.except', '2026-11-25', '2026-11-25, 2026-11-26'],
    ['limits.rate', '60/m', '1/s'],
  ])('but not %s: %s → %s', (key, before, after) => {
    expect(isLooser({ key, before, after })).toBe(false);
  });
});
