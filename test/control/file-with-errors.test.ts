import { expect, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaign.ts';
import type { KnownPlan } from '../../src/control/shown/known-plan.ts';
import { overviewView } from '../../src/control/shown/overview-view.ts';
import type { RunLook } from '../../src/control/shown/run-look.ts';

const now = Date.parse('2026-11-23T10:00:00Z');
const given = { file: 'codes.yaml', now, sandbox: false, allowActions: true, service: 'http://service' };
const look: RunLook = {
  name: 'codes',
  run: '1',
  campaign: undefined,
  state: 'running',
  ended: undefined,
  isUnderWay: true,
  counts: new Map([['code', { accepted: 7 }]]),
  recent: [],
  bursts: new Map([['code', [{ from: now - 8_000, to: now - 1_000, jobs: 7 }]]]),
  trouble: undefined,
};
const findings = [{ severity: 'error', code: 'CS1001', message: '`[` is never closed', place: 'codes.yaml:16' }];
const broken: KnownPlan = { plan: undefined, findings, trouble: undefined };
const goesOn = 'The campaign has an error now. The running process goes on with the files as they were when it began.';

test('a file that breaks while its run goes on: the process goes on, what it has sent is shown, and what comes is not known', () => {
  const { sentence, pill, counts, steps, notes } = overviewView({ ...given, look, known: broken });
  expect({ sentence, pill: pill.text, accepted: counts.accepted, pending: counts.pending }).toEqual({
    sentence: 'Sending code: 7 so far.',
    pill: 'Sending',
    accepted: 7,
    pending: undefined,
  });
  expect(steps.map(({ title }) => title)).toEqual(['code']);
  expect(notes).toEqual([
    `${goesOn} Until it is corrected, what is still to send is not known here, and if the process ends, no other can go on.`,
  ]);
});

test('a campaign with errors that nobody carries out has no such note', () => {
  const stopped: RunLook = { ...look, state: 'stopped', isUnderWay: false };
  expect(overviewView({ ...given, look: stopped, known: broken }).notes).toEqual([]);
});

/** Ten people in three waves. */
function inWaves(promote: 'person' | 'auto', afterMs: number) {
  const campaign = {
    timezone: 'UTC',
    limits: { concurrency: 4 },
    costs: {},
    steps: [
      {
        id: 'code',
        title: 'Code',
        uses: 'otp.send',
        needs: [],
        window: 'always',
        forEach: { audience: 'people', where: {}, waves: { sizes: [2, 3, 'rest'], afterMs, promote } },
      },
    ],
  } as unknown as Campaign;
  const waves = [2, 3, 5].map((people, index) => {
    const held = promote === 'person' && index > 0 ? { promote } : {};
    return { wave: index + 1, people, from: '2026-11-23T10:00:00Z', ...held };
  });
  const step = { id: 'code', state: 'planned', jobs: { toSend: 10, done: 0, inDoubt: 0 }, segments: [], waves };
  const plan = { now: '2026-11-23T10:00:00Z', totals: { toSend: 10, skipped: 0, cost: 0 }, steps: [step] };
  const known = { plan, findings: [], trouble: undefined } as unknown as KnownPlan;
  const notBegun: RunLook = {
    ...look,
    campaign,
    state: 'new',
    isUnderWay: false,
    counts: new Map(),
    bursts: new Map(),
  };
  return overviewView({ ...given, look: notBegun, known });
}

test('before the start it is said to whom a step sends first, and what lets the others begin', () => {
  const words = 'Code: 2 people first, then 3 once a person has promoted them, then 5 once a person has promoted them.';
  const { waves, actions } = inWaves('person', 0);
  expect(waves).toEqual([words]);
  expect(actions.find(({ name }) => name === 'start')?.words).toContain(words);
  const after = '2 h after the answers to those before';
  expect(inWaves('auto', 7_200_000).waves).toEqual([`Code: 2 people first, then 3 ${after}, then 5 ${after}.`]);
  const both = `once a person has promoted them, ${after} at the earliest`;
  expect(inWaves('person', 7_200_000).waves).toEqual([`Code: 2 people first, then 3 ${both}, then 5 ${both}.`]);
});
