import type { Campaign } from '../../campaign/campaign.ts';
import type { ChooseSnapshots, WantedSource } from '../../campaign/sources/wanted-sources.ts';
import { formatCount } from '../../diagnostic/count-words.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { listed } from '../../diagnostic/did-you-mean.ts';
import type { Host } from '../../platform/ports.ts';
import { loadFrom } from '../../project/load.ts';
import { openProject } from '../../project/project.ts';
import { formatDifference } from '../../report/audience-text.ts';
import { formatPeople, formatRows } from '../../report/plan/words.ts';
import type { SnapshotRecord } from '../../snapshot/snapshot-folder.ts';
import { formatInstant } from '../../time/local-time.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { snapshotsOf, sourceReader, tellNewRows } from '../open/open-campaign.ts';
import { printFindings, refuse } from '../open/refuse.ts';
import { withLines } from '../options/shared-options.ts';
import type { Given } from '../program.ts';

/** callsheet snapshot FILE [AUDIENCE…]: reads audiences from their sources, for plans and runs. Nothing is sent. */
export async function snapshot(options: Given<'snapshot'>, host: Host): Promise<ExitCode> {
  const project = openProject(options, host);
  if (project.fault !== undefined) return couldNot(host, project.fault);
  const load = { path: options.file, unsetEnv: 'error' } as const;
  const reader = sourceReader(project, options, host, { mayMake: true });
  const records: SnapshotRecord[] = [];
  let wrongName: string | undefined;
  const loaded = await loadFrom(project, {
    ...load,
    depth: 'audiences',
    async snapshots({ wanted, ...place }) {
      wrongName = wrongNameOf(options.audiences, place.campaign);
      const diagnostics: Diagnostic[] = [];
      const asked = wanted.filter(
        ({ audience }) => options.audiences.length === 0 || options.audiences.includes(audience.name),
      );
      for (const one of wrongName === undefined ? asked : []) {
        const read = await reader(one, place);
        diagnostics.push(...read.diagnostics);
        if (read.record !== undefined) records.push(read.record);
      }
      // What campaign and rows say about each other is for a plan.
      return { snapshots: new Map(), diagnostics };
    },
  });
  if (loaded.absent) return refuse({ kind: 'absent' }, options, host);
  if (wrongName !== undefined) return couldNot(host, wrongName);
  const isSource = ({ code }: Diagnostic): boolean => code.startsWith('CS60');
  const found = loaded.value === undefined ? loaded.diagnostics : loaded.diagnostics.filter(isSource);
  if (found.length > 0) printFindings(withLines(options), found, host);
  const { timezone } = loaded.value?.campaign ?? { timezone: 'UTC' };
  if (loaded.value !== undefined && records.length === 0)
    return couldNot(host, 'No audience of this campaign has a source: there is nothing to read.');
  if (loaded.value !== undefined) {
    const choose = snapshotsOf(project, { ...options, fresh: true }, host, 'look');
    const isRead = ({ audience }: WantedSource): boolean => records.some((one) => one.audience === audience.name);
    const snapshots: ChooseSnapshots = async (about) => {
      const { snapshots, diagnostics } = await choose({ ...about, wanted: about.wanted.filter(isRead) });
      const asNew = [...snapshots].map(([name, one]) => [name, { ...one, note: { kind: 'new' } }] as const);
      return { snapshots: new Map(asNew), diagnostics };
    };
    tellNewRows(await loadFrom(project, { ...load, depth: 'rendered', snapshots }), options, host);
  }
  const print = options.format === 'json' ? toJson : toText;
  host.console.out(records.map((record) => print(record, timezone)).join(''));
  return loaded.value === undefined ? exitCode.findings : exitCode.done;
}

function wrongNameOf(names: readonly string[], { audiences }: Campaign): string | undefined {
  const known = audiences.flatMap(({ name, source }) => (source === undefined ? [] : [name]));
  const wrong = names.find((name) => !known.includes(name));
  return wrong === undefined
    ? undefined
    : `There is no audience \`${wrong}\` that is read from elsewhere; there is ${listed(known, 'and')}.`;
}

function toText(record: SnapshotRecord, timezone: string): string {
  const { audience, rows, recipients, unreadable, digest, since } = record;
  const forgotten = forgottenOf(record);
  const lost = [
    ...(unreadable === 0 ? [] : [`, ${formatCount(unreadable)} without a usable number`]),
    ...(forgotten === 0 ? [] : [`, ${formatCount(forgotten)} forgotten`]),
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
