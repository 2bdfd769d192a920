import { partOf } from '../../campaign/audiences/part.ts';
import { jobsDigest } from '../../campaign/inputs-digest.ts';
import { loadCampaign } from '../../campaign/load.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { accountKey } from '../../campaign/request/account-key.ts';
import { type ForgetLock, keepForgetAway } from '../../ledger/contacts/forgotten/forget-lock.ts';
import type { Holder, StateRefusal, StateWarning } from '../../ledger/refusal.ts';
import { rollbackGuardFolder } from '../../ledger/state-paths.ts';
import { mayPass } from '../../ledger/store-trouble.ts';
import { runName } from '../../plan/run-name.ts';
import type { Host } from '../../platform/ports.ts';
import { readHistory } from '../../run/resume/read-history.ts';
import { openContacts } from '../contacts/open-contacts.ts';
import { absentFileMessage } from '../messages/absent-file.ts';
import { completeCommands } from '../messages/format-command.ts';
import { refusalMessage, stateWarning } from '../messages/state-messages.ts';
import { unknownRecipient } from '../messages/unknown-recipient.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { readInputs } from '../options/input-option.ts';
import { noticeFault } from '../options/notice-settings.ts';
import { partClash } from '../options/part-options.ts';
import type { RunOptions } from '../options/run-options.ts';
import { readSettings } from '../options/settings.ts';
import { forgottenBy, stateOf } from '../options/state-option.ts';
import { sentWithOf } from '../run/sent-with.ts';
import { snapshotChooser } from '../snapshots/snapshot-chooser.ts';
import { nothingApproved, readApproved, refuseOtherStarts, refuseUnapproved } from './approved-plan.ts';
import { couldNot, printFindings, tellNewRows } from './open-campaign.ts';
import type { OpenedRun } from './opened-run.ts';
import { startSandboxRunOver } from './start-sandbox-run-over.ts';
import { checkedBy, stateBackend } from './state-backend.ts';

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

/** `forgotten`: somebody was since its recipients were read. */
async function openOnce(options: RunOptions, host: Host): Promise<OpenedRun | ExitCode | 'forgotten'> {
  const inputs = readInputs(options.input);
  if (typeof inputs === 'string') return couldNot(host, inputs);
  if (options.at !== undefined && !options.sandbox) {
    return couldNot(
      host,
      '--at sets the sandbox’s clock and needs --sandbox: a real run starts at `starts`, or now. Nothing was sent.',
    );
  }
  if (options.fresh === true && !options.sandbox)
    return couldNot(host, '--fresh discards a sandbox run and needs --sandbox. Nothing was discarded or sent.');
  const clash = partClash(options);
  if (clash !== undefined) return couldNot(host, `${clash}. Nothing was sent.`);
  const settings = readSettings(options, host);
  if ('fault' in settings) return couldNot(host, `${settings.fault} Nothing was sent.`);
  const { files, cwd } = host;
  const load = {
    path: options.file,
    cwd,
    files,
    env: settings.env,
    inputs,
    depth: 'rendered',
    unsetEnv: 'error',
    forgotten: forgottenBy(options, host),
    // Its warnings are `check`'s to tell: a run says only what keeps it from starting.
    checkedBy,
    snapshots: snapshotChooser(
      options,
      host,
      settings.env,
      options.plan === undefined && options.requireApproval !== true ? 'joining' : 'missing',
    ),
  } as const;
  const found = await loadCampaign(load);
  if (found.absent) return couldNot(host, await absentFileMessage(options.file, host));
  if (found.value === undefined) {
    printFindings(options.format === 'json' ? { ...options, findings: 'aside' } : options, found.diagnostics, host);
    return exitCode.findings;
  }
  tellNewRows(found, options, host);
  const { campaign } = found.value;
  const unsendable = noticeFault(campaign, options, settings.env);
  if (unsendable !== undefined) {
    if (options.continuesAbandoned !== true) return couldNot(host, `${unsendable} Nothing was sent.`);
    host.console.err(`${unsendable} This process sends no notices.\n`);
  }
  const part = await partOf(options, found.value);
  if (part !== undefined && 'unknown' in part) return couldNot(host, `${unknownRecipient(part)}. Nothing was sent.`);
  const run = runName(campaign, options.run);
  const paths = stateOf(found.value, options, host);
  const needsApproval = options.requireApproval === true;
  const plan = options.plan ?? (needsApproval ? paths.approved : undefined);
  if (needsApproval && options.plan === undefined && (await files.realPath(paths.approved)) === undefined)
    return couldNot(host, nothingApproved(options));
  const approved = plan === undefined ? undefined : await readApproved(plan, found.value, run, host);
  if (typeof approved === 'string') return couldNot(host, completeCommands(approved, options));
  const service = options.sandbox ? 'sandbox' : settings.baseUrl;
  const me = { pid: host.pid, host: host.hostname, since: host.clock.now() };
  const about = { campaign: campaign.id, run, service };
  const kept = options.fresh === true ? await startSandboxRunOver({ paths, about, me, options, host }) : undefined;
  if (kept !== undefined) return kept;
  const backend = stateBackend(paths, options, host);
  const request = {
    about,
    me,
    adopt: options.adopt,
    inFlight: campaign.limits.concurrency,
    limited: part !== undefined || approved !== undefined,
    account: { key: await accountKey(found.value), limits: campaign.limits.account },
  };
  let opened = await backend.openForRunning(request);
  let hasFollowed = false;
  while ('refused' in opened) {
    const { refused } = opened;
    if (isLedElsewhere(refused)) {
      // Another process was quicker.
      if (options.continuesAbandoned === true) return exitCode.done;
      const { followRun } = await import('../run/follow-run.ts');
      const ended = await followRun({
        backend,
        loaded: found.value,
        about,
        holder: refused.holder,
        format: options.format,
        host,
      });
      if (ended !== undefined) return ended;
      hasFollowed = true;
    } else if (refused.kind !== 'trouble' || !mayPass(refused.trouble)) break;
    else if (options.continuesAbandoned === true) return exitCode.done;
    else if (hasFollowed) await host.clock.sleepUntil(host.clock.now() + againMs);
    else break;
    opened = await backend.openForRunning(request);
  }
  if ('refused' in opened) return couldNot(host, refusalMessage(opened.refused, backend.location, options));
  const { lease } = opened;
  let forgetLock: ForgetLock | undefined;
  const close = async (): Promise<void> => {
    try {
      await lease.close();
    } finally {
      forgetLock?.release();
    }
  };
  const isGuarded = options.sandbox || rollbackGuardFolder(host.env) !== undefined;
  const warnings: readonly StateWarning[] = isGuarded ? opened.warnings : [...opened.warnings, { kind: 'noHome' }];
  for (const warning of warnings) host.console.err(`${stateWarning(warning)}\n`);
  try {
    // It makes the folder, which the log needs, too: with a store nobody has made it.
    forgetLock = await keepForgetAway(paths.folder);
    const forgotten = await forgottenMeanwhile(found.value, options, host);
    if (forgotten === 'somebody') {
      await close();
      return 'forgotten';
    }
    const other = approved && refuseOtherStarts(plan ?? '', approved, found.value, await readHistory(campaign, lease));
    const refused =
      forgotten?.fault ??
      other ??
      (approved && needsApproval
        ? await refuseUnapproved(plan ?? '', approved, { lease, run, service }, options)
        : undefined);
    if (refused !== undefined) {
      await close();
      return couldNot(host, completeCommands(refused, options));
    }
    const connection = options.sandbox
      ? await (await import('./sandbox-connection.ts')).openSandboxConnection({
          options,
          loaded: found.value,
          lease,
          ledger: paths.ledger,
          host,
        })
      : await (await import('./service-connection.ts')).openServiceConnection({ settings, loaded: found.value, host });
    if (typeof connection === 'number') {
      await close();
      return connection;
    }
    const about = { ...found.value, options, host };
    const contacts = await openContacts({ ...about, lease, now: connection.clock.now() });
    if (typeof contacts === 'string') {
      await connection.close();
      await close();
      return couldNot(host, `${contacts} Nothing was sent.`);
    }
    return {
      loaded: found.value,
      run,
      lease,
      service,
      sentWith: lease.handOut === undefined ? undefined : sentWithOf(found.value, settings),
      approved,
      part,
      stateFile: backend.location,
      logFile: paths.log,
      env: settings.env,
      sendsNotices: !options.sandbox && unsendable === undefined,
      ...connection,
      contacts,
      async close() {
        try {
          await contacts?.close();
        } finally {
          await connection.close();
          await close();
        }
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Until the lock was taken, and with a store until this run was led, somebody may have been forgotten whose row was read before. */
async function forgottenMeanwhile(
  loaded: LoadedCampaign,
  options: RunOptions,
  host: Host,
): Promise<{ readonly fault: string } | 'somebody' | undefined> {
  const forgotten = await forgottenBy(options, host, true)(loaded.directory);
  if (forgotten !== undefined && 'fault' in forgotten)
    return {
      fault: `Who was forgotten while this run was being opened cannot be read: ${forgotten.fault}. Run again. Nothing was sent.`,
    };
  return jobsDigest(loaded.digest, forgotten) === loaded.jobsDigest ? undefined : 'somebody';
}

const againMs = 1_000;

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
