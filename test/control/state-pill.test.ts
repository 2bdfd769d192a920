import { expect, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaign.ts';
import type { KnownPlan } from '../../src/control/shown/known-plan.ts';
import { type OverviewInput, overviewView } from '../../src/control/shown/overview-view.ts';
import { noApprovedPlan } from '../../src/control/shown/run-actions.ts';
import type { RunLook } from '../../src/control/shown/run-look.ts';
import { needOf } from '../../src/control/shown/state-pill.ts';
import { wordsText } from '../rig/words-text.ts';

const now = Date.parse('2026-11-23T10:00:00Z');
const campaign = {
  timezone: 'UTC',
  limits: { concurrency: 4 },
  costs: {},
  steps: [{ id: 'code', uses: 'otp.send', needs: [], window: 'always' }],
} as unknown as Campaign;
const wave = { wave: 2, people: 9, from: '2026-11-23T09:00:00Z', promote: 'person' };

function known(toSend: number, more: object = {}): KnownPlan {
  const at = '2026-11-23T12:00:00Z';
  const segments = toSend === 0 ? [] : [{ from: at, to: at, jobs: toSend }];
  const step = { id: 'code', state: 'planned', jobs: { toSend, done: 0, inDoubt: 0 }, segments, ...more };
  const totals = { toSend, skipped: 0, cost: 0 };
  const plan = { now: '2026-11-23T09:59:00Z', totals, steps: [step] };
  return { plan, findings: [], trouble: undefined } as unknown as KnownPlan;
}

const quiet: RunLook = {
  name: 'codes',
  run: '1',
  campaign,
  state: 'new',
  ended: undefined,
  isUnderWay: false,
  counts: new Map(),
  recent: [],
  bursts: new Map(),
  trouble: undefined,
};
const counted = (counts: object): Pick<RunLook, 'counts'> => ({
  counts: new Map([['code', counts]]),
});
const running = { state: 'running', isUnderWay: true } as const;

/** What the page says first of a run, and what it offers. */
function shown(look: Partial<RunLook>, more: Partial<OverviewInput> = {}) {
  const shared = {
    file: 'codes.yaml',
    known: known(9),
    now,
    sandbox: false,
    allowActions: true,
    service: 'http://service',
  };
  const { pill, primary } = overviewView({ ...shared, look: { ...quiet, ...look }, ...more });
  return [pill.text, pill.tone, primary];
}

test('what a run is, and the one thing to do next, which is never one that would be refused', () => {
  const late = { campaign: { ...campaign, starts: '2026-11-20T09:00:00' } as unknown as Campaign };
  const waved = {
    campaign: { ...campaign, steps: [{ ...campaign.steps[0], forEach: { waves: [2] } }] } as unknown as Campaign,
  };
  const nobody = [{ code: 'CS5105', message: 'Nobody would be contacted' }] as unknown as KnownPlan['findings'];
  const tooLate = { toSend: 0, done: 0, inDoubt: 0, skipped: { ends: 9 } };
  const errors = { plan: undefined, findings: [{ severity: 'error' }], trouble: undefined } as unknown as KnownPlan;
  const halted = { ...known(9), plan: { ...known(9).plan, refused: ['hello is halted'] } } as unknown as KnownPlan;
  expect([
    shown({}),
    shown(late),
    shown({}, { lacksApproval: noApprovedPlan }),
    shown({}, { known: errors }),
    shown({}, { known: undefined }),
    shown({}, { service: '' }),
    shown(running),
    shown({ ...running, ...counted({ accepted: 3, sending: 1 }) }),
    shown({ ...running, ...waved }, { known: known(9, { waves: [wave] }) }),
    shown({ state: 'paused' }),
    shown({ state: 'cancelled' }),
    shown({ state: 'stopped' }),
    shown({ state: 'stopped', ...counted({ accepted: 3, rejected: 1, inDoubt: 2 }) }, { known: halted }),
    shown({ state: 'stopped', ...counted({ accepted: 3, rejected: 2 }) }, { known: halted }),
    shown({ state: 'finished', ...counted({ accepted: 9 }) }, { known: known(0) }),
    shown({}, { known: { ...known(0), findings: nobody } }),
    shown(late, { known: { ...known(0), findings: nobody } }),
    shown(late, { known: { ...known(0, { jobs: tooLate }), findings: nobody } }),
    shown({ state: 'finished' }, { known: { ...known(0), findings: nobody } }),
    shown({ state: 'finished', ...counted({ accepted: 8, inDoubt: 1 }) }, { known: known(0) }),
    shown({ state: 'finished', ...counted({ accepted: 8, expired: 1 }) }, { known: known(0) }),
    shown({ state: 'unreadable' }),
  ]).toEqual([
    ['Not started', 'plain', { act: 'start' }],
    ['Overdue', 'ask', { act: 'start' }],
    ['To approve', 'ask', { go: '/plan', label: 'Review and approve' }],
    ['Has errors', 'bad', undefined],
    ['Not started', 'plain', undefined],
    ['Not started', 'plain', undefined],
    ['Waiting', 'plain', { act: 'pause' }],
    ['Sending', 'go', { act: 'pause' }],
    ['Waits for you', 'ask', { act: 'promote' }],
    ['Paused', 'ask', { act: 'resume' }],
    ['Cancelled', 'plain', { act: 'resume' }],
    ['Stopped', 'bad', { act: 'start' }],
    ['Stopped', 'bad', { go: '/doubts', label: 'Decide 2 in doubt' }],
    ['Stopped', 'bad', { go: '/report', label: 'See 2 rejected' }],
    ['Finished', 'plain', undefined],
    ['Reaches nobody', 'ask', undefined],
    ['Reaches nobody', 'ask', undefined],
    ['9 expired', 'ask', undefined],
    ['Reaches nobody', 'ask', undefined],
    ['1 in doubt', 'ask', { go: '/doubts', label: 'Decide 1 in doubt' }],
    ['1 expired', 'ask', undefined],
    ['Cannot be read', 'bad', undefined],
  ]);
});

test('a person whom a stopped run can no longer reach before its end counts as expired, and it is not called done', () => {
  const jobs = { toSend: 0, done: 3, inDoubt: 0, skipped: { ends: 5, notNeeded: 2 } };
  const look = {
    ...quiet,
    ...counted({ accepted: 3 }),
    state: 'stopped',
    ended: { at: now, exitCode: 4, reason: 'the account has no money left' },
  } as const;
  const shared = { file: 'codes.yaml', now, sandbox: false, allowActions: true, service: 'http://service' };
  const { pill, counts, sentence } = overviewView({ ...shared, look, known: known(0, { jobs }) });
  expect([pill.text, pill.tone, counts.expired, wordsText(sentence)]).toEqual([
    '5 expired',
    'ask',
    5,
    'Finished: 3 accepted, 5 expired. Ended 2026-11-23T10:00:00.000Z: the account has no money left.',
  ]);
});

test('campaigns that need a person come before those that do not', () => {
  const names = ['finished', 'sending', 'inDoubt', 'waiting', 'stopped', 'toApprove', 'new'] as const;
  const sorted = names.toSorted((one, other) => needOf({ name: one }) - needOf({ name: other }));
  expect(sorted).toEqual(['stopped', 'inDoubt', 'toApprove', 'sending', 'waiting', 'new', 'finished']);
});
