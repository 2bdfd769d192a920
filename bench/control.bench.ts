import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import { browserPath, closeBrowser, openPage } from '../test/rig/browser.ts';
import { startCommand } from './command.ts';
import { commandLine, isSmoke, record, requireBuilt, spread } from './measure.ts';
import { startPeer } from './start-peer.ts';
import { writeCampaign } from './write-campaign.ts';

/**
 * How soon a page of the control room shows what it is about, in a real browser, of a campaign with a million recipients: before its
 * run, and after it. Each round has a control room of its own, which knows nothing yet; then the page is loaded once more.
 *
 * `FOLDER=…` keeps the two campaigns there: the first time it only makes them, which takes minutes, and from then on it measures.
 * `PAGES=Overview,Plan` measures these pages alone.
 */
const recipients = isSmoke ? 20 : 1_000_000;
const rounds = isSmoke ? 1 : Number(process.env['ROUNDS'] ?? 3);
const named = process.env['PAGES']?.split(',');
const kept = isSmoke ? undefined : process.env['FOLDER'];

const all = [
  ['Campaigns', '/', '.campaigns h2'],
  ['People', '/people', 'input[type=search]'],
  ['Overview', '/overview?file=bench.yaml', '.sentence'],
  ['Plan', '/plan?file=bench.yaml', '.head .pill'],
  ['Doubts', '/doubts?file=bench.yaml', '.head .pill'],
  ['Report', '/report?file=bench.yaml', '.head .pill'],
  ['Rehearse', '/rehearse?file=bench.yaml', '.head .pill'],
  ['Audit', '/audit?file=bench.yaml', '.head .pill'],
] as const;
/** Tiny, two are enough to see that the bench works. */
const pages = all.filter(([name]) =>
  isSmoke ? name === 'Overview' || name === 'Report' : (named?.includes(name) ?? true),
);

requireBuilt();
if (browserPath === undefined) process.stdout.write('no chromium on this machine: nothing is measured\n');
else if (kept === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
  try {
    await prepare(folder);
    await measure(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else if (existsSync(kept)) await measure(kept);
else {
  await prepare(kept);
  process.stdout.write(`${kept} is ready to be measured\n`);
}

async function prepare(folder: string): Promise<void> {
  const peer = await startPeer();
  try {
    for (const campaign of ['before', 'after']) {
      const cwd = join(folder, campaign);
      mkdirSync(cwd, { recursive: true });
      writeCampaign(cwd, { recipients, concurrency: 64 });
      if (campaign === 'after') await startCommand({ args: ['run', 'bench.yaml', '--yes'], cwd, peer }).ended();
    }
  } finally {
    peer.stop();
  }
}

async function measure(folder: string): Promise<void> {
  try {
    const rows = [
      ...(await shownSoon(join(folder, 'before'), 'before its run')),
      ...(await shownSoon(join(folder, 'after'), 'after its run')),
    ];
    record(
      'The control room',
      [
        `Milliseconds until the page shows what it is about (its campaigns, its sentence, its state, its search), of a campaign with ${recipients.toLocaleString('en-GB')} recipients, in Chromium: median (least–most) of ${rounds}. The goal is 300.`,
        '',
        '| page | campaign | first | again | first paint |',
        '|---|---|---|---|---|',
        ...rows,
      ],
      { cells: 2 },
    );
  } finally {
    await closeBrowser();
  }
}

async function shownSoon(cwd: string, campaign: string): Promise<string[]> {
  const rows: string[] = [];
  for (const [name, path, shown] of pages) {
    const taken = { first: [] as number[], again: [] as number[], paint: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      await using room = await openRoom(cwd);
      // The browser itself has started, and nothing of the control room was asked for.
      await using tab = await openPage('about:blank');
      const { page } = tab;
      taken.first.push(await shownAfter(page, room.url.replace('/#', `${path}#`), shown));
      // The element may be there a moment before it is painted.
      // A function: the page lets no text be run.
      const painted = await page.waitForFunction(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      );
      taken.paint.push(Number(await painted.jsonValue()));
      taken.again.push(await shownAfter(page, undefined, shown));
    }
    rows.push(
      `| ${name} | ${campaign} | ${spread(taken.first, 0)} | ${spread(taken.again, 0)} | ${spread(taken.paint, 0)} |`,
    );
  }
  return rows;
}

/** From the request for the page, or for the same once more. */
async function shownAfter(page: Page, url: string | undefined, selector: string): Promise<number> {
  const begun = performance.now();
  await (url === undefined ? page.reload({ waitUntil: 'commit' }) : page.goto(url, { waitUntil: 'commit' }));
  await page.locator(selector).first().waitFor();
  return performance.now() - begun;
}

interface Room extends AsyncDisposable {
  readonly url: string;
}

async function openRoom(cwd: string): Promise<Room> {
  const child: ChildProcess = spawn(process.execPath, [commandLine, 'open', '.'], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout! });
  const [url] = (await once(lines, 'line')) as [string];
  return {
    url,
    async [Symbol.asyncDispose]() {
      // Gently it would wait for what it makes; and the commands that make it would be in the way of the next round.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}
