import { loadCampaign } from '../../src/campaign/load.ts';
import { formatAddress } from '../../src/job/address.ts';
import { emptyHistory } from '../../src/job/history.ts';
import type { Decision, JobRecord } from '../../src/job/job.ts';
import { listJobs, type RunLease, type StateBackend } from '../../src/ledger/backend.ts';
import type { Decided } from '../../src/ledger/change.ts';
import { noFacts } from '../../src/ledger/contacts/facts.ts';
import { contactsInFile, openMemoryLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { planCampaign } from '../../src/plan/make-plan.ts';
import { createVirtualClock, tzdata, type VirtualClock } from '../../src/platform/clocks.ts';
import type { Instant } from '../../src/platform/ports.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { formatEnd } from '../../src/report/reason-text.ts';
import { type CarriedOut, carryOutRun } from '../../src/run/carry-out-run.ts';
import type { RunEvent } from '../../src/run/event.ts';
import { createRunControl, type RunControl } from '../../src/run/run-control.ts';
import type { Outcome } from '../../src/service/contract/outcome.ts';
import { jsonOf, type Transport } from '../../src/service/http/transport.ts';
import { memoryFiles } from './memory-files.ts';

export const begins = Date.parse('2026-11-23T10:00:00Z');
const about = { campaign: 'trial', run: '1', service: 'https://service.example' };

/** What a test does beside the run. */
export interface Beside {
  readonly clock: VirtualClock;
  readonly control: RunControl;
  readonly job: (address: { readonly step: string; readonly key?: string }) => Promise<JobRecord | undefined>;
  /** As `reconcile` does it from another process. */
  readonly decide: (...jobs: readonly (Pick<Decided, 'step' | 'key'> & Pick<Decision, 'state'>)[]) => Promise<void>;
  /** As the run's own reader does it, by a real timer, which virtual time does not wait for. */
  readonly look: () => Promise<void>;
}

export interface DecidedRun {
  readonly result: CarriedOut;
  readonly events: readonly RunEvent[];
  /** `step[key]`, with the seconds after the beginning at which it was sent. */
  readonly sent: readonly string[];
  readonly jobs: readonly JobRecord[];
  /** How many requests the plan of that moment had. */
  readonly planned: number;
}

/** A run in virtual time over a state backend, with what happens beside it. `answers` says what the service does with a job. */
export async function decidedRun(input: {
  readonly backend: StateBackend;
  /** When the process begins. */
  readonly from?: Instant;
  /** The campaign after its audience `people`. */
  readonly steps: string;
  readonly people: readonly string[];
  readonly answers?: (address: string, attempt: number) => Outcome | 'accepted';
  /** How long the service takes. Default: 10. */
  readonly answerMs?: (address: string) => number;
  readonly beside?: (beside: Beside) => Promise<void>;
  /** Called before the lease records these changes. */
  readonly onApply?: (changes: Parameters<RunLease['apply']>[0], beside: Beside) => Promise<void>;
  readonly isApproved?: (step: string, key: string | undefined) => boolean;
  readonly head?: string;
  /** `contacts.yaml`; the ledger is in memory. */
  readonly contacts?: string;
}): Promise<DecidedRun> {
  const { backend, steps, people, from = begins, answers = () => 'accepted' } = input;
  const files = memoryFiles({
    '/c/campaign.yaml': `campaign: trial
timezone: UTC
account: { appId: sandbox-app, businessPhone: '8613800000000' }
${input.head ?? 'limits: { concurrency: 2 }'}
audiences:
  people: { file: people.csv, key: phone, lastInbound: wrote, timezone: { zone: UTC } }
steps:
${steps}
`,
    ...(input.contacts === undefined ? {} : { '/c/contacts.yaml': input.contacts }),
    '/c/people.csv': `phone,wrote\n${people.map((key) => `${key},2026-11-23T09:00:00Z\n`).join('')}`,
  });
  const load = { path: '/c/campaign.yaml', cwd: '/c', files, env: {}, inputs: {}, depth: 'rendered' } as const;
  const { value: loaded, diagnostics } = await loadCampaign(load);
  if (loaded === undefined) throw new Error(JSON.stringify(diagnostics.map(({ message }) => message)));
  const clock = createVirtualClock(from);
  const { totals } = planCampaign({
    ...loaded,
    history: emptyHistory,
    run: about.run,
    contactFacts: () => noFacts,
    tzdata,
    now: from,
  });
  const opened = await backend.openForRunning({ about, me: { pid: 1, host: 'here', since: begins }, adopt: false });
  if ('refused' in opened) throw new Error(JSON.stringify(opened.refused));
  const control = createRunControl();
  const { contacts: rules } = loaded.campaign;
  const ledger = rules && openMemoryLedger();
  const contacts = ledger && contactsInFile(ledger, rules);
  if (ledger !== undefined) opened.lease.judgeContacts(ledger.place, rules!);
  const sent: string[] = [];
  const events: RunEvent[] = [];
  const attempts = new Map<string, number>();
  const now = (): Instant => clock.now();
  const held = heldLease(opened.lease, clock);
  const beside: Beside = {
    clock,
    control,
    job: (id) => clock.hold(() => opened.lease.job(id)),
    decide: (...jobs) =>
      clock.hold(async () => {
        const decisions: Decided[] = [];
        for (const job of jobs)
          decisions.push({ ...job, at: now(), attempts: (await opened.lease.job(job))?.attempts ?? 0, by: 'Ada' });
        const refused = await backend.decide(about, decisions);
        if (refused !== undefined) throw new Error(JSON.stringify(refused));
      }),
    look: async () => control.noteDecisions((await held.requests()).decisions),
  };
  const lease: RunLease = {
    ...held,
    async apply(changes) {
      await input.onApply?.(changes, beside);
      await held.apply(changes);
    },
  };
  const transport: Transport = {
    async send(operation, body) {
      const request = JSON.parse(jsonOf(body)) as { readonly to?: string; readonly recipient?: string };
      const step = loaded.campaign.steps.find(({ uses }) => uses === operation)?.id ?? operation;
      const key = request.to ?? request.recipient;
      const address = key === undefined ? step : `${step}[${key}]`;
      const attempt = (attempts.get(address) ?? 0) + 1;
      attempts.set(address, attempt);
      sent.push(`${address} at ${Math.round((now() - begins) / 1000)} s`);
      const answer = answers(address, attempt);
      await clock.sleepUntil(now() + (input.answerMs?.(address) ?? 10));
      if (answer !== 'accepted') return answer;
      const data = { verificationId: `v${address}`, messageId: `m${address}` };
      return { kind: 'accepted', code: '0', answer: { status: '0', data, ...data } };
    },
    close: async () => {},
  };
  try {
    const run = carryOutRun({
      loaded,
      run: about.run,
      lease,
      service: about.service,
      transport,
      contacts,
      clock,
      files,
      random: createSeededRandom(1),
      control,
      approvalOf: input.isApproved && (({ step, key }) => (input.isApproved!(step, key) ? 'planned' : undefined)),
      emit: (event) => void events.push(event),
      formatEnd,
    });
    const [result] = await Promise.all([run, input.beside?.(beside)]);
    return { result, events, sent, jobs: await listJobs(opened.lease), planned: totals.toSend };
  } finally {
    await opened.lease.close();
  }
}

/** Of one process. Virtual time stands still while its state reads or writes. */
function heldLease(lease: RunLease, clock: VirtualClock): RunLease {
  const { handOut: _, account: __, ...own } = lease;
  return {
    ...own,
    status: () => clock.hold(() => lease.status()),
    requests: () => clock.hold(() => lease.requests()),
    job: (id) => clock.hold(() => lease.job(id)),
    counts: () => clock.hold(() => lease.counts()),
    steps: () => clock.hold(() => lease.steps()),
    stepHistories: (detail) => clock.hold(() => lease.stepHistories(detail)),
    recentStarts: (...given) => clock.hold(() => lease.recentStarts(...given)),
    async *jobs(filter) {
      yield await clock.hold(() => listJobs(lease, filter));
    },
    apply: (changes) => clock.hold(() => lease.apply(changes)),
  };
}

export function statesOf(jobs: readonly JobRecord[]): Readonly<Record<string, string>> {
  return Object.fromEntries(jobs.map((job) => [formatAddress(job), job.state]));
}
