import { loadCampaign } from '../../campaign/load.ts';
import { runName } from '../../plan/run-name.ts';
import type { Host } from '../../platform/ports.ts';
import { openStore, type StoreWarning } from '../../state/open-store.ts';
import { rollbackGuardFolder } from '../../state/rollback-guard.ts';
import { completeCommands } from '../messages/format-command.ts';
import { refusalMessage, stateWarning } from '../messages/state-messages.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { readInputs } from '../options/input-option.ts';
import type { RunOptions } from '../options/run-options.ts';
import { readSettings } from '../options/settings.ts';
import { readApproved, refuseOtherStarts } from './approved-plan.ts';
import { couldNot, printFindings } from './open-campaign.ts';
import type { OpenedRun } from './opened-run.ts';
import { startTrialOver } from './start-trial-over.ts';
import { stateOf, verifyInBackground } from './verify-in-background.ts';

/**
 * Everything a run needs, or nothing: findings, settings, lock and state are looked at in this order, and the first that
 * fails is told and the exit code returned. Nothing has been sent then.
 */
export async function openRun(options: RunOptions, host: Host): Promise<OpenedRun | ExitCode> {
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
  const settings = readSettings(options, host);
  if ('fault' in settings) return couldNot(host, settings.fault);
  const { files, cwd } = host;
  const beside = verifyInBackground(options, true);
  const load = {
    path: options.file,
    cwd,
    files,
    env: settings.env,
    inputs,
    depth: 'rendered',
    unsetEnv: 'error',
    // Its warnings are `check`'s to tell: a run says only what keeps it from starting.
    ...beside,
    async hasPassed(digest: string) {
      // While the state file is being looked at there is time to load what sends.
      const [hasPassed] = await Promise.all([
        beside.hasPassed(digest),
        options.sandbox ? undefined : import('./service-connection.ts'),
      ]);
      return hasPassed;
    },
  } as const;
  const found = await loadCampaign(load);
  if (found.absent) return couldNot(host, `There is no file ${options.file}`);
  if (found.value === undefined) {
    printFindings(options.format === 'json' ? { ...options, findings: 'aside' } : options, found.diagnostics, host);
    return exitCode.findings;
  }
  const { campaign } = found.value;
  const run = runName(campaign, options.run);
  const approved = options.plan === undefined ? undefined : await readApproved(options.plan, found.value, run, host);
  if (typeof approved === 'string') return couldNot(host, completeCommands(approved, options));
  const paths = stateOf(found.value, options);
  const service = options.sandbox ? 'sandbox' : settings.baseUrl;
  const me = { pid: host.pid, host: host.hostname, since: host.clock.now() };
  const checked = await beside.answer();
  if (options.fresh === true) {
    const refused = await startTrialOver({ paths, about: { campaign: campaign.id, run, service }, me, options, host });
    if (refused !== undefined) return refused;
  }
  const rollbackGuard = options.sandbox ? undefined : rollbackGuardFolder(host.env);
  const opened = openStore({
    paths,
    about: { campaign: campaign.id, run, service },
    me,
    adopt: options.adopt,
    thread: { underWay: campaign.limits.concurrency },
    checked: options.fresh === true ? undefined : checked,
    ...(rollbackGuard === undefined ? {} : { rollbackGuard }),
  });
  if ('refused' in opened) return couldNot(host, refusalMessage(opened.refused, paths.database, options));
  const { store } = opened;
  const warnings: readonly StoreWarning[] =
    options.sandbox || rollbackGuard !== undefined ? opened.warnings : [...opened.warnings, { kind: 'noHome' }];
  for (const warning of warnings) host.console.err(`${stateWarning(warning)}\n`);
  try {
    const other = approved && refuseOtherStarts(options.plan ?? '', approved, found.value, store);
    if (other !== undefined) {
      await store.close();
      return couldNot(host, completeCommands(other, options));
    }
    const way = options.sandbox
      ? await (await import('./sandbox-connection.ts')).openSandboxConnection({
          options,
          loaded: found.value,
          store,
          ledger: paths.ledger,
          host,
        })
      : await (await import('./service-connection.ts')).openServiceConnection({ settings, loaded: found.value, host });
    if (typeof way === 'number') {
      await store.close();
      return way;
    }
    return {
      loaded: found.value,
      run,
      store,
      service,
      approved,
      stateFile: paths.database,
      logFile: paths.log,
      ...way,
      async close() {
        await way.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
