import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSkippingClock,
  formatDiagnostics,
  hasErrors,
  type LoadedCampaign,
  loadCampaign,
  memoryState,
  plan,
  run,
} from '../../../src/index.ts';
import { isRequest, parseEntry, type RequestEntry } from '../../../src/sandbox/journal/journal.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { startCommand } from '../command.ts';
import { judgeLists, type ListsDone } from './list-judge.ts';
import { countries, type MadeLists, makeLists } from './made-lists.ts';
import { separatorOf } from './written-list.ts';

export interface HuntedLists {
  readonly made: MadeLists;
  readonly refused: boolean;
  readonly requests: number;
  readonly broken: readonly string[];
}

/** Gives the product other lists than the judge reads: a judge that finds nothing wrong then finds nothing at all. */
export type ListSabotage = (bytes: Buffer) => Buffer;

/** The lists of a seed through check, plan and run on a sandbox, in virtual time, judged by the files alone. */
export async function huntLists(seed: number, sabotage?: ListSabotage): Promise<HuntedLists> {
  const made = makeLists(seed);
  const folder = await mkdtemp(join(tmpdir(), 'callsheet-lists-'));
  try {
    for (const [name, bytes] of Object.entries(made.files)) {
      const content = name === made.listName && sabotage !== undefined ? sabotage(bytes) : bytes;
      await writeFile(join(folder, name), content);
    }
    const unread = made.format in separatorOf ? undefined : await readSource(folder, made);
    const done = unread ?? (await carryOut(join(folder, 'campaign.yaml'), made.now));
    const broken = judgeLists(made, done).map((sentence) => sentence.replaceAll(folder, ''));
    return { made, refused: done.refused, requests: done.requests.length, broken };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a snapshot; what was done where there is none. */
async function readSource(folder: string, { listName }: MadeLists): Promise<ListsDone | undefined> {
  const env = { CALLSHEET_AUDIENCE_MEMBERS_URL: listName };
  const words = ['snapshot', 'campaign.yaml', '--allow-commands'];
  const { code, stdout, stderr } = await startCommand(words, { cwd: folder, env }).ended;
  if (code === 0) return undefined;
  return { refused: true, findings: `${stdout}${stderr}`, planned: undefined, requests: [] };
}

async function carryOut(path: string, now: number): Promise<ListsDone> {
  const { value: loaded, diagnostics } = await loadCampaign({ path, env: {} });
  const findings = formatDiagnostics(diagnostics);
  if (loaded === undefined || hasErrors(diagnostics))
    return { refused: true, findings, planned: undefined, requests: [] };
  const { totals } = plan({ loaded, now });
  return { refused: false, findings, planned: totals.toSend, requests: await requestsOf(loaded, now) };
}

async function requestsOf(loaded: LoadedCampaign, now: number): Promise<readonly RequestEntry[]> {
  const clock = createSkippingClock(now);
  const prices = Object.values(countries).map(({ code }) => ({ prefix: code, whatsapp: '0.005', otp: '0.005' }));
  const sandbox = await startSandbox({ clock, world: { prices, sessions: { default: 'open', exceptEndings: [] } } });
  try {
    const service = { baseUrl: sandbox.url, apiKey: 'sandbox-key', apiSecret: 'sandbox-secret' };
    await run({ loaded, service, state: memoryState(), clock, late: true });
    return [...sandbox.account.journal.lines()].map(parseEntry).filter(isRequest);
  } finally {
    await sandbox.close();
  }
}
