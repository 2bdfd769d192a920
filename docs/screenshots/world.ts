import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Clock, fileState, loadCampaign, run } from '../../src/index.ts';
import { type SandboxOptions, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { openPage } from '../../test/rig/browser.ts';
import { type Child, startChild } from '../../test/rig/child.ts';

const own = dirname(fileURLToPath(import.meta.url));
const commandLine = join(own, '../../dist/src/cli/main.js');
export const campaigns = join(own, '../../campaigns');

/** All that is looked at is looked at in this moment. */
export const now = Date.parse('2026-11-23T11:00:09+01:00');

/** In which the plans of all campaigns are made. */
const plansMostMs = 600_000;
/** In the row of a campaign whose plan is known. */
const planned = /to send| of \d|\d error/;

/** A run of a campaign in this process, which has ended or waits for a time that never comes. */
export interface WorldRun {
  end(): Promise<void>;
}

/** A folder with campaigns, a sandbox for them, and the commands that show them. */
export interface World {
  readonly folder: string;
  readonly sandbox: string;
  /** A campaign that is made of `otp-verification.yaml`; answers with the name of its file. */
  add(name: string, title: string, day: string, change?: (text: string) => string): string;
  /** Until it ends, or until an instant in the middle of it. */
  carryOut(file: string, from: number, until?: number): Promise<WorldRun>;
  /** Of the sandbox, instead of those before; without one there are none. */
  fault(fault?: object): Promise<void>;
  /** What the command prints, which must succeed. */
  command(...args: readonly string[]): Promise<string>;
  /** A command that goes on. Its clock begins at an instant, goes on until `now`, and then stays there. */
  start(args: readonly string[], clockBegins: number): Child;
  /** `callsheet open`: the address that it prints, when it knows the plans of all campaigns. With accounts, the token of somebody is needed. */
  open(args: readonly string[], token?: string): Promise<string>;
  close(): Promise<void>;
}

export async function startWorld(given: {
  readonly folder: string;
  /** Where the rollback guard is: that of this machine is to know nothing of these runs. */
  readonly guard: string;
  readonly port?: number;
  readonly faults?: NonNullable<SandboxOptions['world']>['faults'];
}): Promise<World> {
  const { folder, guard, port = 0, faults = [] } = given;
  for (const name of ['spring-renewal.yaml', 'otp-verification.yaml', 'audiences', 'audio'])
    cpSync(join(campaigns, name), join(folder, name), { recursive: true });
  let at = Date.parse('2026-11-20T09:00:00+01:00');
  const [children, runs]: [Child[], WorldRun[]] = [[], []];

  /** Skips every wait until this instant, once what is under way has been answered, and then waits without end. */
  const clockUntil = (last: number, arrive = (): void => undefined): Clock => ({
    now: () => at,
    async sleepUntil(until, signal) {
      await setTimeout(last === Number.POSITIVE_INFINITY ? 1 : 20);
      if (signal?.aborted) return;
      at = Math.max(at, Math.min(until, last));
      if (until < last) return;
      arrive();
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
    },
  });
  const sandbox = await startSandbox({
    port,
    clock: clockUntil(now),
    world: { timezone: 'Africa/Lagos', faults },
  });
  const service = { baseUrl: sandbox.url, apiKey: 'sandbox-key', apiSecret: 'sandbox-secret' };
  const env = {
    CALLSHEET_BASE_URL: sandbox.url,
    CALLSHEET_API_KEY: service.apiKey,
    CALLSHEET_API_SECRET: service.apiSecret,
    XDG_STATE_HOME: guard,
    NODE_OPTIONS: `--require=${JSON.stringify(join(own, 'fixed-clock.cjs'))}`,
    FIXED_CLOCK: String(now),
  };
  const child = (args: readonly string[], clockBegins = now, clockEnds = ''): Child =>
    startChild([commandLine, ...args], {
      cwd: folder,
      env: { ...env, CLOCK_BEGINS: String(clockBegins), CLOCK_ENDS: clockEnds },
    });

  const world: World = {
    folder,
    sandbox: sandbox.url,
    add(name, title, day, change = (text) => text) {
      const text = readFileSync(join(folder, 'otp-verification.yaml'), 'utf8')
        .replace('campaign: otp-verification', `campaign: ${name}`)
        .replace('title: Number verification', `title: ${title}`)
        .replaceAll('2026-11-23', day);
      writeFileSync(join(folder, `${name}.yaml`), change(text));
      return `${name}.yaml`;
    },
    async carryOut(file, from, until) {
      at = from;
      const { value: loaded } = await loadCampaign({ path: join(folder, file) });
      if (loaded === undefined) throw new Error(`${file} has errors`);
      const stop = new AbortController();
      let arrive: (() => void) | undefined;
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const clock = clockUntil(until ?? Number.POSITIVE_INFINITY, arrive);
      const state = fileState({ folder: join(folder, '.callsheet') });
      const ended = run({ loaded, service, clock, state, signal: stop.signal }).then((outcome) => {
        if (outcome.ended === 'refused') throw new Error(`${file}: ${JSON.stringify(outcome)}`);
      });
      const carriedOut = {
        async end() {
          stop.abort();
          await ended;
        },
      };
      runs.push(carriedOut);
      await Promise.race([arrived, ended]);
      // Until what is under way has been answered and recorded.
      if (until !== undefined) await setTimeout(2_000);
      return carriedOut;
    },
    async fault(fault) {
      const faultsAt = `${sandbox.url}/_sandbox/faults`;
      await fetch(faultsAt, { method: 'DELETE' });
      if (fault === undefined) return;
      const answer = await fetch(faultsAt, { method: 'POST', body: JSON.stringify(fault) });
      if (!answer.ok) throw new Error(await answer.text());
    },
    async command(...args) {
      const { stdout, stderr, code } = await child(args).ended;
      if (code !== 0) throw new Error(`callsheet ${args.join(' ')}: ${stderr}`);
      return stdout;
    },
    start(args, clockBegins) {
      const started = child(args, clockBegins);
      children.push(started);
      return started;
    },
    async open(args, token) {
      const ends = join(folder, `clock-ends-${children.length}`);
      const opened = child(['open', ...args], now - plansMostMs, ends);
      children.push(opened);
      const [url] = await opened.line(/^https?:.*$/);
      await using rig = await openPage(token === undefined ? url : `${url}#${token}`, { ignoreHTTPSErrors: true });
      const rows = rig.page.locator('.campaigns > li:not(.columns)');
      await rows.first().waitFor();
      for (let tries = 0; !(await rows.allInnerTexts()).every((text) => planned.test(text)); tries++) {
        if (tries === 600) throw new Error(`not all plans are made: ${(await rows.allInnerTexts()).join('; ')}`);
        await setTimeout(500);
      }
      writeFileSync(ends, '');
      return url;
    },
    async close() {
      await Promise.all(runs.map((one) => one.end()));
      // Their clock is fixed: what waits in them would wait without end.
      for (const one of children) one.kill('SIGKILL');
      await Promise.all(children.map((one) => one.ended));
      await sandbox.close();
    },
  };
  return world;
}
