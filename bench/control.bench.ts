import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
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
 */
const recipients = isSmoke ? 20 : 1_000_000;
const rounds = isSmoke ? 1 : 3;

const all = [
  ['Campaigns', '/', '.lane h2'],
  ['Now', '/now?file=bench.yaml', '.sentence'],
] as const;
/** Tiny, one is enough to see that the bench works. */
const pages = isSmoke ? all.slice(1) : all;

requireBuilt();
if (browserPath === undefined) process.stdout.write('no chromium on this machine: nothing is measured\n');
else await measure();

async function measure(): Promise<void> {
  const peer = await startPeer();
  const cwd = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
  try {
    writeCampaign(cwd, { recipients, concurrency: 64 });
    const rows = await shownSoon(cwd, 'before its run');
    await startCommand({ args: ['run', 'bench.yaml', '--yes'], cwd, peer }).ended();
    rows.push(...(await shownSoon(cwd, 'after its run')));
    record('The control room', [
      `Milliseconds until the page shows its sentence or its campaigns, of a campaign with ${recipients.toLocaleString('en-GB')} recipients, in Chromium: median (least–most) of ${rounds}. The goal is 300.`,
      '',
      '| page | campaign | first | again | first paint |',
      '|---|---|---|---|---|',
      ...rows,
    ]);
  } finally {
    await closeBrowser();
    peer.stop();
    rmSync(cwd, { recursive: true, force: true });
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
      taken.paint.push(
        await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`),
      );
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
  });
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout! });
  const [url] = (await once(lines, 'line')) as [string];
  return {
    url,
    async [Symbol.asyncDispose]() {
      // Gently it would wait for the plan that it makes.
      child.kill('SIGKILL');
      await ended;
    },
  };
}
