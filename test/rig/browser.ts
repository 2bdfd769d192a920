import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const places = [
  process.env.CHROMIUM,
  // Half the work of a whole browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of this machine; undefined where there is none, and then tests of pages say that they are skipped. */
export const browserPath = places.find((path) => path !== undefined && existsSync(path));

export interface PageRig extends AsyncDisposable {
  readonly page: Page;
  /** What the page complained of, and what it asked of other hosts: both should stay empty. */
  readonly complaints: readonly string[];
}

let launched: Promise<Browser> | undefined;

/** A page of its own in the one browser of this process, which ends with it. */
export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<PageRig> {
  launched ??= chromium.launch({
    ...(browserPath && { executablePath: browserPath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const context = await (await launched).newContext({ viewport: { width: 1200, height: 800 }, ...options });
  // On a busy machine a step takes longer than the thirty seconds that are the default.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    // A file has no origin of its own.
    if (request.url() !== url && !request.url().startsWith(new URL(url).origin))
      complaints.push(`asked for ${request.url()}`);
  });
  await page.goto(url);
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** A script would wait for it. */
export async function closeBrowser(): Promise<void> {
  await (await launched)?.close();
  launched = undefined;
}
