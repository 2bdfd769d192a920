import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { finding } from '../../campaign/rules/rule.ts';
import type { ChooseSnapshots, WantedSource } from '../../campaign/sources/wanted-sources.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { Host } from '../../platform/ports.ts';
import type { SharedSnapshots } from '../../snapshot/shared-snapshots.ts';
import type { SnapshotFolder, SnapshotRecord } from '../../snapshot/snapshot-folder.ts';
import { openSnapshotStore } from '../../state/snapshots/snapshot-store.ts';
import { stateTrouble } from '../../state/state-trouble.ts';
import { storeOf } from '../options/settings.ts';

type StoreOptions = Parameters<typeof storeOf>[0];

/** What other machines have read and a run uses: into the folder of this machine. The findings say why it cannot be had. */
export async function fetchFromStore(
  request: Parameters<ChooseSnapshots>[0],
  {
    folder,
    run,
    prepare,
    options,
    host,
  }: {
    readonly folder: SnapshotFolder;
    readonly run: string | undefined;
    /** Makes the folders above. */
    readonly prepare: () => void;
    readonly options: StoreOptions;
    readonly host: Host;
  },
): Promise<readonly Diagnostic[]> {
  const [first] = request.wanted;
  if (first === undefined) return [];
  const unfetched = (message: string): Diagnostic => finding('CS6032', first.source.span, message, { hint: undefined });
  try {
    const fetched = await inStore(request, { options, host, mayMake: false }, async (shared) => {
      const { fetchSnapshots } = await import('../../snapshot/shared-snapshots.ts');
      prepare();
      const audiences = request.wanted.map(({ audience }) => audience.name);
      const damaged = await fetchSnapshots(shared, folder, { audiences, run, files: host.files });
      return damaged.map((audience) => unfetched(`A snapshot of \`${audience}\` in ${shared.location} is damaged`));
    });
    return fetched ?? [];
  } catch (error) {
    const trouble = stateTrouble(error);
    if (trouble === undefined) throw error;
    return [unfetched(`The snapshots in the store cannot be read: ${wordsOf(error)}`)];
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Undefined without a store, and where its tables are not those of this version. */
export async function inStore<T>(
  { campaign }: Pick<LoadedCampaign, 'campaign'>,
  { options, host, mayMake }: { readonly options: StoreOptions; readonly host: Host; readonly mayMake: boolean },
  work: (shared: SharedSnapshots) => Promise<T>,
): Promise<T | undefined> {
  const url = storeOf(options, host);
  if (url === undefined) return undefined;
  const shared = await openSnapshotStore(url, campaign.id, { mayMake });
  try {
    return shared && (await work(shared));
  } finally {
    await shared?.close();
  }
}

/** Puts what was read into the store, where there is one. The findings say why it cannot be used by other machines. */
export async function shareRead(
  { audience, source }: WantedSource,
  record: SnapshotRecord,
  given: Pick<LoadedCampaign, 'campaign'> & {
    readonly folder: SnapshotFolder;
    readonly options: StoreOptions;
    readonly host: Host;
    readonly mayMake: boolean;
  },
): Promise<readonly Diagnostic[]> {
  const { folder, host, mayMake } = given;
  const { keepForMs } = source;
  try {
    await inStore(given, given, async (shared) => {
      const { shareSnapshots, sweepShared } = await import('../../snapshot/shared-snapshots.ts');
      await shareSnapshots(shared, folder, [record]);
      const sweep = { audience: audience.name, keepForMs, now: host.clock.now() };
      await sweepShared(shared, sweep);
    });
    return [];
  } catch (error) {
    const trouble = stateTrouble(error);
    if (trouble === undefined) throw error;
    // Who may only look at the store can plan with what is on this machine.
    if (!mayMake && (trouble === 'storeDenied' || trouble === 'storeReadOnly')) return [];
    const message = `The snapshot of \`${audience.name}\` cannot be kept in the store: ${wordsOf(error)}`;
    return [finding('CS6032', source.span, message, { hint: undefined })];
  }
}
