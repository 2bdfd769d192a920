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

function look(more: Partial<RunLook>): RunLook {
  return {
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
    ...more,
  };
}

function views(more: Partial<RunLook>, known: KnownPlan | undefined) {
  const shared = { file: 'codes.yaml', look: look(more), known, lacksApproval: undefined };
  const overview = overviewView({ ...shared, now, sandbox: false, allowActions: true, service: 'http://service' });
  return { overview, row: campaignsView({ campaigns: [shared], now, sandbox: false }).rows[0]! };
}

test('a person does not hold a wave back while something is left of the one before', () => {
  const wave = { wave: 2, people: 3, from: '2026-11-23T10:00:00Z', promote: 'person' };
  const { overview } = views({}, planned(4, {}, { step: { waves: [wave] } }));
  expect(overview.notes).toEqual([]);
  expect(overview.waves).toEqual(['Code: 1 person first, then 3 once a person has promoted them.']);
  expect(overview.next).toMatchObject([
    { jobs: 1, awaitsPerson: false },
    { jobs: 3, awaitsPerson: true },
  ]);
  expect(overview.actions.find(({ name }) => name === 'start')?.words).toBe(
    'Sends 4 requests to http://service. Code: 1 person first, then 3 once a person has promoted them.',
  );
  const only = { waves: [{ ...wave, people: 4 }] };
  const left = { counts: new Map([['code', { accepted: 2 }]]) };
  expect(views(left, planned(4, { done: 2 }, { step: only })).row.next).toBe('Code: once you promote and start it');
  // A process that sends them goes on with them.
  expect(views({ state: 'running', isUnderWay: true }, planned(4, {}, { step: { waves: [wave] } }))).toMatchObject({
    overview: { waves: [], pill: { name: 'waiting' } },
  });
});

test('a title that is read from the right keeps the numbers behind it behind it', () => {
  const arabic = '\u0631\u0645\u0632';
  const [code] = campaign.steps;
  const titled = { ...campaign, steps: [{ ...code, title: arabic }] } as unknown as Campaign;
  const bursts = new Map([['code', [{ from: now - 1_000, to: now, jobs: 3 }]]]);
  const given = { campaign: titled, state: 'running', isUnderWay: true, bursts } as const;
  const { overview } = views({ ...given, counts: new Map([['code', { accepted: 3 }]]) }, planned(4, {}));
  expect(overview.sentence).toBe(`Sending \u2068${arabic}\u2069: 3 of 4.`);
  expect(overview.steps[0]?.title).toBe(arabic);
});

test('a wave is promoted where one is left, or one was halted, and offered nowhere else', () => {
  const promote = (more: { step?: object; plan?: object }) =>
    views({ state: 'running', isUnderWay: true }, planned(1, { done: 3 }, more)).overview.actions.find(
      ({ name }) => name === 'promote',
    )?.possible;
  const wave = { wave: 2, people: 1, from: '2026-11-23T12:00:00Z' };
  expect([promote({}), promote({ step: { waves: [wave] } }), promote({ plan: { refused: ['halted'] } })]).toEqual([
    false,
    true,
    true,
  ]);
});

test('what is sent again of a process that died is said beside what is to be sent, as the plan has both', () => {
  const counts = new Map([['code', { accepted: 1, inDoubt: 1, sending: 3 }]]);
  // Of the three, one is not sent again.
  const known = planned(6, { done: 1, inDoubt: 2 });
  expect(views({ counts }, known).overview).toMatchObject({ counts: { pending: 4, inDoubt: 4 }, sentAgain: 2 });
  expect(views({ counts, state: 'running', isUnderWay: true }, known).overview.sentAgain).toBe(0);
  expect(views({ counts }, { ...known, isEarlier: true }).overview.sentAgain).toBe(0);
});

test('nothing is said to come once it is started where a start would be refused', () => {
  const refused = ['Nothing would start: the budget of 0.30 is used up.'];
  const known = (more: object) => planned(1, { done: 3 }, { plan: more });
  expect(views({}, known({ refused }))).toMatchObject({ overview: { next: [] }, row: { next: undefined } });
  expect(views({}, known({}))).toMatchObject({
    overview: { next: [{ jobs: 1 }] },
    row: { next: 'Code: once you start it' },
  });
  const toApprove = { look: look({ state: 'new' }), known: known({}), lacksApproval: 'none is approved' };
  const [row] = campaignsView({ campaigns: [{ file: 'codes.yaml', ...toApprove }], now, sandbox: false }).rows;
  expect([row?.pill.text, row?.next]).toEqual(['To approve', 'Code: once you approve and start it']);
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

test('the hours of a step are those of its people, and none are drawn where people have clocks of their own, or may have', () => {
  const window = { open: '09:00', close: '18:00', days: ['mon'], except: [] };
  const opens = (timezone: object, hours?: readonly object[]): readonly (readonly string[])[] => {
    const steps = [{ ...campaign.steps[0]!, window, forEach: { audience: 'people' } }];
    const own = { ...campaign, audiences: [{ name: 'people', timezone }], steps } as unknown as Campaign;
    const counts = new Map([['code', { accepted: 2 }]]);
    const bursts = new Map([['code', [{ from: now, to: now, jobs: 2 }]]]);
    const known = [planned(1, {}, { plan: { hours } }), planned(0, { done: 2 }, { plan: { hours } }), undefined];
    return known.map((plan) => {
      const { steps: shown } = views({ campaign: own, counts, bursts }, plan).overview;
      return shown[0]!.open.map(({ from }) => new Date(from).toISOString());
    });
  };
  const [none, utc, riga] = [[], ['2026-11-23T09:00:00.000Z'], ['2026-11-23T07:00:00.000Z']];
  // While something is planned, when nothing is any more, and where no plan is known.
  expect(opens({ zone: 'Europe/Riga' })).toEqual([riga, riga, riga]);
  expect(opens({ by: 'number' })).toEqual([utc, utc, none]);
  expect(opens({ by: 'number' }, [{ audience: 'people', zone: 'Europe/Riga', recipients: 1 }])).toEqual([
    none,
    none,
    none,
  ]);
  expect(opens({ column: 'tz' })).toEqual([none, none, none]);
});

test('of those that are skipped it says how many were not needed, as the report does, once nothing is left', () => {
  const counts = new Map([['code', { accepted: 2, skipped: 110 }]]);
  const of = (toSend: number) => {
    const skipped = { 'onlyIf:hello': 60, notNeeded: 25, noSession: 25 };
    const step = { jobs: { toSend, done: 2, inDoubt: 0, skipped, before: { skipped: 110 } } };
    const { overview } = views({ state: 'finished', counts }, planned(toSend, { done: 2 }, { step }));
    return [overview.counts.skipped, overview.notNeeded];
  };
  expect(of(0)).toEqual([110, 85]);
  expect(of(4)).toEqual([110, 0]);
});

test('Pause and Cancel say what sets them apart, and Pause is offered only where a process can wait', () => {
  const offered = (more: Partial<RunLook>): readonly string[] =>
    views({ counts: new Map([['code', { accepted: 2 }]]), ...more }, planned(4, { done: 2 })).overview.actions.flatMap(
      ({ name, words, possible }) => (possible && (name === 'pause' || name === 'cancel') ? [words] : []),
    );
  expect(offered({ state: 'running', isUnderWay: true })).toEqual([
    'Stops sending within a second. The process waits, and Resume lets it go on. Up to 4 requests already sent may still finish.',
    'Ends the process once up to 4 requests already sent have finished. What is left is sent only if somebody presses Resume and then Start.',
  ]);
  expect(offered({ state: 'stopped' })).toEqual([
    'What is left cannot be started any more, unless somebody presses Resume first.',
  ]);
});
