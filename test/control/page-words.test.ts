import { expect, onTestFinished, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaign.ts';
import { startControlServer } from '../../src/control/server/control-server.ts';
import type { ControlRoute } from '../../src/control/server/route.ts';
import { type DoubtJson, doubtsView } from '../../src/control/shown/doubts-view.ts';
import type { KnownPlan } from '../../src/control/shown/known-plan.ts';
import { overviewView } from '../../src/control/shown/overview-view.ts';
import { browserPath, openPage } from '../rig/browser.ts';

const file = 'codes.yaml';
const now = Date.now();
const campaign = {
  title: 'Codes',
  timezone: 'UTC',
  limits: { concurrency: 4 },
  costs: {},
  steps: [{ id: 'code', title: 'Code', uses: 'otp.send', needs: [], window: 'always' }],
} as unknown as Campaign;

const at = new Date(now).toISOString();
const step = { id: 'code', state: 'pending', jobs: { toSend: 1, done: 2, inDoubt: 3 }, segments: [] };
const plan = { now: at, totals: { toSend: 1, skipped: 0, cost: 0 }, steps: [step] };
/** One was accepted, one was given up, one is in doubt, and the process died while it sent to two. */
const overview = overviewView({
  file,
  look: {
    name: 'codes',
    run: '1',
    campaign,
    state: 'stopped',
    ended: undefined,
    isUnderWay: false,
    counts: new Map([['code', { accepted: 1, cancelled: 1, inDoubt: 1, sending: 2 }]]),
    recent: [],
    bursts: new Map(),
    trouble: undefined,
  },
  known: { plan, findings: [], trouble: undefined } as unknown as KnownPlan,
  now,
  sandbox: false,
  allowActions: false,
  service: '',
});
const doubts = (['inDoubt', 'sending', 'sending'] as const).map((state, index): DoubtJson => {
  return { address: `code[234800000000${index}]`, state, at, attempts: 1 };
});

async function* only(value: unknown) {
  yield value;
}

/** The pages of a control room that answers with these views. */
async function pagesOf(answers: Readonly<Record<string, () => unknown>>): Promise<(path: string) => string> {
  const routes = Object.entries(answers).map(([path, answer]): ControlRoute => {
    const isLive = path === '/api/overview';
    return {
      method: 'GET',
      path,
      handle: async () => (isLive ? { events: only(answer()) } : { json: answer() }),
    };
  });
  const identify = () => ({ name: undefined, mayAct: false, seesNumbers: true });
  const clock = { now: () => now, sleepUntil: () => new Promise<void>(() => {}) };
  const server = await startControlServer({ port: 0, identify, routes, clock, log: () => {} });
  onTestFinished(() => server.close());
  return (path) => `http://127.0.0.1:${server.port}${path}?file=${file}#token`;
}

test.skipIf(browserPath === undefined)(
  'figures and lists count the same jobs: those given up, and those of a process that died',
  async () => {
    const shown = doubtsView({
      doubts,
      campaign,
      filter: { step: '', why: '', page: 1 },
      handleOf: (name) => name,
      personOf: (key) => key,
      showsNames: true,
    });
    const pages = await pagesOf({
      '/api/room': () => ({
        campaigns: [{ file, title: 'Codes' }],
        sandbox: false,
        allowActions: false,
        seesNumbers: true,
      }),
      '/api/overview': () => overview,
      '/api/doubts': () => shown,
    });
    await using room = await openPage(pages('/overview'));
    const { page } = room;
    await page.locator('.figures', { hasText: 'of 6 requests' }).waitFor();
    await page.locator('.tabs a', { hasText: 'Doubts 3' }).click();
    await page.getByText('1 message may or may not have arrived').waitFor();
    await page.getByText(/^Its process died with 2 more under way\. The next start sends again what is safe/).waitFor();
    expect(room.complaints).toEqual([]);
  },
);
