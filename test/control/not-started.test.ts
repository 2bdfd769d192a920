import { expect, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaign.ts';
import type { CampaignNow } from '../../src/control/shown/campaign-now.ts';
import { campaignsView } from '../../src/control/shown/campaigns-view.ts';
import { type KnownPlan, readPlan } from '../../src/control/shown/known-plan.ts';
import { nowSentence } from '../../src/control/shown/now-sentence.ts';
import { overviewView } from '../../src/control/shown/overview-view.ts';
import { noApprovedPlan } from '../../src/control/shown/run-actions.ts';
import type { RunLook } from '../../src/control/shown/run-look.ts';
import type { ShownState } from '../../src/control/shown/views.ts';
import type { Words } from '../../src/control/shown/words.ts';
import { wordsText } from '../rig/words-text.ts';

const now = Date.parse('2026-11-23T10:00:00Z');
const campaign = {
  timezone: 'UTC',
  limits: { concurrency: 4 },
  costs: {},
  steps: [{ id: 'code', title: 'Code', uses: 'otp.send', needs: [], window: 'always' }],
} as unknown as Campaign;

/** A plan of a minute ago, of seventeen seconds. */
function planned(from: string, to: string): KnownPlan {
  const jobs = { toSend: 673, done: 0, inDoubt: 0 };
  const step = { id: 'code', state: 'planned', jobs, segments: [{ from, to, jobs: 673 }] };
  const plan = { now: '2026-11-23T09:59:00Z', totals: { toSend: 673, skipped: 0, cost: 0 }, steps: [step] };
  return { plan, findings: [], trouble: undefined } as unknown as KnownPlan;
}

const atOnce = planned('2026-11-23T09:59:00Z', '2026-11-23T09:59:17Z');

function look(state: ShownState): RunLook {
  const isUnderWay = state === 'running';
  return {
    name: 'codes',
    run: '1',
    campaign,
    state,
    ended: undefined,
    isUnderWay,
    counts: new Map(),
    recent: [],
    bursts: new Map(),
    trouble: undefined,
  };
}

function next(state: ShownState, known: KnownPlan): string | undefined {
  const campaigns = [{ file: 'codes.yaml', look: look(state), known, lacksApproval: undefined }];
  const words = campaignsView({ campaigns, now, sandbox: false }).rows[0]?.next;
  return words && wordsText(words);
}

test('a run that would start at once still would when its plan is a minute old', () => {
  const shared = { file: 'codes.yaml', now, sandbox: false, allowActions: true, service: 'http://service' };
  const { sentence, steps } = overviewView({ ...shared, look: look('new'), known: atOnce });
  expect(sentence).toBe('Not started. Code would start at once.');
  expect(steps[0]?.planned).toEqual([{ from: now, to: now + 17_000, jobs: 673 }]);
  // What a process carries out has been started meanwhile.
  expect(overviewView({ ...shared, look: look('running'), known: atOnce }).steps[0]?.planned).toEqual([]);
});

test('what comes next is said of a run that is carried out; of another, that somebody must start it', () => {
  const later = planned('2026-11-23T12:00:00Z', '2026-11-23T12:00:17Z');
  expect(
    (['new', 'stopped', 'paused', 'running', 'cancelled', 'finished'] as const).map((state) => [
      next(state, atOnce),
      next(state, later),
    ]),
  ).toEqual([
    ['Code: once you start it', 'Code: 2026-11-23T12:00:00.000Z, if you start it by then'],
    ['Code: once you start it', 'Code: 2026-11-23T12:00:00.000Z, if you start it by then'],
    ['Code: once you resume it', 'Code: 2026-11-23T12:00:00.000Z, if you resume it by then'],
    [undefined, 'Code: 2026-11-23T12:00:00.000Z'],
    [undefined, undefined],
    // Somebody decided, or the list has more people, since it ended.
    ['Code: once you start it', 'Code: 2026-11-23T12:00:00.000Z, if you start it by then'],
  ]);
});

test('of a campaign that has not started, for which nothing is planned, the list says its date while that is ahead', () => {
  const findings = [{ code: 'CS5105', message: 'Nobody would be contacted' }] as unknown as KnownPlan['findings'];
  const nobody = { plan: { ...atOnce.plan!, steps: [] }, findings, trouble: undefined };
  const said = (starts: string, known: KnownPlan | undefined) => {
    const seen = { ...look('new'), campaign: { ...campaign, starts } as Campaign };
    const campaigns = [{ file: 'codes.yaml', look: seen, known, lacksApproval: undefined }];
    return campaignsView({ campaigns, now, sandbox: false }).rows[0]?.next;
  };
  const at = Date.parse('2026-12-24T09:00:00Z');
  expect([
    said('2026-12-24T09:00:00', nobody),
    said('2026-12-24T09:00:00', undefined),
    said('2026-11-20T09:00:00', nobody),
  ]).toEqual([['starts ', { at }, ', reaches nobody'], ['starts ', { at }], undefined]);
});

test('what is due and not started by a process that waits is not its next event, and has a line with the reason', () => {
  const both = planned('2026-11-23T10:00:00Z', '2026-11-23T10:00:17Z');
  const plan = both.plan!;
  const later = { from: '2026-11-23T12:00:00Z', to: '2026-11-23T12:00:17Z', jobs: 80 };
  const steps = plan.steps.map((step) => ({ ...step, segments: [...step.segments, later] }));
  const known = { ...both, plan: { ...plan, now: '2026-11-23T10:00:00Z', steps } };
  const started = (agoMs: number, sending: number): RunLook => ({
    ...look('running'),
    counts: new Map([['code', { accepted: 5, sending }]]),
    recent: [{ from: now - agoMs, to: now - agoMs, jobs: 5 }],
  });
  const shared = { file: 'codes.yaml', now, sandbox: false, allowActions: true, service: 'http://service', known };
  const idle = overviewView({ ...shared, look: started(20 * 60_000, 0) });
  expect([wordsText(idle.sentence), idle.notes]).toEqual([
    'Waiting: Code starts 2026-11-23T12:00:00.000Z, planned to end 2026-11-23T12:00:17.000Z.',
    [
      'Code: 673 are due, and the process has started nothing for 20 min. Files that were edited after it began count in the next run.',
    ],
  ]);
  const campaigns = [{ file: 'codes.yaml', look: started(20 * 60_000, 0), known, lacksApproval: undefined }];
  expect(campaignsView({ campaigns, now, sandbox: false }).rows[0]?.next).toEqual([
    'Code: ',
    { at: Date.parse('2026-11-23T12:00:00Z') },
  ]);
  for (const busy of [started(20 * 60_000, 1), started(2_000, 0)])
    expect(overviewView({ ...shared, look: busy }).notes).toEqual([]);
  // A wave that waits for a person is not due.
  const waves = [{ wave: 2, people: 673, promote: 'person', from: '2026-11-23T10:00:00Z' }];
  const waved = { ...known, plan: { ...known.plan, steps: steps.map((step) => ({ ...step, waves })) } } as KnownPlan;
  const waits = overviewView({ ...shared, known: waved, look: started(20 * 60_000, 0) });
  expect([waits.sentence, waits.notes]).toEqual(['Waiting for a person. Code: wave 2, 673 people.', []]);
  const paused = overviewView({ ...shared, known: waved, look: { ...look('paused') } });
  expect(paused.notes).toEqual(['Code: wave 2, 673 people, waits for a person: Promote lets it begin.']);
  expect(paused.next).toMatchObject([{ at: undefined, awaitsPerson: true }]);
});

test('no end is named that a person decides', () => {
  const known = planned(new Date(now + 600_000).toISOString(), new Date(now + 660_000).toISOString());
  const sentence = (promote: object) => {
    const waves = [{ wave: 2, people: 673, from: new Date(now + 600_000).toISOString(), ...promote }];
    const steps = known.plan!.steps.map((step) => ({ ...step, waves }));
    const waved = { ...known, plan: { ...known.plan!, steps } } as unknown as KnownPlan;
    const input = { look: look('running'), known: waved, now, sandbox: false };
    return wordsText(overviewView({ ...input, file: '', allowActions: true, service: 'http://service' }).sentence);
  };
  expect(sentence({})).toContain('planned to end');
  expect(sentence({ promote: 'person' })).not.toContain('planned to end');
  expect(sentence({ promote: 'person' })).toMatch(/^Waiting: Code starts .*, once it is promoted\.$/);
});

test('between two jobs of a low rate a run sends, in the sentence and in both pills', () => {
  const shown = (agoMs: number, inMs: number, more: object = {}) => {
    const at = now - agoMs;
    const known = planned(new Date(now + inMs).toISOString(), new Date(now + inMs + 600_000).toISOString());
    const bursts = [{ from: at, to: at, jobs: 7 }];
    const counts = new Map([['code', { accepted: 7 }]]);
    const seen = { ...look('running'), counts, recent: bursts, bursts: new Map([['code', bursts]]) };
    const steps = known.plan!.steps.map((step) => ({ ...step, ...more }));
    const input = { look: seen, known: { ...known, plan: { ...known.plan!, steps } }, now, sandbox: false };
    const { sentence, pill } = overviewView({ ...input, file: '', allowActions: true, service: 'http://service' });
    const [row] = campaignsView({ ...input, campaigns: [{ ...input, file: '', lacksApproval: undefined }] }).rows;
    return [wordsText(sentence).replace(/[:,].*/, ''), pill.text, row?.pill.text];
  };
  const sends = ['Sending Code', 'Sending', 'Sending'];
  const waits = ['Waiting', 'Waiting', 'Waiting'];
  // The plan of a process that sends is some seconds old.
  expect([shown(14_000, 1_000), shown(59_000, -20_000), shown(100_000, 90_000)]).toEqual([sends, sends, sends]);
  // The last before the night, and the first in the morning.
  expect([shown(14_000, 3_600_000), shown(3_600_000, 14_000)]).toEqual([waits, waits]);
  // Due, and the process starts nothing.
  expect(shown(130_000, -20_000)).toEqual(['Running', 'Waiting', 'Waiting']);
  const waves = [{ wave: 2, people: 673, promote: 'person', from: '2026-11-23T09:00:00Z' }];
  expect(shown(61_000, -20_000, { waves })).toEqual(['Waiting for a person. Code', 'Waits for you', 'Waits for you']);
  // The plan is from before the promotion: what has started since is the next wave.
  expect(shown(14_000, -20_000, { waves })).toEqual(sends);
});

test('the speed is that of the last minute, and is not said of one start', () => {
  const known = planned('2026-11-23T10:00:10Z', '2026-11-23T10:10:00Z');
  const sentence = (...agoS: readonly number[]): string => {
    const recent = agoS.map((ago) => ({ from: now - ago * 1000, to: now - ago * 1000, jobs: 1 }));
    const counts = new Map([['code', { accepted: agoS.length }]]);
    const seen = { ...look('running'), counts, recent, bursts: new Map([['code', recent]]) };
    const shared = { file: 'codes.yaml', now, sandbox: false, allowActions: true, service: 'http://service' };
    return wordsText(overviewView({ ...shared, look: seen, known }).sentence).replace(/, planned.*/, '');
  };
  expect([sentence(3), sentence(18, 3), sentence(29, 14), sentence(78, 63, 48, 33, 18, 3)]).toEqual([
    'Sending Code: 1 of 673',
    'Sending Code: 2 of 673, 4/min',
    'Sending Code: 2 of 673, 4/min',
    'Sending Code: 6 of 673, 4/min',
  ]);
});

test('whom the plan will leave out is said before it is recorded, and not twice', () => {
  const plan = atOnce.plan!;
  const skipped = { noSession: 22, 'depends:code': 155, ends: 3 };
  const steps = plan.steps.map((step) => ({ ...step, jobs: { ...step.jobs, skipped } }));
  const shared = { file: 'codes.yaml', now, sandbox: false, allowActions: true, service: 'http://service' };
  const toCome = (recorded: number) => {
    const seen = { ...look('stopped'), counts: new Map([['code', { skipped: recorded }]]) };
    const view = overviewView({ ...shared, look: seen, known: { ...atOnce, plan: { ...plan, steps } } });
    return [view.skipsToCome, view.later];
  };
  expect([0, 20, 22, 100, 177].map(toCome)).toEqual([
    [22, 155],
    [2, 155],
    [0, 155],
    // A condition has skipped 78 of those who depended on it.
    [0, 77],
    [0, 0],
  ]);
});

test('to how many people it sends is said as long as the plan and the records agree on how much', () => {
  const shared = { file: 'codes.yaml', now, sandbox: false, allowActions: true, service: 'http://service' };
  const { totals, ...plan } = atOnce.plan!;
  const known = { ...atOnce, plan: { ...plan, totals: { ...totals, toSend: 673, people: 600 } } };
  const people = (accepted: number) => {
    const seen = { ...look('stopped'), counts: new Map([['code', { accepted }]]) };
    return overviewView({ ...shared, look: seen, known }).peopleToCome;
  };
  expect([people(0), people(1)]).toEqual([600, undefined]);
});

test('what a process was sending when it died is in doubt, and under way where the process goes on', () => {
  const shared = { file: 'codes.yaml', now, sandbox: false, allowActions: true, service: 'http://service' };
  const counts = new Map([['code', { accepted: 5, sending: 2 }]]);
  const shown = (state: ShownState) => overviewView({ ...shared, known: atOnce, look: { ...look(state), counts } });
  expect(shown('stopped').counts).toMatchObject({ accepted: 5, inDoubt: 2, sending: 0, pending: 666 });
  expect(shown('running').counts).toMatchObject({ accepted: 5, inDoubt: 0, sending: 2, pending: 666 });
});

test('with a store it is said who leads a run and who sends for it, and that nobody does', () => {
  const since = Date.parse('2026-11-23T08:00:00Z');
  const process = { pid: 7, host: 'lagos-1', since, seen: { at: now, agoMs: 3_000 } };
  const worker = { pid: 9, host: 'lagos-2', since, seen: undefined, slots: 8, most: 16 };
  const shared = { file: 'codes.yaml', now, sandbox: false, allowActions: true, service: 'http://service' };
  const linesOf = (state: ShownState, leavesSending: boolean, workers: readonly (typeof worker)[]) => {
    const processes = { leader: { ...process, leavesSending }, workers };
    const known = state === 'finished' ? undefined : atOnce;
    const shown = overviewView({ ...shared, known, look: { ...look(state), processes } }).processes;
    return shown.map((line) => wordsText(line));
  };
  expect(linesOf('running', true, [worker])).toEqual([
    'Led by process 7 on lagos-1, begun 2026-11-23T08:00:00.000Z. Workers:',
    '  process 9 on lagos-2, begun 2026-11-23T08:00:00.000Z, 8 of 16 slots',
  ]);
  expect(linesOf('running', true, [])).toEqual([
    'Led by process 7 on lagos-1, begun 2026-11-23T08:00:00.000Z.',
    'Nobody sends: it leaves that to workers, and there are none. Start `callsheet worker`.',
  ]);
  expect(linesOf('finished', false, [worker])).toEqual([]);
  expect(overviewView({ ...shared, known: atOnce, look: look('running') }).processes).toEqual([]);
});

test('a start after its date says how late it is, and none is offered where no plan is approved', () => {
  const shared = { file: 'codes.yaml', now, sandbox: false, allowActions: true, service: 'http://service' };
  const late = { ...look('new'), campaign: { ...campaign, starts: '2026-11-20T09:00:00' } };
  const start = (more: object) => overviewView({ ...shared, look: look('new'), known: atOnce, ...more }).actions[0];
  expect(start({ look: late })).toMatchObject({
    label: 'Start late',
    possible: true,
    words: expect.stringMatching(/^Starts 3 days after its date\. Sends 673 requests to http:\/\/service/),
  });
  expect(start({})).toMatchObject({ label: 'Start', possible: true });
  expect(start({ lacksApproval: noApprovedPlan })).toMatchObject({
    possible: false,
    words: 'No approved plan is kept on this machine: approve one under Plan.',
  });
  const plan = { ...atOnce.plan!, refused: ['A step looks renamed.', 'It is a copy.'] };
  expect(start({ known: { ...atOnce, plan } })).toMatchObject({ possible: false, words: 'A step looks renamed.' });
  expect(start({ known: { ...atOnce, isEarlier: true } })).toMatchObject({ words: 'The plan is being made.' });
  // Where nothing could be started, an approval would not help.
  const primary = (known: KnownPlan) =>
    overviewView({ ...shared, look: look('new'), known, lacksApproval: noApprovedPlan }).primary;
  expect(primary(atOnce)).toEqual({ go: '/plan', label: 'Review and approve' });
  expect(primary({ plan: undefined, findings: [], trouble: undefined })).toBeUndefined();
});

test('a campaign of the past is to be started late only where something would be sent', () => {
  const finding = {
    code: 'CS5101',
    severity: 'warning',
    message: '',
    file: 'codes.yaml',
    range: { start: { line: 3 } },
  };
  const advice = (toSend: number) =>
    readPlan(0, JSON.stringify({ totals: { toSend }, diagnostics: [finding] }), '').findings[0]?.advice;
  expect([advice(3), advice(0)]).toEqual([
    'Start late begins it now. Otherwise change `starts`.',
    'Change `starts` and `ends`.',
  ]);
});

const none = { accepted: 0, rejected: 0, skipped: 3, expired: 0, cancelled: 0, inDoubt: 0, sending: 0, pending: 0 };

/** The sentence of a run in which nothing happens, but for what is given. */
function sentenceOf(
  state: ShownState,
  counts: object,
  seen: Partial<CampaignNow> = {},
  more: Partial<Parameters<typeof nowSentence>[1]> = {},
): Words {
  const shown = { state, counts: { ...none, ...counts }, now };
  const quiet = { shown, nobody: undefined, ended: undefined, sending: [], promotable: [], refused: [] };
  return nowSentence({ ...quiet, ...seen } as unknown as CampaignNow, {
    rate: 0,
    next: undefined,
    nextAwaits: false,
    serviceAsked: false,
    ends: undefined,
    startable: true,
    obeying: false,
    ...more,
  });
}

test('a run that has stopped asks to be started only where something is left to send', () => {
  const ended = ['Stopped Sat 21 Nov 09:00: the balance is used up'];
  const sentence = (pending: number | undefined, startable = true): Words =>
    sentenceOf('stopped', { accepted: 30, pending }, { ended }, { startable });
  expect(sentence(4)).toBe('Stopped Sat 21 Nov 09:00: the balance is used up. 4 to send. Press Start to continue.');
  expect(sentence(undefined)).toBe('Stopped Sat 21 Nov 09:00: the balance is used up. Press Start to continue.');
  expect(sentence(0, false)).toBe('Stopped Sat 21 Nov 09:00: the balance is used up.');
  expect(sentence(4, false)).toBe('Stopped Sat 21 Nov 09:00: the balance is used up. 4 to send.');
});

test('nobody was contacted only where nobody can have been', () => {
  expect(sentenceOf('finished', { rejected: 2 })).toBe('Finished: nobody was contacted, 2 rejected.');
  expect(sentenceOf('finished', { cancelled: 1 })).toBe('Finished: 0 accepted, 1 given up.');
  const nobody = 'Nobody would be contacted: all 3 requests are skipped';
  const soon = { next: { title: 'code', at: now } };
  expect(sentenceOf('new', {}, {}, soon)).toBe('Not started. code would start at once.');
  expect(sentenceOf('new', {}, { refused: ['A snapshot is missing.'] }, soon)).toBe('Not started.');
  expect(sentenceOf('new', {}, { nobody })).toBe('Not started. Nobody would be contacted: all 3 requests are skipped.');
  // What was accepted is a query.
  expect(sentenceOf('finished', { accepted: 1 }, { nobody })).toBe('Finished: nobody was contacted.');
});

test('of a wave that waits for a person the list says so, and of a cancelled run it plans nothing', () => {
  const wave = { wave: 2, people: 673, from: '2026-11-23T09:00:00Z', promote: 'person' };
  const [step] = atOnce.plan!.steps;
  const waved = { ...atOnce, plan: { ...atOnce.plan!, steps: [{ ...step!, waves: [wave] }] } } as unknown as KnownPlan;
  expect(next('running', waved)).toBe('Code: wave 2, 673 people, once you promote it');
  const campaigns = [{ file: 'codes.yaml', look: look('cancelled'), known: atOnce, lacksApproval: undefined }];
  expect(campaignsView({ campaigns, now, sandbox: false }).rows[0]?.planned).toEqual([]);
});

test('a run that waits because the service asked for a pause says so', () => {
  const next = { title: 'hello', at: now + 75_000 };
  const sentence = sentenceOf('running', { accepted: 9, pending: 26 }, {}, { next, rate: 2, serviceAsked: true });
  expect(wordsText(sentence, (at) => new Date(at).toISOString())).toBe(
    'Waiting as the service asked: hello starts 2026-11-23T10:01:15.000Z.',
  );
});
