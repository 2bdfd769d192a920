import type { RunAbout } from '../../ledger/backend.ts';
import { discardSandboxRuns } from '../../ledger/file-backend.ts';
import type { StatePaths } from '../../ledger/state-paths.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { openJournalFile } from '../../sandbox/journal/open-journal-file.ts';
import { shellWord } from '../messages/format-command.ts';
import { refusalMessage } from '../messages/state-messages.ts';
import type { ExitCode } from '../options/exit-code.ts';
import type { RunOptions } from '../options/run-options.ts';
import { couldNot } from './refuse.ts';

/** Discards what a campaign has done in the sandbox. When that is refused, the reason has been printed, and the answer is the exit code. */
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
  const discarded = discardSandboxRuns({ paths, about, me, lockLedger });
  switch (discarded.kind) {
    case 'discarded':
      return undefined;
    case 'locked':
      return couldNot(host, refusalMessage(discarded, paths.database, options));
    case 'refused': {
      const over = `To start all trials of this folder over: rm ${shellWord(paths.folder)}/*.sandbox*`;
      return couldNot(host, `${refusalMessage(discarded.refused, paths.database, options)} ${over}`);
    }
    case 'ledgerInUse':
      return couldNot(host, `Nothing was discarded or sent: ${discarded.reason}.`);
    default:
      return discarded satisfies never;
  }
}
