import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { commandHost } from '../rig/command-host.ts';

/** A folder in which `init` reads lists. */
export function createStartedColumns() {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-columns-'));

  async function run(words: readonly string[]) {
    const { host, out, err } = commandHost({ now: Date.parse('2026-11-22T14:00:00Z') });
    const exitCode = await parseArguments(words, { ...host, cwd: folder });
    return { exitCode, out: out(), err: err() };
  }

  /** What `init` says of the columns of a list. */
  async function columnsOf(text: string | Buffer): Promise<Readonly<Record<string, string>> | string> {
    rmSync(join(folder, 'q'), { recursive: true, force: true });
    mkdirSync(join(folder, 'q'));
    writeFileSync(join(folder, 'q/l.csv'), text);
    const { out, err } = await run(['init', 'q', '--kind', 'whatsapp', '--list', 'q/l.csv', '--timezone', 'UTC']);
    const lines = [...out.matchAll(/^ {2}(\w+): +(.*)$/gm)].map(([, field, words]) => [field!, words!] as const);
    return err === '' ? Object.fromEntries(lines) : err;
  }

  return { folder, run, columnsOf, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
