import { everybodyIn } from '../../campaign/audiences/everybody-in.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { runName } from '../../plan/run-name.ts';
import { type Files, type Host, withConsole } from '../../platform/ports.ts';
import { readContacts } from '../../project/contacts.ts';
import { openProject, type Project } from '../../project/project.ts';
import type { LedgerRefused } from '../../project/refusal.ts';
import { campaignWorld } from '../../rehearsal/campaign-world.ts';
import { withEmptyAccount } from '../../rehearsal/empty-account.ts';
import type { RehearsalSetup } from '../../rehearsal/run-rehearsal.ts';
import { faultsOf } from '../../rehearsal/scenarios.ts';
import type { World } from '../../sandbox/ledger/world.ts';
import { readWorld } from '../../sandbox/world/read-world.ts';
import { instantOf } from '../../time/local-time.ts';
import { notATime, readAt } from '../options/at-option.ts';
import { withLines } from '../options/campaign-options.ts';
import type { ExitCode } from '../options/exit-code.ts';
import type { Given } from '../program.ts';
import { loadOrRefuse, snapshotsOf } from './open-campaign.ts';
import { couldNot, refuse } from './refuse.ts';
import { readWorldFile } from './world-file.ts';

/** What an answer takes on an ordinary day. */
const latencyMs = 50;

/** Everything a rehearsal needs, read once; if something is wrong it is reported, and the result is the exit code. */
export async function prepareRehearsal(
  options: Given<'rehearse'>,
  host: Host,
  stop: AbortSignal,
): Promise<RehearsalSetup | ExitCode> {
  const project = openProject(options, host);
  const files = onlyReading(host.files);
  const found = await loadOrRefuse(project, withLines(options), host, {
    files,
    depth: 'rendered',
    unsetEnv: 'error',
    snapshots: snapshotsOf(project, { ...options, fresh: true }, host, 'look'),
  });
  if (typeof found === 'number') return found;
  const { value: loaded } = found;
  const { campaign } = loaded;
  const { starts, timezone } = campaign;
  const begins = starts === undefined ? host.clock.now() : instantOf(starts, timezone);
  const at = options.at === undefined ? begins : readAt(options.at, timezone);
  if (at === undefined) return couldNot(host, notATime(options.at));
  const run = runName(campaign, options.run);
  const world = await worldOf({ options, loaded, run, at, host });
  if (typeof world === 'number') return world;
  const contactFacts = await contactFactsOf(project, loaded, run);
  if (contactFacts !== undefined && 'kind' in contactFacts) return refuse(contactFacts, options, host);
  const faults = [...world.faults, ...faultsOf(options.scenario, options.seed)];
  const setup = { loaded, run, world: { ...world, faults }, files, at, seed: options.seed, contactFacts, latencyMs };
  return options.scenario === 'poor' ? withEmptyAccount(setup, stop) : setup;
}

/** What the real ledger of the project knows of these recipients. */
async function contactFactsOf(
  project: Project,
  loaded: LoadedCampaign,
  run: string,
): Promise<RehearsalSetup['contactFacts'] | LedgerRefused> {
  const reader = await readContacts(project, loaded);
  if (reader === undefined || 'kind' in reader) return reader;
  try {
    await reader.know(everybodyIn(loaded));
    const { copyHistory } = await import('../../ledger/contacts/with-history.ts');
    return copyHistory(reader, everybodyIn(loaded), { campaign: loaded.campaign.id, run });
  } finally {
    await reader.close();
  }
}

async function worldOf(
  input: Parameters<typeof campaignWorld>[0] & { readonly options: Given<'rehearse'>; readonly host: Host },
): Promise<World | ExitCode> {
  const { options, host, loaded } = input;
  if (options.world === undefined) return campaignWorld(input);
  // A report in another format is for a machine or a file.
  const out = options.format === 'text' ? host.console.out : host.console.err;
  const written = await readWorldFile(options.world, withConsole(host, { out }));
  if (typeof written === 'number') return written;
  const { world } = readWorld({ timezone: loaded.campaign.timezone, ...written });
  if (world === undefined) throw new Error('a world that was read once could not be read again');
  return world;
}

/** The disk as a rehearsal sees it: each file as it was at the first look, and nothing is written. */
function onlyReading(files: Files): Files {
  const read = new Map<string, ReturnType<Files['readBytes']>>();
  return {
    ...files,
    readBytes(path, mostBytes) {
      const bytes = read.get(path) ?? files.readBytes(path, mostBytes);
      read.set(path, bytes);
      return bytes;
    },
    writeAtomically: (path) => Promise.reject(new Error(`a rehearsal writes nothing, not even ${path}`)),
    writePieces: (path) => Promise.reject(new Error(`a rehearsal writes nothing, not even ${path}`)),
  };
}
