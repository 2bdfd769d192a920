import { existsSync } from 'node:fs';
import type { OpenedLease, Refused } from '../../backend.ts';
import type { Doubtful } from '../../refusal.ts';
import { openStateFile, recogniseFile } from '../file/state-file.ts';
import { verifyWholeFile } from '../file/verify-file.ts';
import { acquireFile } from './acquire-file.ts';
import { checks, isDoubtful, keptElsewhere, type OpenedFile } from './checks.ts';
import { claimRun, lockedBy, type OpenForRunningInput, type RunClaim } from './claim-run.ts';
import { refusingTrouble } from './refusing-trouble.ts';

/** Opens a campaign's state file for running: claimed, verified, and proved to be the one that knows most. */
export function openForRunning(input: OpenForRunningInput): OpenedLease | Refused {
  const { paths, about } = input;
  return refusingTrouble((): OpenedLease | Refused => {
    const claim = claimRun(input);
    if ('holder' in claim) return { refused: lockedBy(claim.holder, paths, about) };
    let opened: OpenedLease | Refused | undefined;
    try {
      opened = openClaimed(input, claim);
      return opened;
    } finally {
      if (opened === undefined || 'refused' in opened) claim.release();
    }
  });
}

function openClaimed(input: OpenForRunningInput, claim: RunClaim): OpenedLease | Refused {
  const { paths, guard, adopt, me } = input;
  // To open a file is to make it.
  const missing =
    guard === undefined || existsSync(paths.database) ? undefined : keptElsewhere({ ...input, guard }, undefined);
  if (missing !== undefined && !adopt) return { refused: missing };
  const database = openStateFile(paths.database);
  let opened: OpenedLease | undefined;
  try {
    const file = recogniseFile(database);
    if (file.kind === 'ours') verifyWholeFile(database);
    const claimed: OpenedFile = { ...input, host: me.host, database, file };
    const adopted: Doubtful[] = [];
    for (const check of checks) {
      const refused = check(claimed);
      if (refused === undefined) continue;
      if (!adopt || !isDoubtful(refused)) return { refused };
      adopted.push(refused);
    }
    opened = acquireFile({ input, claim, claimed, adopted });
    return opened;
  } finally {
    if (opened === undefined) database.close();
  }
}
