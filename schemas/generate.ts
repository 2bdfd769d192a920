import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { GeneratedFile } from './generated-file.ts';

/**
 * npm run generate: makes every `*.gen.*` file from the schemas. With `--check` nothing is written: the stale ones
 * are named and the exit code is 1. Each `schemas/generate-<what>.ts` exports one `generate<What>()`.
 */
async function main(check: boolean): Promise<number> {
  const files = await generateAll();
  const stale = files.filter((file) => read(file.path) !== file.content);
  if (!check) await Promise.all(stale.map((file) => writeFile(inRepository(file.path), file.content)));
  for (const file of stale) process.stdout.write(`${check ? 'stale' : 'written'}: ${file.path}\n`);
  if (check) for (const file of stale) process.stdout.write(firstDifference(file));
  process.stdout.write(`${files.length} generated files, ${stale.length} ${check ? 'stale' : 'written'}\n`);
  if (!check && stale.length > 0 && !process.argv.includes('--rest')) return makeTheRest();
  if (check && stale.length > 0) process.stdout.write('run `npm run generate` and commit the result\n');
  return check && stale.length > 0 ? 1 : 0;
}

/** What the file has, and what it would have. */
function firstDifference({ path, content }: GeneratedFile): string {
  const [old, made] = [(read(path) ?? '').split('\n'), content.split('\n')];
  const at = made.findIndex((line, index) => line !== old[index]);
  const cut = (line = ''): string => (line.length > 2_000 ? `${line.slice(0, 2_000)}…` : line);
  return `  line ${at + 1}\n  - ${cut(old[at])}\n  + ${cut(made[at])}\n`;
}

/** Some files are made of others, which this process has read as they were before: another one makes those of what is written now. */
function makeTheRest(): number {
  const { status } = spawnSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), '--rest'], {
    stdio: 'inherit',
  });
  return status ?? 1;
}

export async function generateAll(): Promise<GeneratedFile[]> {
  const here = inRepository('schemas/');
  const makers = readdirSync(here)
    .filter((name) => /^generate-.+\.ts$/.test(name))
    .sort();
  const files = [];
  for (const name of makers) {
    const exported = (await import(pathToFileURL(`${here}${name}`).href)) as Record<string, unknown>;
    for (const [key, make] of Object.entries(exported)) {
      if (/^generate[A-Z]/.test(key) && typeof make === 'function') files.push(...(await (make as Maker)()));
    }
  }
  return files;
}

type Maker = () => readonly GeneratedFile[] | Promise<readonly GeneratedFile[]>;

function inRepository(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

function read(path: string): string | undefined {
  try {
    return readFileSync(inRepository(path), 'utf8');
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.includes('--check'));
