import { resolve } from 'node:path';
import { partOf } from '../../campaign/audiences/part.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { runName } from '../../job/address.ts';
import type { OpenForRunning } from '../../ledger/backend.ts';
import type { RunContacts } from '../../ledger/contacts/run-contacts.ts';
import { discardSandboxRuns } from '../../ledger/file-backend.ts';
import type { Holder, StateRefusal, StateWarning } from '../../ledger/refusal.ts';
import type { StatePaths } from '../../ledger/state-paths.ts';
import { mayPass } from '../../ledger/state-trouble.ts';
import { noticeFault } from '../../notice/notice-target.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { openContacts } from '../../project/contacts.ts';
import { guardOf, openProject, type Project, pathsOf } from '../../project/project.ts';
import { readSettings } from '../../project/settings.ts';
import { backendOf, type ClaimedRun, claimRun } from '../../project/state.ts';
import { readHistory } from '../../run/resume/effective-history.ts';
import { openJournalFile } from '../../sandbox/journal/file-journal.ts';
import type { ChoiceRequest } from '../../snapshot/choose-snapshots.ts';
import { unknownRecipient } from '../contacts/read-people.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { completeCommands, formatCommand, shellWord } from '../messages/format-command.ts';
import { refusalMessage, stateWarning } from '../messages/state-messages.ts';
import type { RunOptions } from '../options/shared-options.ts';
import { nothingApproved, readApproved, refuseOtherStarts, refuseUnapproved } from './approved-plan.ts';
import { loadToSend } from './open-campaign.ts';
import { type OpenedRun, openSandboxConnection, openServiceConnection, sentWithOf } from './opened-run.ts';
import { refuse } from './refuse.ts';
import { readAt } from './start-time.ts';

/**
 * Everything a run needs, or nothing: settings, findings, lock and state are checked in this order. The first that fails is
 * printed, and its exit code returned. Nothing has been sent then.
 */
export async function openRun(options: RunOptions, host: Host): Promise<OpenedRun | ExitCode> {
  for (;;) {
    const opened = await openOnce(options, host);
    if (opened !== 'forgotten') return opened;
    host.console.err('Somebody was forgotten while this run was being opened: its lists are read again.\n');
  }
}

const ending = ' Nothing was sent.';

/** `forgotten`: somebody was since its recipients were read. */
async function openOnce(options: RunOptions, host: Host): Promise<OpenedRun | ExitCode | 'forgotten'> {
  const project = openProject(options, host);
  const settings = readSettings(project);
  const { files } = host;
  if ('fault' in settings) {
    const isThere = (await files.realPath(resolve(host.cwd, options.file))) !== undefined;
    return refuse(isThere ? { kind: 'options', fault: settings.fault } : { kind: 'absent' }, options, host, ending);
  }
  if (options.send === false && project.store === undefined) {
    const why = options.sandbox ? 'sandbox runs have none' : 'these need a store: --store URL, or CALLSHEET_STORE';
    return couldNot(host, `--no-send leaves sending to workers, and ${why}.${ending}`);
  }
  const loaded = await loadToSend(project, options, host, { reads: readsOf(options) });
  if (typeof loaded === 'number') return loaded;
  const { campaign } = loaded;
  const unsendable = noticeFault(campaign, options, project.env);
  if (unsendable !== undefined) {
    if (options.continuesAbandoned !== true) return couldNot(host, `${unsendable}${ending}`);
    host.console.err(`${unsendable} This process sends no notices.\n`);
  }
  const part = await partOf(options, loaded);
  if (part !== undefined && 'unknown' in part) return couldNot(host, `${unknownRecipient(part, options)}${ending}`);
  const run = runName(campaign, options.run);
  const paths = pathsOf(project, loaded);
  const needsApproval = options.requireApproval === true;
  const plan = options.plan ?? (needsApproval ? paths.approved : undefined);
  if (needsApproval && options.plan === undefined && (await files.realPath(paths.approved)) === undefined)
    return couldNot(host, nothingApproved(options));
  const approved = plan === undefined ? undefined : await readApproved(plan, loaded, run, host);
  if (typeof approved === 'string') return couldNot(host, completeCommands(approved, options));
  const at = options.at === undefined ? undefined : readAt(options.at, campaign.timezone);
  if (typeof at === 'string') return couldNot(host, at);
  const service = options.sandbox ? 'sandbox' : settings.baseUrl;
  const me = { pid: host.pid, host: host.hostname, since: host.clock.now() };
  const about = { campaign: campaign.id, run, service };
  const kept = options.fresh === true ? await startSandboxRunOver(paths, { about, me }, options, host) : undefined;
  if (kept !== undefined) return kept;
  const limited = part !== undefined || approved !== undefined;
  const inFlight = campaign.limits.concurrency;
  const request = { about, me, inFlight, limited };
  const claimed = await claimOrFollow(project, loaded, request, options, host);
  if (claimed === 'forgotten' || typeof claimed === 'number') return claimed;
  const { lease } = claimed;
  const open: (() => unknown)[] = [claimed.close];
  const close = (): Promise<void> => closeAll(open);
  const connect = async (): Promise<OpenedRun | ExitCode> => {
    if (approved !== undefined) {
      const history = await readHistory(campaign, lease);
      const refused =
        refuseOtherStarts(plan ?? '', approved, loaded, history, host.clock.now()) ??
        (needsApproval ? await refuseUnapproved(plan ?? '', approved, { lease, run, service }, options) : undefined);
      if (refused !== undefined) return couldNot(host, completeCommands(refused, options));
    }
    const connection = options.sandbox
      ? await openSandboxConnection({ options, host, loaded, run, lease }, at, paths.ledger)
      : await openServiceConnection(settings, inFlight, host);
    if (typeof connection === 'number') return connection;
    open.push(connection.close);
    const contacts = await openContacts(project, loaded, { lease, now: connection.clock.now() });
    if (contacts !== undefined && 'kind' in contacts) return refuse(contacts, options, host, ending);
    if (contacts !== undefined) open.push(contacts.close);
    if (contacts !== undefined && options.sandbox)
      await tellOwnContacts(contacts, loaded, connection.clock.now(), options, host);
    return {
      options,
      host,
      project,
      loaded,
      run,
      lease,
      service,
      sentWith: lease.handOut === undefined ? undefined : sentWithOf(loaded, settings),
      approved,
      part,
      stateFile: claimed.location,
      logFile: paths.log,
      sendsNotices: !options.sandbox && unsendable === undefined,
      ...connection,
      contacts,
      close,
    };
  };
  let opened: OpenedRun | ExitCode | undefined;
  try {
    opened = await connect();
    return opened;
  } finally {
    if (typeof opened !== 'object') await close();
  }
}

/** Whom a plan has is known, and a worker that continues a run has nobody who could say yes to newcomers. */
function readsOf({ plan, requireApproval, continuesAbandoned }: RunOptions): ChoiceRequest['reads'] {
  if (continuesAbandoned === true) return 'kept';
  return plan === undefined && requireApproval !== true ? 'joining' : 'missing';
}

/** The latest first. What cannot be closed leaves nothing else open. */
async function closeAll(open: (() => unknown)[]): Promise<void> {
  const last = open.pop();
  try {
    await last?.();
  } finally {
    if (open.length > 0) await closeAll(open);
  }
}

/** Somebody on a list is written to in a sandbox that does not know the list, and nobody is who has agreed. */
async function tellOwnContacts(
  { ledger }: Pick<RunContacts, 'ledger'>,
  { campaign }: LoadedCampaign,
  now: Instant,
  options: RunOptions,
  host: Host,
): Promise<void> {
  const { lists = [], consent = [] } = campaign.contacts ?? {};
  if (lists.length + consent.length === 0) return;
  const known = [...(await ledger.suppressionCounts(now)), ...(await ledger.consentCounts(now))];
  if (known.length > 0) return;
  host.console.err(
    `The sandbox knows no suppressions and consents but its own, and has none yet: give \`callsheet suppress\` and \`callsheet consent\` --sandbox. \`${formatCommand(options)('rehearse')}\` takes the real ones.\n`,
  );
}

const againMs = 1_000;

/** Claims the run; while another process leads it in a store, follows that one. */
async function claimOrFollow(
  project: Project,
  loaded: LoadedCampaign,
  request: Parameters<typeof claimRun>[2],
  options: RunOptions,
  host: Host,
): Promise<ClaimedRun | ExitCode | 'forgotten'> {
  const isGuarded = project.sandbox || guardOf(project) !== undefined;
  const warn = (warnings: readonly StateWarning[]): void => {
    for (const warning of isGuarded ? warnings : [...warnings, { kind: 'noHome' } as const])
      host.console.err(`${stateWarning(warning)}\n`);
  };
  let hasFollowed = false;
  for (;;) {
    const claimed = await claimRun(project, loaded, request, warn);
    if (!('kind' in claimed)) return claimed;
    if (claimed.kind === 'forgotten') return claimed.kind;
    if (claimed.kind !== 'state') return refuse(claimed, options, host, ending);
    const { refused } = claimed;
    const isElsewhere = isLedElsewhere(refused);
    const mayTryAgain = isElsewhere || (refused.kind === 'trouble' && mayPass(refused.trouble));
    // Another process was quicker, or the worker looks again.
    if (mayTryAgain && options.continuesAbandoned === true) return exitCode.done;
    if (isElsewhere) {
      const { followRun } = await import('../run/follow-run.ts');
      const { about } = request;
      const { holder } = refused;
      const backend = backendOf(project, loaded, about.run);
      const ended = await followRun({ backend, loaded, about, holder, format: options.format, host });
      if (ended !== undefined) return ended;
      hasFollowed = true;
    } else if (mayTryAgain && hasFollowed) await host.clock.sleepUntil(host.clock.now() + againMs);
    else return refuse(claimed, options, host, ending);
  }
}

/** With a store, this run. */
function isLedElsewhere(
  refused: StateRefusal,
): refused is StateRefusal & { readonly kind: 'locked'; readonly holder: Holder } {
  return (
    refused.kind === 'locked' &&
    refused.holder !== undefined &&
    refused.leaseMs !== undefined &&
    refused.otherRun === undefined
  );
}

/** Discards what a campaign has done in the sandbox. When that is refused, the reason has been printed, and the answer is the exit code. */
async function startSandboxRunOver(
  paths: StatePaths,
  by: Pick<OpenForRunning, 'about' | 'me'>,
  options: RunOptions,
  host: Host,
): Promise<ExitCode | undefined> {
  const hasLedger = (await host.files.realPath(paths.ledger)) !== undefined;
  const lockLedger = hasLedger ? openJournalFile : () => ({ close() {} });
  const discarded = discardSandboxRuns({ paths, ...by, lockLedger });
  switch (discarded.kind) {
    case 'discarded':
      return undefined;
    case 'locked':
      return couldNot(host, `${refusalMessage(discarded, paths.database, options)}${ending}`);
    case 'refused': {
      const over = `To start all trials of this folder over: rm ${shellWord(paths.folder)}/*.sandbox*`;
      return couldNot(host, `${refusalMessage(discarded.refused, paths.database, options)}${ending} ${over}`);
    }
    case 'ledgerInUse':
      return couldNot(host, `Nothing was discarded or sent: ${discarded.reason}.`);
    default:
      return discarded satisfies never;
  }
}
