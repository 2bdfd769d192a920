import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Clock, fileState, loadCampaign, run } from '../../src/index.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { closeBrowser, openPage } from '../../test/rig/browser.ts';
import { type Child, startChild } from '../../test/rig/child.ts';
import { otherPages, type Screenshot, screenshots } from './screenshots.ts';

// npm run screenshots [-- [NAME…] [--all]]: takes the screenshots of the README and the documents from the built command line, with Chromium.
// A run of campaigns/spring-renewal.yaml stops in the middle of its messages, so that every screenshot is the same each time. Beside it
// are a campaign that has finished, one that the service stopped, one with an error, and one that has not begun.

const folder = dirname(fileURLToPath(import.meta.url));
const root = join(folder, '../..');
const commandLine = join(root, 'dist/src/cli/main.js');
const scratch = mkdtempSync(join(tmpdir(), 'callsheet-screenshots-'));
const [project, edited] = [join(scratch, 'project'), join(scratch, 'edited')];
const starts = Date.parse('2026-11-23T09:00:00+01:00');
/** Some of the messages have left, most have not. */
const now = Date.parse('2026-11-23T11:00:09+01:00');
/** Of the sandbox: the screenshots show it. */
const port = 8080;

const file = 'spring-renewal.yaml';
for (const name of [file, 'otp-verification.yaml', 'audiences', 'audio'])
  for (const to of [project, edited]) cpSync(join(root, 'campaigns', name), join(to, name), { recursive: true });
// The rollback guard of this machine is to know nothing of these runs.
process.env['XDG_STATE_HOME'] = join(scratch, 'state');
const children: Child[] = [];
const stop = new AbortController();
let arrive: (() => void) | undefined;
const arrived = new Promise<void>((resolve) => {
  arrive = resolve;
});
let at = Date.parse('2026-11-20T09:00:00+01:00');
const clock = clockUntil(now);
const sandbox = await startSandbox({
  port,
  clock,
  world: {
    timezone: 'Africa/Lagos',
    faults: [
      { kind: 'reset-after', operation: 'whatsapp.send', skip: 12, times: 3 },
      { kind: 'status', operation: 'whatsapp.send', status: '-69', reason: 'no rate for this number', skip: 40, times: 2 },
    ],
  },
});
const env = {
  CALLSHEET_BASE_URL: sandbox.url,
  CALLSHEET_API_KEY: 'sandbox-key',
  CALLSHEET_API_SECRET: 'sandbox-secret',
  XDG_STATE_HOME: join(scratch, 'state'),
  NODE_OPTIONS: `--require=${JSON.stringify(join(folder, 'fixed-clock.cjs'))}`,
  FIXED_CLOCK: String(now),
};
let room: Promise<string> | undefined;
await addOthers();
at = starts;
const carriedOut = runUntilNow();
try {
  await Promise.race([arrived, carriedOut]);
  // Until what is under way has been answered and recorded.
  await setTimeout(2_000);
  const names = process.argv.slice(2).filter((word) => word !== '--all');
  const isAsked = ({ name }: Screenshot): boolean => names.length === 0 || names.includes(name);
  if (names.length < process.argv.length - 2) await takeAll([...screenshots, ...otherPages].filter(isAsked));
  else for (const one of screenshots.filter(isAsked)) await take(one, { width: 1120, colorScheme: 'light' }, `${one.name}.png`);
} finally {
  stop.abort();
  await carriedOut;
  // Their clock is fixed: what waits in them would wait without end.
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(children.map((child) => child.ended));
  await sandbox.close();
  await closeBrowser();
  rmSync(scratch, { recursive: true });
}

interface Mode {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** `all/NAME-WIDTH-SCHEME.png`, which git does not keep. */
async function takeAll(shots: readonly Screenshot[]): Promise<void> {
  mkdirSync(join(folder, 'all'), { recursive: true });
  for (const shot of shots)
    for (const width of [1440, 390])
      for (const colorScheme of ['light', 'dark'] as const)
        await take(shot, { width, colorScheme }, `all/${shot.name}-${width}-${colorScheme}.png`);
}

async function take(shot: Screenshot, { width, colorScheme }: Mode, path: string): Promise<void> {
  const { name, page: of, complete, isFramed, search, height } = shot;
  // A message that arrives would be half transparent.
  const options = { viewport: { width, height }, colorScheme, reducedMotion: 'reduce' } as const;
  await using rig = await openPage(await address(of), options);
  if (search !== undefined) {
    await rig.page.getByRole('searchbox').fill(search);
    await rig.page.keyboard.press('Enter');
  }
  // What is followed live is not sent again while the clock is fixed, so the page is loaded again.
  const whole = (isFramed === true ? rig.page.frameLocator('iframe').last() : rig.page).getByText(complete).first();
  for (let tries = 0; !(await whole.isVisible()); tries++) {
    if (tries === 30) throw new Error(`${name} does not show ${complete}: ${await rig.page.locator("main").innerText()}`);
    if (search === undefined && isFramed !== true) await rig.page.reload();
    await setTimeout(1_000);
  }
  if (rig.complaints.length > 0) throw new Error(`${name}: ${rig.complaints.join('; ')}`);
  await rig.page.screenshot({ path: join(folder, path), animations: 'disabled' });
  process.stdout.write(`${path}\n`);
}

async function address(page: Screenshot['page']): Promise<string> {
  switch (page) {
    case 'inbox':
      return `${sandbox.url}/#conversations`;
    case 'plan':
      return printed(edited, 'plan', file, '--at', '2026-11-23 08:30');
    case 'report':
      return printed(project, 'report', file);
    case 'difference':
      return difference();
    default:
      room ??= openRoom();
      return (await room).replace('/#', `${page}#`);
  }
}

/** The page that a command prints, as a file. */
async function printed(cwd: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr, code } = await startChild([commandLine, ...args, '--format', 'html'], { cwd, env }).ended;
  if (code !== 0) throw new Error(`callsheet ${args.join(' ')}: ${stderr}`);
  const path = join(scratch, `${args[0]}.html`);
  writeFileSync(path, stdout);
  return pathToFileURL(path).href;
}

async function difference(): Promise<string> {
  const [at, saved, path] = [['--at', '2026-11-23 08:30'], join(scratch, 'saved.json'), join(edited, file)];
  const text = readFileSync(join(root, 'campaigns', file), 'utf8');
  // Another size of the same page has edited it.
  writeFileSync(path, text);
  await startChild([commandLine, 'plan', file, ...at, '--out', saved], { cwd: edited, env }).ended;
  writeFileSync(path, text.replace('rate: 10/s', 'rate: 5/s').replace('ends soon', 'ends in two weeks'));
  return printed(edited, 'plan', file, ...at, '--against', saved);
}

async function openRoom(): Promise<string> {
  const child = startChild([commandLine, 'open', '--allow-actions'], {
    cwd: project,
    env: { ...env, CLOCK_RUNS_MS: '10000' },
  });
  children.push(child);
  const [url] = await child.line(/^http:.*$/);
  const pages = await openPage(url);
  // By then the plans of all campaigns are made, and its clock is fixed.
  await setTimeout(11_000);
  await pages[Symbol.asyncDispose]();
  return url;
}

/** Resolves when the run has ended, which it does when it is aborted: it waits for a time that never comes. */
async function runUntilNow(): Promise<void> {
  await carryOut(file, clock);
}

async function carryOut(name: string, by: Clock): Promise<void> {
  const { value: loaded } = await loadCampaign({ path: join(project, name) });
  if (loaded === undefined) throw new Error(`${name} has errors`);
  const service = { baseUrl: sandbox.url, apiKey: 'sandbox-key', apiSecret: 'sandbox-secret' };
  const state = fileState({ folder: join(project, '.callsheet') });
  const outcome = await run({ loaded, service, clock: by, state, signal: stop.signal });
  if (outcome.ended === 'refused') throw new Error(JSON.stringify(outcome));
}

/** The campaigns beside it, from the same file. */
async function addOthers(): Promise<void> {
  const skipsWaits: Clock = {
    now: () => at,
    async sleepUntil(until) {
      await setTimeout(1);
      at = Math.max(at, until);
    },
  };
  const add = (name: string, title: string, day: string, change = (text: string): string => text): string => {
    const text = readFileSync(join(project, 'otp-verification.yaml'), 'utf8')
      .replace('campaign: otp-verification', `campaign: ${name}`)
      .replace('title: Number verification', `title: ${title}`)
      .replaceAll('2026-11-23', day);
    writeFileSync(join(project, `${name}.yaml`), change(text));
    return `${name}.yaml`;
  };
  await carryOut(add('member-codes', 'Codes for new members', '2026-11-20'), skipsWaits);
  at = Date.parse('2026-11-21T09:00:00+01:00');
  const refusal = { kind: 'status', operation: 'otp.send', status: '-10', skip: 30, times: 8 };
  await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(refusal) });
  await carryOut(add('loyalty-codes', 'Codes for the loyalty card', '2026-11-21'), skipsWaits);
  add('winter-sale', 'Winter sale', '2026-12-01', (text) => text.replaceAll('{{ steps.code.', '{{ steps.kode.'));
}

/** Skips every wait until this instant, once what is under way has been answered, and then waits without end. */
function clockUntil(last: number): Clock {
  return {
    now: () => at,
    async sleepUntil(until, signal) {
      await setTimeout(20);
      if (signal?.aborted) return;
      at = Math.max(at, Math.min(until, last));
      if (until < last) return;
      arrive?.();
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
    },
  };
}
