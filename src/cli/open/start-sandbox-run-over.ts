import type { Host, Instant } from '../../platform/ports.ts';
import { openJournalFile } from '../../sandbox/journal/open-journal-file.ts';
import type { RunAbout } from '../../state/backend.ts';
import { discardSandboxRun } from '../../state/file-backend.ts';
import type { StatePaths } from '../../state/state-paths.ts';
import { startOverHint } from '../messages/start-over.ts';
import { refusalMessage } from '../messages/state-messages.ts';
import type { ExitCode } from '../options/exit-code.ts';
import type { RunOptions } from '../options/run-options.ts';
import { couldNot } from './open-campaign.ts';

/** Discards what a sandbox run has done. When that is refused, the reason has been printed, and the answer is the exit code. */
export async function startSandboxRunOver(input: {
  readonly paths: StatePaths;
  readonly about: RunAbout;
  readonly me: { readonly pid: number; readonly host: string; readonly since: Instant };
  readonly options: RunOptions;
  readonly host: Host;
}): Promise<ExitCode | undefined> {
  const { paths, about, me, options, host } = input;
  const hasLedger = (await host.files.realPath(paths.ledger)) !== undefined;
  const lockLedger = hasLedger ? openJournalFile : () => ({ close() {} });
  const kept = await discardSandboxRun({ paths, about, me, lockLedger });
  switch (kept?.kind) {
    case undefined:
      return undefined;
    case 'locked':
      return couldNot(host, refusalMessage({ kind: 'locked', holder: kept.holder }, paths.database, options));
    case 'ledgerInUse':
      return couldNot(host, `Nothing was discarded or sent: ${kept.reason}.`);
    case 'otherRuns': {
      const runs = new Intl.ListFormat('en-GB').format(kept.runs);
      return couldNot(
        host,
        `Nothing was discarded or sent: the sandbox state of ${options.file} also holds ${kept.runs.length === 1 ? 'run' : 'runs'} ${runs}. To discard all of them: ${startOverHint(options, paths.database, true)}`,
      );
    }
    default:
      return kept satisfies never;
  }
}
