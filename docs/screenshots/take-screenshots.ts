import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { closeBrowser, openPage, type PageRig } from '../../test/rig/browser.ts';
import { otherPages, type Screenshot, screenshots } from './screenshots.ts';
import { addMany, addStates, teamOptions, tokens } from './states.ts';
import { campaigns, now, startWorld, type World } from './world.ts';

// npm run screenshots [-- [NAME…] [--all]]: takes the screenshots of the README and the documents from the built command line, with Chromium.
// A run of campaigns/spring-renewal.yaml stops in the middle of its messages, so that every screenshot is the same each time. Beside it
// are a campaign that has finished, one that the service stopped, one with an error, and one that has not begun.
// With --all: every page in each of its states, light and dark, on a wide screen and on a telephone, and `all/index.html` with all of them.

const folder = dirname(fileURLToPath(import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'callsheet-screenshots-'));
const guard = join(scratch, 'state');
// The runs in this process need it, too.
process.env['XDG_STATE_HOME'] = guard;
const file = 'spring-renewal.yaml';
const monday = ['--at', '2026-11-23 08:30'];
/** A million takes a plan a quarter of a minute, and this machine's memory a second. */
const manyPeople = 1_000_000;

/** What a page says that is not complete. */
const waits = /Loading…|(Looking|Making|Searching|Comparing|Checking|Recording|Asking|Rehearsing)\b.*…|being made…|^…$/m;
const waitsMostMs = 120_000;

const widths = [1440, 390];

const opened: World[] = [];
/** Made when the first page of it is taken. */
const project = once(addProject);
const edited = once(() => newWorld('edited'));
const states = once(async () => {
  const world = await newWorld('states');
  await addStates(world);
  return world;
});
const many = once(async () => {
  const world = await newWorld('many');
  addMany(world, manyPeople);
  rmSync(join(world.folder, file));
  rmSync(join(world.folder, 'otp-verification.yaml'));
  return world;
});
const rooms = {
  project: once(async () => (await project()).open(['--allow-actions'])),
  states: once(async () => (await states()).open(['--allow-actions'])),
  many: once(async () => (await many()).open(['--allow-actions'])),
  team: once(async () => {
    const world = await states();
    const options = await teamOptions(world);
    return world.open(['--allow-actions', '--require-approval', ...options], tokens.operator);
  }),
};

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
try {
  const names = process.argv.slice(2).filter((word) => word !== '--all');
  const known = [...screenshots, ...otherPages];
  const unknown = names.filter((name) => !known.some((one) => one.name === name));
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')} among ${known.map(({ name }) => name).join(', ')}`);
  const isAsked = ({ name }: Screenshot): boolean => names.length === 0 || names.includes(name);
  if (names.length < process.argv.length - 2) await takeAll(known.filter(isAsked));
  else for (const one of screenshots.filter(isAsked)) await take(one);
} finally {
  await cleanUp();
}

async function cleanUp(): Promise<void> {
  for (const world of opened) await world.close();
  await closeBrowser();
  rmSync(scratch, { recursive: true, force: true });
}

/** What a document shows, as `NAME.png`. */
async function take(shot: Screenshot): Promise<void> {
  await using rig = await show(shot, { width: 1120, height: shot.height });
  await picture(rig.page, `${shot.name}.png`);
}

/** `all/NAME-WIDTH-SCHEME.png`, which git does not keep. */
async function takeAll(shots: readonly Screenshot[]): Promise<void> {
  mkdirSync(join(folder, 'all'), { recursive: true });
  for (const shot of shots) {
    const { isFramed, press } = shot;
    try {
      // A document has less on a page where the screen is narrow when it is opened; what was pressed cannot be pressed again.
      if (isFramed === true && press === undefined) for (const width of widths) await takeModes(shot, [width]);
      else await takeModes(shot, widths);
    } catch (error) {
      // The others are taken all the same.
      process.exitCode = 1;
      process.stderr.write(`${shot.name}: ${String(error)}\n`);
    }
  }
  writeFileSync(join(folder, 'all/index.html'), contactSheet());
}

async function takeModes(shot: Screenshot, ofWidths: readonly number[]): Promise<void> {
  await using rig = await show(shot, { width: ofWidths[0]!, height: shot.height });
  for (const width of ofWidths) {
    await rig.page.setViewportSize({ width, height: shot.height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await rig.page.emulateMedia({ colorScheme });
      await setTimeout(300);
      await picture(rig.page, `all/${shot.name}-${width}-${colorScheme}.png`, true);
    }
  }
}

async function picture(page: Page, path: string, fullPage = false): Promise<void> {
  await page.screenshot({ path: join(folder, path), animations: 'disabled', fullPage });
  process.stdout.write(`${path}\n`);
}

/** All images that are there, by name. */
function contactSheet(): string {
  const images = readdirSync(join(folder, 'all')).filter((name) => name.endsWith('.png'));
  const names = [...new Set(images.map((image) => image.replace(/-\d+-\w+\.png$/, '')))];
  const ofName = (name: string): string =>
    ['1440-light', '1440-dark', '390-light', '390-dark']
      .map((mode) => `${name}-${mode}.png`)
      .filter((image) => images.includes(image))
      .map((image) => `<a href="${image}"><img loading="lazy" alt="${image}" src="${image}"></a>`)
      .join('');
  const style = 'body { font: 14px system-ui } div { display: flex; gap: 8px; align-items: start } img { height: 480px }';
  const sheets = names.map((name) => `<h2 id="${name}">${name}</h2>\n<div>${ofName(name)}</div>`).join('\n');
  return `<!doctype html>\n<meta charset="utf-8">\n<title>Screenshots</title>\n<style>${style}</style>\n${sheets}\n`;
}

/** The page, when it is complete. */
async function show(shot: Screenshot, viewport: { readonly width: number; readonly height: number }): Promise<PageRig> {
  const { name, search, press = [], room } = shot;
  // A message that arrives would be half transparent.
  const rig = await openPage(await address(shot), { viewport, colorScheme: 'light', reducedMotion: 'reduce', ignoreHTTPSErrors: true });
  const { page } = rig;
  if (search !== undefined) {
    await page.getByRole('searchbox').first().fill(search);
    await page.keyboard.press('Enter');
  }
  if (press.length > 0) await whole({ ...shot, press: [], complete: press[0]!, isFramed: undefined }, page);
  for (const words of press) {
    const named = page.getByLabel('Your name');
    if (await named.isVisible()) await named.fill('Ada Obi');
    await page.getByText(words, { exact: words !== 'Kamal' }).last().click();
    await setTimeout(500);
  }
  await whole(shot, page);
  // Of an answer 401 or 404.
  const mayComplain = room === 'visitor' || room === 'wrong token' || shot.page === '/nowhere';
  if (rig.complaints.length > 0 && !mayComplain) throw new Error(`${name}: ${rig.complaints.join('; ')}`);
  return rig;
}

/** What is followed live is not sent again while the clock is fixed, so the page is loaded again. */
async function whole(shot: Omit<Screenshot, 'isFramed'> & { isFramed?: true | undefined }, page: Page): Promise<void> {
  const { name, complete, isFramed, search, press = [] } = shot;
  const where = isFramed === true ? page.frameLocator('iframe').last() : page;
  const isComplete = async (): Promise<boolean> => {
    if (waits.test(await page.locator('body').innerText())) return false;
    if (isFramed === true && complete === undefined) return where.locator('h2').first().isVisible();
    return complete === undefined || (await where.getByText(complete).first().isVisible());
  };
  const until = Date.now() + waitsMostMs;
  for (let tries = 1; !(await isComplete()); tries++) {
    if (Date.now() > until) throw new Error(`${name} is not complete: ${await page.locator('body').innerText()}`);
    // Long enough for what the server has to make.
    if (tries % 10 === 0 && search === undefined && isFramed !== true && press.length === 0) await page.reload();
    await setTimeout(500);
  }
}

async function address({ page, room = 'project' }: Screenshot): Promise<string> {
  if (page.startsWith('inbox')) {
    const { sandbox } = await (room === 'many' ? many : project)();
    return `${sandbox}/${page.slice('inbox'.length)}`;
  }
  switch (page) {
    case 'plan':
      return printed(await edited(), 'plan', file, ...monday);
    case 'report':
      return printed(await project(), 'report', file);
    case 'difference':
      return difference();
  }
  if (room === 'project' || room === 'states' || room === 'many')
    return (await rooms[room]()).replace('/#', `${page}#`);
  const { origin } = new URL(await rooms.team());
  const token = { ...tokens, visitor: '', 'wrong token': 'no-such-token' }[room];
  return `${origin}${page}#${token}`;
}

/** The page that a command prints, as a file. */
async function printed(world: World, ...args: readonly string[]): Promise<string> {
  const path = join(scratch, `${args[0]}.html`);
  writeFileSync(path, await world.command(...args, '--format', 'html'));
  return pathToFileURL(path).href;
}

async function difference(): Promise<string> {
  const world = await edited();
  const [saved, path] = [join(scratch, 'saved.json'), join(world.folder, file)];
  const text = readFileSync(join(campaigns, file), 'utf8');
  await world.command('plan', file, ...monday, '--out', saved);
  writeFileSync(path, text.replace('rate: 10/s', 'rate: 5/s').replace('ends soon', 'ends in two weeks'));
  const url = await printed(world, 'plan', file, ...monday, '--against', saved);
  cpSync(join(campaigns, file), path);
  return url;
}

/** The campaigns that the documents show. */
async function addProject(): Promise<World> {
  // The screenshots of the documents show the port of its sandbox.
  const world = await newWorld('project', {
    port: process.argv.includes('--all') ? 0 : 8080,
    faults: [
      { kind: 'reset-after', operation: 'whatsapp.send', skip: 12, times: 3 },
      { kind: 'status', operation: 'whatsapp.send', status: '-69', reason: 'no rate for this number', skip: 40, times: 2 },
    ],
  });
  const addFault = async (fault: object): Promise<void> => {
    const answer = await fetch(`${world.sandbox}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) });
    if (!answer.ok) throw new Error(await answer.text());
  };
  const finished = world.add('member-codes', 'Codes for new members', '2026-11-20');
  await world.carryOut(finished, Date.parse('2026-11-20T09:00:00+01:00'));
  await addFault({ kind: 'status', operation: 'otp.send', status: '-10', skip: 30, times: 8 });
  const stopped = world.add('loyalty-codes', 'Codes for the loyalty card', '2026-11-21');
  await world.carryOut(stopped, Date.parse('2026-11-21T09:00:00+01:00'));
  world.add('winter-sale', 'Winter sale', '2026-12-01', (text) => text.replaceAll('{{ steps.code.', '{{ steps.kode.'));
  // Some of the messages have left, most have not.
  await world.carryOut(file, Date.parse('2026-11-23T09:00:00+01:00'), now);
  return world;
}

async function newWorld(name: string, more: Partial<Parameters<typeof startWorld>[0]> = {}): Promise<World> {
  const world = await startWorld({ folder: join(scratch, name), guard, ...more });
  opened.push(world);
  return world;
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
