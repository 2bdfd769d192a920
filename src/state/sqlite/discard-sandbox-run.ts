import { rmSync } from 'node:fs';
import type { RunAbout } from '../backend.ts';
import type { Holder } from '../refusal.ts';
import type { StatePaths } from '../state-paths.ts';
import { claimRun } from './open/claim-run.ts';
import { openForReading } from './open/open-for-reading.ts';

/** Why the state of a sandbox run was kept. */
export type SandboxRunKept =
  | { readonly kind: 'locked'; readonly holder: Holder | undefined }
  /** The same files hold these runs, too. */
  | { readonly kind: 'otherRuns'; readonly runs: readonly string[] }
  | { readonly kind: 'ledgerInUse'; readonly reason: string };

/** Deletes state, log and ledger of a sandbox run, while nobody else has them. Undefined when that is done. */
export async function discardSandboxRun(input: {
  readonly paths: StatePaths;
  readonly about: RunAbout;
  readonly me: Pick<Holder, 'pid' | 'host' | 'since'>;
  /** Takes the ledger for a moment; throws when another sandbox has it. */
  readonly lockLedger: (path: string) => { close(): void };
}): Promise<SandboxRunKept | undefined> {
  const { paths, about, me, lockLedger } = input;
  if (!paths.database.endsWith('.sandbox.db')) throw new Error(`${paths.database} is not the state of a sandbox run`);
  const claim = claimRun({ paths, about, me, guard: undefined });
  if ('holder' in claim) return { kind: 'locked', holder: claim.holder };
  try {
    const runs = await otherRuns(paths, about);
    if (runs.length > 0) return { kind: 'otherRuns', runs };
    try {
      lockLedger(paths.ledger).close();
    } catch (error) {
      return { kind: 'ledgerInUse', reason: error instanceof Error ? error.message : String(error) };
    }
    for (const file of [paths.ledger, paths.database]) {
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    }
    rmSync(paths.log, { force: true });
    return undefined;
  } finally {
    claim.release();
  }
}

/** None where the file cannot be read: to start over is then the way out. */
async function otherRuns(paths: StatePaths, about: RunAbout): Promise<readonly string[]> {
  const opened = openForReading({ paths, about, verify: 'none', orNew: true });
  if (opened === undefined || 'refused' in opened) return [];
  try {
    return (await opened.reader.otherRuns()).map(({ run }) => run);
  } finally {
    await opened.reader.close();
  }
}
