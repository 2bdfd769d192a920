import { expect, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaign.ts';
import { campaignsView } from '../../src/control/shown/campaigns-view.ts';
import type { KnownPlan } from '../../src/control/shown/known-plan.ts';
import { overviewView } from '../../src/control/shown/overview-view.ts';
import type { RunLook } from '../../src/control/shown/run-look.ts';

const now = Date.parse('2026-11-23T10:00:00Z');
const waves = { promote: 'person', afterMs: 0, sizes: [] };
const campaign = {
  timezone: 'UTC',
  limits: { concurrency: 4 },
  costs: { 'otp.send': 0.5 },
  steps: [{ id: 'code', title: 'Code', uses: 'otp.send', needs: [], window: 'always', forEach: { waves } }],
} as unknown as Campaign;

function planned(toSend: number, { done = 0, inDoubt = 0 }, more: { step?: object; plan?: object } = {}): KnownPlan {
  const at = '2026-11-23T10:00:00Z';
  const segments = [{ from: at, to: at, jobs: toSend }];
  const step = { id: 'code', state: 'pending', jobs: { toSend, done, inDoubt }, segments, ...more.step };
  const plan = { now: at, totals: { toSend, skipped: 0, cost: 0 }, steps: [step], ...more.plan };
  return { plan, findings: [], trouble: undefined } as unknown as KnownPlan;
}

function views(look: Partial<RunLook>, known: KnownPlan | undefined) {
  const quiet: RunLook = {
    name: 'codes',
    run: '1',
    campaign,
    state: 'stopped',
    ended: undefined,
    isUnderWay: false,
    counts: new Map(),
    recent: [],
    bursts: new Map(),
    trouble: undefined,
  };
  const shared = { file: 'codes.yaml', look: { ...quiet, ...look }, known, lacksApproval: undefined };
  const overview = overviewView({ ...shared, now, sandbox: false, allowActions: true, service: 'http://service' });
  return { overview, row: campaignsView({ campaigns: [shared], now, sandbox: false }).rows[0]! };
}

test('a person does not hold a wave back while something is left of the one before', () => {
  const wave = { wave: 2, people: 3, from: '2026-11-23T10:00:00Z', promote: 'person' };
  const { overview } = views({}, planned(4, {}, { step: { waves: [wave] } }));
  expect(overview.notes).toEqual([]);
  expect(overview.waves).toEqual(['Code: 1 person first, then 3 once a person has promoted them.']);
  expect(overview.next).toMatchObject([{ jobs: 4, awaitsPerson: false }]);
  expect(overview.actions.find(({ name }) => name === 'start')?.words).toBe(
    'Sends 4 requests to http://service. Code: 1 person first, then 3 once a person has promoted them.',
  );
  // A process that sends them goes on with them.
  expect(views({ state: 'running', isUnderWay: true }, planned(4, {}, { step: { waves: [wave] } }))).toMatchObject({
    overview: { waves: [], pill: { name: 'waiting' } },
  });
});

test('nothing is said to come once it is started where a start would be refused', () => {
  const refused = ['Nothing would start: the budget of 0.30 is used up.'];
  const known = (more: object) => planned(1, { done: 3 }, { plan: more });
  expect(views({}, known({ refused }))).toMatchObject({ overview: { next: [] }, row: { next: undefined } });
  expect(views({}, known({}))).toMatchObject({
    overview: { next: [{ jobs: 1 }] },
    row: { next: 'Code: once you start it' },
  });
});

test('what a process was sending when it died is in doubt, also where the file has errors by now', () => {
  const counts = new Map([['code', { accepted: 1, inDoubt: 1, sending: 2 }]]);
  const inDoubt = { counts: { accepted: 1, inDoubt: 3, sending: 0 } };
  expect(views({ counts }, planned(1, { done: 1, inDoubt: 3 }))).toMatchObject({ overview: inDoubt, row: inDoubt });
  expect(views({ counts, campaign: undefined }, undefined)).toMatchObject({ overview: inDoubt, row: inDoubt });
  const sends = views({ counts, campaign: undefined, state: 'running', isUnderWay: true }, undefined);
  expect(sends.overview.counts).toMatchObject({ inDoubt: 1, sending: 2 });
});

test('what only the next process can settle is started here, whether it sends that again or asks for a decision', () => {
  const counts = new Map([['code', { accepted: 2, sending: 2 }]]);
  const again = views({ counts }, planned(2, { done: 2 }));
  expect([again.overview.sentence, again.overview.primary, again.overview.pill.text]).toEqual([
    'Its process died: it was killed, it crashed, or its machine stopped. Press Start to continue.',
    { act: 'start' },
    'Stopped',
  ]);
  const decided = views({ counts }, planned(0, { done: 2, inDoubt: 2 })).overview;
  expect([decided.state, decided.primary]).toEqual(['finished', { act: 'start' }]);
  const start = (sending: number) =>
    views({ counts: new Map([['code', { sending }]]) }, planned(0, { inDoubt: sending })).overview.actions[0];
  expect([2, 1, 0].map((sending) => start(sending)?.words)).toEqual([
    'Sends nothing. Lists the 2 requests that were under way when the process died, for a decision.',
    'Sends nothing. Lists the request that was under way when the process died, for a decision.',
    'Nothing is left to send.',
  ]);
});

test('what was given up in doubt may have cost something, as the report says', () => {
  const counts = new Map([['code', { accepted: 2, cancelled: 1 }]]);
  expect(views({ counts }, planned(0, { done: 3 })).row.cost).toMatchObject({ spent: '1.50', isAtMost: true });
});

test('people who were reached by a step that is no longer in the file are not forgotten', () => {
  const counts = new Map([
    ['code', { accepted: 2 }],
    ['hello', { accepted: 1200, sending: 1 }],
  ]);
  expect(views({ counts }, planned(0, { done: 2 })).overview.notes).toEqual([
    'Not in these counts: 1,200 accepted, 1 in doubt in step `hello`, which is no longer in the file.',
  ]);
});

test('the hours of a step are those of its people, and none are drawn where people have clocks of their own', () => {
  const window = { open: '09:00', close: '18:00', days: ['mon'], except: [] };
  const opens = (timezone: object, zones: readonly string[]): readonly string[] => {
    const steps = [{ ...campaign.steps[0]!, window, forEach: { audience: 'people' } }];
    const own = { ...campaign, audiences: [{ name: 'people', timezone }], steps } as unknown as Campaign;
    const lanes = zones.map((zone) => ({ zone, segments: [] }));
    const { steps: shown } = views({ campaign: own }, planned(1, {}, { step: { zones: lanes } })).overview;
    return shown[0]!.open.map(({ from }) => new Date(from).toISOString());
  };
  expect(opens({ by: 'number' }, ['UTC'])).toEqual(['2026-11-23T09:00:00.000Z']);
  expect(opens({ zone: 'Europe/Riga' }, ['Europe/Riga'])).toEqual(['2026-11-23T07:00:00.000Z']);
  expect(opens({ column: 'tz' }, ['UTC', 'Europe/Riga'])).toEqual([]);
  expect(opens({ by: 'number' }, ['Europe/Riga'])).toEqual([]);
});
