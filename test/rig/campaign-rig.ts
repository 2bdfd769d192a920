import { chmod, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunEvent } from '../../src/run/event.ts';
import { isRequest, parseEntry, type RequestEntry } from '../../src/sandbox/journal/journal.ts';
import type { SandboxOptions } from '../../src/sandbox/start-sandbox.ts';
import type { OperationId } from '../../src/service/operations/operations.ts';
import { builtMain, type Child, type Ended, startChild } from './child.ts';
import { startCommand } from './command.ts';
import { noonZone } from './noon-zone.ts';
import { type SandboxRig, sandboxRig } from './sandbox.ts';

/** A folder with a campaign, a sandbox in the test's process, and the built command line for them; all gone at the end of the block. */
export interface CampaignRig extends AsyncDisposable {
  readonly folder: string;
  readonly file: string;
  readonly sandbox: SandboxRig;
  readonly env: Record<string, string>;
  /** Writes `campaign.yaml`: the steps, in a zone where it is about noon, with one audience `members` of `members.csv`. */
  campaign(steps: string, head?: string): Promise<void>;
  /** Writes `members.csv` with these recipients. */
  members(numbers: readonly string[]): Promise<void>;
  write(name: string, content: string | Uint8Array): Promise<void>;
  /** As a careful editor saves: a new file, renamed over the old one. */
  replace(name: string, text: string): Promise<void>;
  /** `callsheet <args>` in the folder, with settings for the sandbox; undefined takes one away. In this process. */
  callsheet(args: readonly string[], env?: Readonly<Record<string, string | undefined>>): Child;
  /** The same as a process of its own: to be killed, or to hold a lock that others meet. */
  process(args: readonly string[], env?: Readonly<Record<string, string | undefined>>): Child;
  /** `callsheet run campaign.yaml --yes …` to its end. */
  run(...more: readonly string[]): Promise<Ended>;
  /** The sandbox's request log. */
  requests(operation?: OperationId): readonly RequestEntry[];
  /** What came about at the sandbox for each recipient: `{ '2348…': 1 }`, by what it did and not by what it was asked. */
  effects(operation: OperationId): Readonly<Record<string, number>>;
  /** Resolves when the sandbox has answered so many requests in all. */
  answered(count: number): Promise<void>;
  fault(fault: Readonly<Record<string, unknown>>): Promise<void>;
  noFaults(): Promise<void>;
  /** Everything the run has left in the folder, by file name, as text. */
  artefacts(): Promise<Readonly<Record<string, string>>>;
}

export async function createCampaignRig(options: SandboxOptions = {}): Promise<CampaignRig> {
  const folder = await mkdtemp(join(tmpdir(), 'callsheet-'));
  const sandbox = await sandboxRig(options);
  const { account } = sandbox.sandbox;
  const children: Child[] = [];
  const commands: Child[] = [];
  const env = {
    CALLSHEET_BASE_URL: sandbox.url,
    CALLSHEET_API_KEY: 'sandbox-key',
    CALLSHEET_API_SECRET: 'sandbox-secret',
  };

  const requests = (operation?: OperationId): readonly RequestEntry[] =>
    [...account.journal.lines()]
      .map(parseEntry)
      .filter(isRequest)
      .filter((entry) => operation === undefined || entry.operation === operation);

  const rig: CampaignRig = {
    folder,
    file: join(folder, 'campaign.yaml'),
    sandbox,
    env,
    requests,
    campaign: (steps, head = '') => rig.write('campaign.yaml', campaignText(steps, head)),
    members: (numbers) => rig.write('members.csv', membersText(numbers)),
    write: (name, content) => writeFile(join(folder, name), content),
    async replace(name, text) {
      await writeFile(join(folder, `.${name}.new`), text);
      await rename(join(folder, `.${name}.new`), join(folder, name));
    },
    callsheet(args, more = {}) {
      const command = startCommand(args, { cwd: folder, env: { ...env, ...more } });
      commands.push(command);
      return command;
    },
    process(args, more = {}) {
      const child = startChild([builtMain, ...args], { cwd: folder, env: { ...env, ...more } });
      children.push(child);
      return child;
    },
    run: (...more) => rig.callsheet(['run', 'campaign.yaml', '--yes', ...more]).ended,
    effects(operation) {
      const times: Record<string, number> = {};
      for (const { body, facts } of requests(operation)) {
        if (facts === undefined || facts.length === 0) continue;
        const name = nameOf(body);
        times[name] = (times[name] ?? 0) + 1;
      }
      return times;
    },
    answered: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (requests().length < count) return;
          unwatch();
          resolve();
        };
        const unwatch = account.watch(look);
        look();
      }),
    async fault(fault) {
      const { http, text } = await sandbox.change('faults', fault);
      if (http !== 200) throw new Error(`no such fault: ${text}`);
    },
    async noFaults() {
      account.change({ fact: 'faultsCleared' });
    },
    async artefacts() {
      const found: Record<string, string> = {};
      for (const name of await readdir(folder, { recursive: true })) {
        const path = join(folder, name);
        try {
          if ((await stat(path)).isFile()) found[name] = await readFile(path, 'latin1');
        } catch (error) {
          // The log of a database is gone when it is closed.
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
        }
      }
      return found;
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) child.kill('SIGKILL');
      for (const command of commands) command.kill('SIGINT');
      await Promise.all([...children, ...commands].map((child) => child.ended));
      await sandbox[Symbol.asyncDispose]();
      await chmod(folder, 0o700);
      // What a control room has started may still be ending.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
  return rig;
}

export function campaignText(steps: string, head = ''): string {
  const written = /^timezone: *(.*)$/m.exec(head)?.[1];
  const zone = written ?? noonZone();
  const audiences = /^audiences:/m.test(head) ? '' : 'audiences:\n  members: { file: members.csv, key: phone }\n';
  const account = 'account: { appId: sandbox-app, businessPhone: "2348000000001" }\n';
  const timezone = written === undefined ? `timezone: ${zone}\n` : '';
  const all = keepZone(`${head.trim()}\n${audiences}`, zone);
  return `campaign: trial\n${timezone}${account}${all}steps:\n${indented(steps)}\n`;
}

/** The campaign's clock is that of all recipients, unless an audience names another: in the country of their number it may be night. */
export function keepZone(audiences: string, zone: string): string {
  const named = `timezone: { zone: ${zone} }`;
  const inFlow = audiences.replace(/^.*\{.*key: phone\b.*$/gm, (line) =>
    line.includes('timezone:') ? line : line.replace('key: phone', `key: phone, ${named}`),
  );
  // One key a line.
  return /^ +timezone:/m.test(inFlow) ? inFlow : inFlow.replace(/^( +)key: phone *$/gm, `$1key: phone\n$1${named}`);
}

function indented(text: string): string {
  const lines = text.replace(/^\n+|\s+$/g, '').split('\n');
  const margin = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)![0].length));
  return lines.map((line) => `  ${line.slice(margin)}`).join('\n');
}

export function membersText(numbers: readonly string[]): string {
  return ['phone,first_name', ...numbers.map((number, index) => `${number},Ada${index}`), ''].join('\n');
}

/** Numbers that belong to nobody, whose sessions the default world has open. */
export function people(count: number, first = 1): readonly string[] {
  return Array.from({ length: count }, (_, index) => String(2348030000000 + first + index));
}

/** `{ name: 1 }` for each: what the effects of a campaign that reached everybody once look like. */
export function once(names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(names.map((name) => [name, 1]));
}

/** Steps that many tests want. */
export const whatsappStep = `
hello:
  uses: whatsapp.send
  forEach: members
  with: { type: text, text: { body: "Hello {{ recipient.first_name }}" } }
`;
export const otpStep = `
code:
  uses: otp.send
  forEach: members
  with: { templateId: 31 }
`;

/** An event as NDJSON has it. */
export type PrintedEvent = { readonly event: RunEvent['event'] | 'rehearsed' } & Readonly<Record<string, unknown>>;

/** The events of a run with `--format json`, which are all that stdout may hold. */
export function eventsOf(ended: Ended): readonly PrintedEvent[] {
  return ended.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as PrintedEvent);
}

/** The recipients of the jobs in doubt, of `status --format json`. */
export function peopleInDoubt({ stdout }: Pick<Ended, 'stdout'>): readonly string[] {
  const { inDoubt } = JSON.parse(stdout) as { readonly inDoubt: readonly string[] };
  return inDoubt.map((address) => address.slice(address.indexOf('[') + 1, -1));
}

/** The sums that a run ends with, by step, without their blanks: accepted, rejected, skipped, expired, in doubt, pending; and given up, where some are. */
export function sumsOf({ stdout }: Ended): Readonly<Record<string, string>> {
  const rows = stdout.split('\n').map((line) => /^ {2}(\S+) {2,}((?:[\d,]+|·)(?: +(?:[\d,]+|·)){5,6})$/.exec(line));
  return Object.fromEntries(rows.flatMap((row) => (row === null ? [] : [[row[1], row[2]!.replace(/ +/g, ' ')]])));
}

/** Whom, or what, a request is about: the recipient, or the unique name. */
function nameOf(body: unknown): string {
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  const { recipient, to, number, taskName, fileName, jobId } = fields;
  const name = recipient ?? to ?? number ?? taskName ?? fileName ?? jobId;
  return typeof name === 'string' || typeof name === 'number' ? String(name) : '';
}
