import type { Audience, Campaign, Limits, Step } from '../../src/campaign/campaign.ts';
import type { Span } from '../../src/diagnostic/source-file.ts';
import { createStepHistory, emptyHistory, type History, type StepHistoryBuilder } from '../../src/job/history.ts';
import type { JobRecord } from '../../src/job/job.ts';
import { noWaves, type WaveLog } from '../../src/job/waves.ts';
import type { Instant } from '../../src/platform/ports.ts';
import type { Window } from '../../src/time/window.ts';

/** Complete campaigns without a file, for tests that turn the scheduler by hand. */
export const nowhere: Span = { file: { path: 'campaign.yaml', text: '' }, start: 0, end: 0 };

export const everyDay: Window = {
  open: '09:00',
  close: '20:00',
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  except: [],
};

export function campaignOf(parts: Partial<Omit<Campaign, 'limits'>> & { readonly limits?: Partial<Limits> }): Campaign {
  return {
    id: 'spring',
    title: 'Spring',
    timezone: 'Africa/Lagos',
    window: everyDay,
    account: { appId: 'sandbox-app', businessPhone: '2348000000001' },
    env: [],
    inputs: [],
    vars: {},
    costs: {},
    audiences: [],
    steps: [],
    notices: {},
    span: nowhere,
    ...parts,
    limits: { concurrency: 32, doubts: 32, guardMs: 2000, ...parts.limits },
  };
}

export function audienceOf(parts: Partial<Audience> & { readonly name: string }): Audience {
  return {
    file: `${parts.name}.csv`,
    format: 'csv',
    source: undefined,
    snapshot: undefined,
    key: 'key',
    timezone: { zone: 'Africa/Lagos' },
    exclude: [],
    where: {},
    span: nowhere,
    ...parts,
  };
}

export function stepOf(parts: Partial<Step> & Pick<Step, 'id' | 'uses'>): Step {
  return {
    needs: [],
    runs: 'on-success',
    delayMs: 0,
    window: everyDay,
    purpose: 'marketing',
    with: {},
    reads: { columns: [], cells: [], steps: [], optionalSteps: [] },
    expect: [],
    onUnknown: 'hold',
    span: nowhere,
    ...parts,
  };
}

export const noHistory: History = emptyHistory;

export function historyOf(
  jobs: readonly JobRecord[],
  starts: readonly Instant[] = [],
  begunAt?: Instant,
  waves: WaveLog = noWaves,
): History {
  return {
    steps: stepsOf(jobs),
    starts,
    stepStarts: new Map(),
    begunAt,
    rests: [],
    waves,
  };
}

function stepsOf(jobs: readonly JobRecord[]): History['steps'] {
  const steps = new Map<string, StepHistoryBuilder>();
  for (const job of jobs) {
    const step = steps.get(job.step) ?? createStepHistory();
    steps.set(job.step, step);
    step.add(job);
  }
  return new Map([...steps].map(([step, history]) => [step, history.value()]));
}
