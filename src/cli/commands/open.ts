import { randomBytes } from 'node:crypto';
import { startControlServer } from '../../control/server/control-server.ts';
import { createWrongTokens, identifyByAccount, identifyByToken } from '../../control/server/identify.ts';
import { messageOf } from '../../diagnostic/message-of.ts';
import { parseStoreAddress } from '../../ledger/store-address.ts';
import { type Host, stopSignal } from '../../platform/ports.ts';
import { openProject } from '../../project/project.ts';
import { type ControlRoom, createControlRoom } from '../control/control-room.ts';
import { controlRoutes } from '../control/routes/control-routes.ts';
import { serverSettings } from '../control/server-settings.ts';
import { removeAbandonedFolders } from '../control/shown-plans.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { storeTroubleMessage } from '../messages/state-messages.ts';
import { findCampaigns } from '../options/campaign-files.ts';
import type { Given } from '../program.ts';

/** callsheet open [FOLDER | FILE…]: campaigns, runs and people as pages, until Ctrl-C: on this machine's own address, or for a team. */
export async function open(options: Given<'open'>, host: Host): Promise<ExitCode> {
  const { port, allowActions } = options;
  const files = await findCampaigns(options.files.length === 0 ? ['.'] : options.files, host);
  if (typeof files === 'string') return couldNot(host, files);
  const settings = serverSettings(options, host);
  if (typeof settings === 'string') return couldNot(host, settings);
  const { accounts, ...reached } = settings;
  const log = (line: string): void => host.console.err(`${line}\n`);
  const wrongTokens = createWrongTokens(() => host.clock.now(), log);
  const token = randomBytes(32).toString('base64url');
  // Known from the start: while somebody edits the env file, no page shows another state.
  const { store, fault } = openProject(options, host);
  if (fault !== undefined) return couldNot(host, fault);
  const place = store === undefined ? undefined : parseStoreAddress(store);
  if (place && 'fault' in place) return couldNot(host, storeTroubleMessage('storeAddress', '', place.fault));
  await removeAbandonedFolders();
  const room = createControlRoom({ ...options, ...(store !== undefined && { store }) }, files, host);
  const server = await startControlServer({
    ...reached,
    port,
    clock: host.clock,
    identify:
      accounts === undefined
        ? identifyByToken(token, allowActions, wrongTokens)
        : identifyByAccount(accounts, wrongTokens),
    routes: controlRoutes(room),
    log,
  }).catch(messageOf);
  if (typeof server === 'string') return couldNot(host, `The control room cannot start: ${server}`);
  const address = settings.publicUrl?.origin ?? `http://127.0.0.1:${server.port}`;
  host.console.out(accounts === undefined ? `${address}/#${token}\n` : `${address}/\n`);
  const may = allowActions ? 'can start, pause and cancel runs' : 'can see everything, and change nothing';
  log(
    accounts === undefined
      ? `Open this address in a browser. Who has it ${may}. Press Ctrl-C to stop.`
      : `Listening on ${settings.host}, port ${server.port}. An operator ${may}. Press Ctrl-C to stop.`,
  );
  // What the first page needs is loaded while somebody opens it.
  void lookOnce(room);
  await stopSignal(host.signals);
  await server.close();
  await room.close();
  return exitCode.done;
}

async function lookOnce({ files, looks }: ControlRoom): Promise<void> {
  for (const file of files) await looks.look(file).catch(() => undefined);
}
