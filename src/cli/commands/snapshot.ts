import { loadCampaign } from '../../campaign/load.ts';
import type { ChooseSnapshots, WantedSource } from '../../campaign/sources/wanted-sources.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { listed } from '../../diagnostic/did-you-mean.ts';
import type { Host } from '../../platform/ports.ts';
import { formatDifference, formatPeople, formatRows } from '../../report/plan/source-text.ts';
import type { SnapshotRecord } from '../../snapshot/snapshot-folder.ts';
import { formatInstant } from '../../time/local-time.ts';
import { absentFileMessage } from '../messages/absent-file.ts';
import { couldNot, printFindings, tellNewRows } from '../open/open-campaign.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { readInputs } from '../options/input-option.ts';
import { readEnvironment } from '../options/settings.ts';
import { readOne, type SnapshotOptions, snapshotChooser } from '../snapshots/snapshot-chooser.ts';

export interface SnapshotCommandOptions
  extends CampaignOptions,
    Pick<SnapshotOptions, 'allowCommands' | 'acceptChange'> {
  /** Names of audiences; all with a source if there are none. */
  readonly audiences: readonly string[];
  readonly format: 'text' | 'json';
}

/** callsheet snapshot FILE [AUDIENCE…]: reads audiences from their sources, for plans and runs. Nothing is sent. */
export async function snapshot(options: SnapshotCommandOptions, host: Host): Promise<ExitCode> {
  const inputs = readInputs(options.input);
  if (typeof inputs === 'string') return couldNot(host, inputs);
  const env = readEnvironment(options, host);
  if (typeof env === 'string') return couldNot(host, env);
  const { files, cwd } = host;
  const load = { path: options.file, cwd, files, env, inputs, unsetEnv: 'error' } as const;
  const records: SnapshotRecord[] = [];
  let wrongName: string | undefined;
  const loaded = await loadCampaign({
    ...load,
    depth: 'audiences',
    async snapshots({ wanted, campaign, directory }) {
      wrongName = wrongNameOf(options.audiences, wanted);
      const diagnostics: Diagnostic[] = [];
      const asked = wanted.filter(
        ({ audience }) => options.audiences.length === 0 || options.audiences.includes(audience.name),
      );
      for (const one of wrongName === undefined ? asked : []) {
        const read = await readOne(one, { options, host, env, campaign, directory, mayMake: true });
        diagnostics.push(...read.diagnostics);
        if (read.record !== undefined) records.push(read.record);
      }
      // What campaign and rows say about each other is for a plan.
      return { snapshots: new Map(), diagnostics };
    },
  });
  if (loaded.absent) return couldNot(host, await absentFileMessage(options.file, host));
  if (wrongName !== undefined) return couldNot(host, wrongName);
  const isSource = ({ code }: Diagnostic): boolean => code.startsWith('CS60');
  const found = loaded.value === undefined ? loaded.diagnostics : loaded.diagnostics.filter(isSource);
  const findings = options.format === 'json' ? ('aside' as const) : ('pretty' as const);
  if (found.length > 0) printFindings({ ...options, findings }, found, host);
  const { timezone } = loaded.value?.campaign ?? { timezone: 'UTC' };
  if (loaded.value !== undefined && records.length === 0)
    return couldNot(host, 'No audience of this campaign has a source: there is nothing to read.');
  if (loaded.value !== undefined) {
    const choose = snapshotChooser({ ...options, fresh: true }, host, env, 'look');
    const isRead = ({ audience }: WantedSource): boolean => records.some((one) => one.audience === audience.name);
    const snapshots: ChooseSnapshots = async (about) => {
      const { snapshots, diagnostics } = await choose({ ...about, wanted: about.wanted.filter(isRead) });
      const asNew = [...snapshots].map(([name, one]) => [name, { ...one, note: { kind: 'new' } }] as const);
      return { snapshots: new Map(asNew), diagnostics };
    };
    tellNewRows(await loadCampaign({ ...load, depth: 'rendered', snapshots }), options, host);
  }
  const print = options.format === 'json' ? toJson : toText;
  host.console.out(records.map((record) => print(record, timezone)).join(''));
  return loaded.value === undefined ? exitCode.findings : exitCode.done;
}

function wrongNameOf(names: readonly string[], wanted: readonly WantedSource[]): string | undefined {
  const known = wanted.map(({ audience }) => audience.name);
  const wrong = names.find((name) => !known.includes(name));
  return wrong === undefined
    ? undefined
    : `There is no audience \`${wrong}\` that is read from elsewhere; there is ${listed(known, 'and')}.`;
}

function toText(record: SnapshotRecord, timezone: string): string {
  const { audience, rows, recipients, unreadable, digest, since } = record;
  const forgotten = forgottenOf(record);
  const lost = [
    ...(unreadable === 0 ? [] : [`, ${unreadable.toLocaleString('en-GB')} without a usable number`]),
    ...(forgotten === 0 ? [] : [`, ${forgotten.toLocaleString('en-GB')} forgotten`]),
  ].join('');
  const change = since === undefined ? '' : `  ${formatDifference(since, timezone)}\n`;
  return `${audience}  ${digest.slice(0, 12)}  ${formatRows(rows)} → ${formatPeople(recipients)}${lost}\n${change}`;
}

/** A line for each. */
function toJson(record: SnapshotRecord, timezone: string): string {
  const { audience, digest, source, rows, unreadable, recipients, takenAt, since } = record;
  const change = since === undefined ? {} : { since: { ...since, takenAt: formatInstant(since.takenAt, timezone) } };
  const forgotten = forgottenOf(record);
  const left = { unreadable, ...(forgotten === 0 ? {} : { forgotten }) };
  const read = { audience, source, takenAt: formatInstant(takenAt, timezone), digest, rows, ...left, recipients };
  return `${JSON.stringify({ ...read, ...change })}\n`;
}

/** Rows of people who asked to be forgotten. */
function forgottenOf({ rows, unreadable, recipients }: SnapshotRecord): number {
  return rows - unreadable - recipients;
}
