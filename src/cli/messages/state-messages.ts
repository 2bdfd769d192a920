import { basename, dirname } from 'node:path';
import type { SharedLimits } from '../../ledger/account-share.ts';
import type { Doubtful, StateRefusal, StateWarning } from '../../ledger/refusal.ts';
import { isStoreTrouble, type StateTrouble, type StoreTrouble, stateTrouble } from '../../ledger/state-trouble.ts';
import { isStoreAddress } from '../../ledger/store-address.ts';
import { formatRateSetting } from '../../time/duration.ts';
import { type CommandContext, formatCommand, shellWord } from './format-command.ts';

/** Why a state file or a store was not opened, and what to do. Whether anything was sent, the command says. */
export function refusalMessage(refused: StateRefusal, path: string, options: CommandContext): string {
  const { file } = options;
  switch (refused.kind) {
    case 'locked': {
      const { holder, otherRun, otherState } = refused;
      const who =
        holder === undefined
          ? 'another process'
          : `process ${holder.pid} on ${holder.host}, since ${new Date(holder.since).toISOString()}`;
      const died =
        refused.leaseMs === undefined
          ? ''
          : ` If that process has died, run again in ${Math.ceil(refused.leaseMs / 1000)} s: its lease has ended then.`;
      const run = otherRun === undefined ? '' : ` as run ${otherRun}`;
      const state =
        otherState === undefined
          ? ''
          : `, with the ${isStoreAddress(otherState) ? 'store' : 'state file'} ${otherState}`;
      const command = formatCommand({
        ...options,
        ...(otherRun === undefined ? {} : { run: otherRun }),
        ...(otherState === undefined ? {} : placeOf(otherState)),
      });
      return `${file} is already being run${run} by ${who}${state}. Wait until it ends, pause it with \`${command('pause')}\`, or end it with \`${command('cancel')}\` or Ctrl-C.${died}`;
    }
    case 'otherService':
      return `${path} records a run at another service (${refused.service}), not who was contacted at this one. Use that service's settings, or ${isStoreAddress(path) ? 'another database with --store' : 'another folder with --state'}. If that address was wrong, first decide about its jobs in doubt: \`${formatCommand(options)('reconcile')}\`.`;
    case 'otherAccountLimits':
      return `Campaign ${refused.campaign} is running on the same account with ${sharedLimits(refused.theirs)}, and ${file} has ${sharedLimits(refused.ours)}. Campaigns share these limits: write the same \`limits.account\` in both, or wait until ${refused.campaign} has ended.`;
    case 'newer':
      return `${path} was written by a newer callsheet (state version ${refused.version}). Update callsheet.`;
    case 'moved':
      return `The runs of ${file} were moved from ${path} to ${refused.place}. ${isStoreAddress(refused.place) ? 'Use that store with --store.' : 'Use that file, without --store.'}`;
    case 'incomplete':
      return `${path} is not yet copied completely from ${refused.place}. Run the same \`callsheet store copy\` again, or go on there if that does not refuse it.`;
    case 'foreign':
      return `${path} is not a callsheet state file. Move it, or use another folder with --state.`;
    case 'trouble':
      return stateTroubleMessage(refused.trouble, path, refused.message);
    case 'otherHost':
      return `${path} was written on another host (${refused.host}).${refused.lacksLog === true ? ` If a process died there, its latest changes are in ${basename(path)}-wal beside it, which is not here: copy both first.` : ''} If that host will not run it again, take it over with --adopt.`;
    case 'missing':
      if (isStoreAddress(refused.path))
        return `This run of ${file} was carried out with the store ${refused.path}; ${path} does not record who was contacted. Use that store with --store, start a new run with --run NAME, or start over with --adopt, which contacts people again.`;
      return refused.isThere
        ? `This run of ${file} was carried out with another state file, ${refused.path}; ${path} does not record who was contacted. Use that file with --state ${shellWord(dirname(refused.path))}, start a new run with --run NAME, or start over with --adopt, which contacts people again.`
        : `This run of ${file} was carried out before, but its state file ${refused.path}, which records who was contacted, is missing. Restore it, start a new run with --run NAME, or start over with --adopt, which contacts people again.`;
    case 'replaced':
      return `${path} is not the state file of this run of ${file}: it was replaced, or it lost its latest changes (is its ${basename(path)}-wal missing?). It does not record who was contacted. Restore the right file, start a new run with --run NAME, or start over with --adopt, which contacts people again.`;
    case 'behind':
      return `${path} is out of date: it ends at revision ${refused.seq}, this machine recorded revision ${refused.known}. It was probably restored from a backup${isStoreAddress(path) ? '' : `, truncated, or copied without its ${basename(path)}-wal`}. Restore the newest version, or continue from this one with --adopt, which may contact people again.`;
    case 'copied':
      if (isStoreAddress(path))
        return `${path} holds the same ledger as ${refused.path}, where this machine used it before: it is a copy, or its host was renamed. Use the original with --store, or accept this one with --adopt if the original will not be run again.`;
      return `${path} is a copy of ${refused.path}, which still exists. Use the original with --state ${shellWord(dirname(refused.path))}, or accept the copy with --adopt if the original will not be run again.`;
    default:
      return refused satisfies never;
  }
}

function placeOf(state: string): Pick<CommandContext, 'state' | 'store'> {
  return isStoreAddress(state) ? { state: undefined, store: state } : { state: dirname(state), store: undefined };
}

function sharedLimits(limits: SharedLimits | undefined): string {
  if (limits === undefined) return 'no `limits.account`';
  const { rate, concurrency, doubts } = limits;
  const written = Object.entries({ rate: rate && formatRateSetting(rate), concurrency, doubts });
  const given = written.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return `\`limits.account: { ${given.join(', ')} }\``;
}

/** Why the state failed with this error, and what to do; rethrows our own bugs. */
export function stateErrorMessage(error: unknown, path: string): string {
  const trouble = stateTrouble(error);
  if (trouble === undefined) throw error;
  return stateTroubleMessage(trouble, path, error instanceof Error ? error.message : '');
}

/** What is wrong with a state file or a store, and what to do. */
export function stateTroubleMessage(trouble: StateTrouble, path: string, message: string): string {
  if (isStoreTrouble(trouble)) return storeTroubleMessage(trouble, path, message);
  switch (trouble) {
    case 'busy':
      return `${path} is locked by another program (${message}). Close it and try again.`;
    case 'full':
      return `Disk full while writing ${path}. Free some space and run again. Everything that was sent is recorded.`;
    case 'readOnly':
      return `${path} cannot be read or written (${message}). Check the permissions of the file and its folder, or use another folder with --state.`;
    case 'damaged':
      return `${path} is damaged (${message}). It records who was contacted, so callsheet does not continue without it. Restore it from a backup, or inspect it with \`sqlite3 ${shellWord(path)} .recover\`.`;
    case 'io':
      return `Disk error on ${path} (${message}): it is full or broken. Nothing more is sent until it works again.`;
    case 'fencedOut':
      return `Another process now runs ${path}: a lock file was deleted during this run. This process has stopped; its jobs in flight are treated as after a crash.`;
    case 'fileReplaced':
      return `${path} was moved, deleted or replaced while it was in use. Put it back and run again; jobs in flight are treated as after a crash.`;
    default:
      return trouble satisfies never;
  }
}

/** A warning about a state file that was opened anyway. */
export function stateWarning(warning: StateWarning): string {
  switch (warning.kind) {
    case 'adopted':
      return `--adopt: ${adoptedWords(warning.from)}`;
    case 'noGuard':
      return `${warning.folder} cannot be written (${warning.message}), so callsheet cannot detect a state file that is restored, copied or deleted, or a second process with another state file.`;
    case 'noHome':
      return 'Neither XDG_STATE_HOME nor HOME is set, so callsheet cannot detect a state file that is restored, copied or deleted, or a second process with another state file. Set XDG_STATE_HOME to a folder that is kept between runs.';
    case 'openFolder':
      return `Anyone on this machine can write to ${warning.folder} and replace the record of who was contacted. Remove that permission: chmod o-w ${shellWord(warning.folder)}`;
    default:
      return warning satisfies never;
  }
}

const again =
  'The service recognises repeated redials, codes and uploads and does not do them twice; WhatsApp messages may be sent again.';

function adoptedWords(from: Doubtful): string {
  switch (from.kind) {
    case 'otherHost':
      return `the state file now belongs to this host. Do not run the campaign on ${from.host} any more.`;
    case 'missing':
      return `this run goes on without the records in ${from.path}. ${again}`;
    case 'replaced':
      return `this run starts over: the file in its place does not record who was contacted. ${again}`;
    case 'behind':
      return `the run continues from revision ${from.seq}; later revisions (up to ${from.known}) are lost. ${again}`;
    case 'copied':
      return `this copy is now the ${isStoreAddress(from.path) ? 'store' : 'state file'}; ${from.path} will be refused.`;
    default:
      return from satisfies never;
  }
}

/** What is wrong with a shared ledger, and what to do. `store` is its address without the password. */
export function storeTroubleMessage(trouble: StoreTrouble, store: string, message: string): string {
  switch (trouble) {
    case 'storeAddress':
      return `CALLSHEET_STORE cannot be used. ${message}.`;
    case 'storeUnreachable':
      return `${store} cannot be reached (${message}). Nothing more is sent without it. Run again when it answers.`;
    case 'storeSlow':
      return `${store} has not answered a query within ${message}. Run again when it has less to do; if that does not help, run VACUUM ANALYZE on its tables.`;
    case 'storePassword':
      return `${store} does not accept the password (${message}). Set it in the URL, in PGPASSWORD or in ~/.pgpass.`;
    case 'storeNotLetIn':
      return `${store} does not let this user connect from here (${message}). Its pg_hba.conf must have a line for it.`;
    case 'storeTlsRequired':
      return `${store} accepts only encrypted connections (${message}). Add ?sslmode=verify-full to the URL.`;
    case 'storeTlsFailed':
      return `${store} cannot be reached with TLS (${message}). Add &sslrootcert=FILE for a certificate authority of your own, or ?sslmode=disable for a server without TLS.`;
    case 'storeNoDatabase':
      return `${store}: ${message}. Create it with \`createdb\`, or correct the URL.`;
    case 'storeDenied':
      return `${store}: the role may not do this (${message}). Grant it what docs/scale.md lists.`;
    case 'storeNotMigrated':
      return `${store} does not have the tables of this version (${message}). Run \`callsheet store migrate\` with a role that may create them, then grant this one what docs/scale.md lists.`;
    case 'storeOldServer':
      return `${store} is PostgreSQL ${message}; callsheet needs PostgreSQL 14 or later.`;
    case 'storeNotDurable':
      return `${store} may lose changes that it has reported as saved (${message}), so that callsheet would contact people twice after a crash. Turn that setting on, with ALTER SYSTEM.`;
    case 'storeFar':
      return `${store} answers too slowly for a rate that several processes share (${message}). Run nearer to the database. For \`limits.account.rate\`, a longer time such as 3000/m in place of 50/s may be enough.`;
    case 'storeFull':
      return `The disk of ${store} is full (${message}). Free some space and run again. Everything that was sent is recorded.`;
    case 'storeReadOnly':
      return `${store} is read-only (${message}): probably a standby. Use the address of the primary server.`;
    case 'storeTooManyConnections':
      return `${store} has no free connection (${message}). Each process needs up to six, and one that may lead up to twelve; raise max_connections, or close others.`;
    case 'storeNoMemory':
      return `${store} is out of memory for so many processes (${message}). Start fewer of them; for "out of shared memory", raise max_locks_per_transaction as well.`;
    case 'storeConflict':
      return `${store} rolled back a change that conflicted with others (${message}). Run the command again.`;
    case 'leaseLost':
      return `Another process now carries out the run in ${store}: this one could not reach the database for too long, or was stopped. It has stopped sending; its jobs in flight are treated as after a crash.`;
    case 'storeLostChanges':
      return `${store} has lost changes that it had saved (${message}): it was restored from a backup, or a standby that was behind has replaced it. It no longer records everyone who was contacted, so callsheet stops and pauses the run for all machines; \`callsheet status\` shows whether the store took that. Restore the newest version before \`callsheet resume\`: a run that continues from this one may contact people again.`;
    case 'storeFailed':
      return `${store} failed: ${message}.`;
    default:
      return trouble satisfies never;
  }
}
