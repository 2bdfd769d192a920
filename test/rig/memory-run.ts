import { loadCampaign } from '../../src/campaign/load.ts';
import { listJobs } from '../../src/ledger/backend.ts';
import type { LeaseTerm } from '../../src/ledger/hand-out.ts';
import { createMemoryBackend, type MemoryBackend } from '../../src/ledger/memory-backend.ts';
import type { Clock } from '../../src/platform/ports.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import type { RunEvent } from '../../src/run/event.ts';
import { runCampaign } from '../../src/run/run.ts';
import { createRunControl, type RunControl } from '../../src/run/run-control.ts';
import type { Transport } from '../../src/service/http/transport.ts';
import { memoryFiles } from './memory-files.ts';

const numbers = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(2340000000000 + index));

export const people = numbers(20);
export const codeStep = 'code: { uses: otp.send, forEach: people, with: { templateId: 31 } }';

interface MemoryRun {
  readonly clock: Clock;
  readonly transport: Transport;
  /** Lines of the campaign before its audiences. Default: one request at a time. */
  readonly head?: string;
  /** Its steps. Default `codeStep`. */
  readonly step?: string;
  /** How many people. Default 20. */
  readonly count?: number;
  /** What an earlier process left. */
  readonly memory?: MemoryBackend;
  readonly control?: RunControl;
  /** Called when changes go to the disk. */
  readonly sync?: () => Promise<void>;
  readonly term?: LeaseTerm;
  /** Base URL. Nothing is sent there: the transport answers. Default: none. */
  readonly service?: string;
}

/** The engine with a campaign, an audience (`people`) and a state in memory, over the transport and with the clock of a test. */
export async function runInMemory({
  clock,
  transport,
  head = 'limits: { concurrency: 1 }',
  step = codeStep,
  count = people.length,
  memory = createMemoryBackend(),
  ...more
}: MemoryRun) {
  const files = memoryFiles({
    '/c/campaign.yaml': `campaign: trial
timezone: UTC
account: { appId: sandbox-app }
${head}
audiences:
  people: { file: people.csv, key: phone, timezone: { zone: UTC } }
steps:
  ${step}
`,
    '/c/people.csv': `phone\n${numbers(count).join('\n')}\n`,
  });
  const load = { path: '/c/campaign.yaml', cwd: '/c', files, env: {}, inputs: {}, depth: 'rendered' } as const;
  const { value: loaded, diagnostics } = await loadCampaign(load);
  if (loaded === undefined) throw new Error(JSON.stringify(diagnostics.map(({ message }) => message)));
  const { sync, term, service = 'test', control = createRunControl() } = more;
  const about = { campaign: 'trial', run: '1', service };
  const opened = memory.openLease({ about, ...(sync === undefined ? {} : { sync }) });
  const lease = term === undefined ? opened : { ...opened, term };
  const events: RunEvent[] = [];
  const result = await runCampaign({
    loaded,
    run: '1',
    lease,
    service,
    transport,
    resync: (serviceTime) => serviceTime - clock.now(),
    clock,
    files,
    random: createSeededRandom(1),
    control,
    emit: (event) => void events.push(event),
  });
  return { ...result, events, jobs: await listJobs(lease) };
}
