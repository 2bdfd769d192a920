import type { Rest } from '../job/rest.ts';
import type { LedgerMove, OpenForRunning, Requests, RunAbout, RunReader, RunStatus } from './backend.ts';
import type { Control, RecordedEnd } from './change.ts';
import type { Row } from './postgres/session.ts';
import type { StateRefusal } from './refusal.ts';
import { type Approval, readGroups, readWaveLog } from './signed.ts';
import { type Asked, ask, type Later, scan } from './sql.ts';
import { damaged } from './state-trouble.ts';

/** Columns of a run that are lists, as JSON, oldest first. */
export type RunLog = 'approvals' | 'decided' | 'waves';

/** The numbers of a campaign and of one of its runs. */
export interface RunIds {
  readonly campaign: number;
  readonly run: number;
}

/** No run has this number: nothing is recorded of it. */
export const noRun = 0;

/** Undefined where nothing is recorded of the campaign. */
export function* findRun({
  campaign,
  run,
}: Pick<RunAbout, 'campaign' | 'run'>): Asked<{ readonly ids: RunIds; readonly move: LedgerMove } | undefined> {
  const [row] = yield* ask(
    `SELECT campaign.id AS campaign, run.id AS run, moved_from, moved_to
     FROM callsheet.campaign LEFT JOIN callsheet.run ON run.campaign = campaign.id AND run.name = $2
     WHERE campaign.name = $1`,
    [campaign, run],
  );
  return row && { ids: { campaign: Number(row['campaign']), run: Number(row['run'] ?? noRun) }, move: moveOf(row) };
}

export function moveOf(row: Row): LedgerMove {
  return { from: textIn(row, 'moved_from'), to: textIn(row, 'moved_to') };
}

/** Nobody moves the campaign, and nobody else writes to its runs, until the transaction ends. */
export function* keepHere({ campaign }: RunIds): Asked<LedgerMove> {
  const [row] = yield* ask('SELECT moved_from, moved_to FROM callsheet.campaign WHERE id = $1 FOR NO KEY UPDATE', [
    campaign,
  ]);
  return moveOf(row ?? {});
}

/** What a reader says of the run itself. */
export function createRunRowReader(
  read: <T>(asked: Asked<T>) => Later<T>,
  ids: RunIds,
  otherReader: (other: RunIds) => Pick<RunReader, 'stepHistories'>,
): Pick<RunReader, 'requests' | 'confirmedPeople' | 'approvals' | 'decisions' | 'waves' | 'steps' | 'otherRuns'> {
  const logOf = async (log: RunLog): Promise<string | undefined> => read(readLog(ids, log));
  return {
    requests: async () => read(readRequests(ids)),
    confirmedPeople: async () => read(readPeople(ids)),
    approvals: async () => JSON.parse((await logOf('approvals')) ?? '[]') as readonly Approval[],
    decisions: async () => readGroups(await logOf('decided')),
    waves: async () => readWaveLog(await logOf('waves')),
    steps: async () => (await read(readSteps(ids))).map(({ name }) => name),
    otherRuns: async () => {
      const others = await read(readOtherRuns(ids));
      return others.map(({ id, run }) => {
        const other = otherReader({ ...ids, run: id });
        return { run, stepHistories: () => other.stepHistories('times') };
      });
    },
  };
}

/** Of a text that is not UTF-8, libsql would end the process, and nobody may have verified the row. */
const controlColumn = "CASE WHEN control IN ('run', 'pause', 'cancel') THEN control END AS control";

export function* readStatus({ run }: RunIds): Asked<Omit<RunStatus, 'carriedOut'>> {
  const [row] = yield* ask(
    `SELECT ${controlColumn}, begun_at, ended, rests, inputs, confirmed FROM callsheet.run WHERE id = $1`,
    [run],
  );
  return {
    control: controlIn(row),
    ended: jsonIn(row, 'ended') as RecordedEnd | undefined,
    begunAt: row?.['begun_at'] == null ? undefined : Number(row['begun_at']),
    rests: (jsonIn(row, 'rests') as readonly Rest[] | undefined) ?? [],
    inputs: textIn(row, 'inputs'),
    confirmed: textIn(row, 'confirmed'),
  };
}

export function* readRequests({ campaign, run }: RunIds): Asked<Requests> {
  const [row] = yield* ask(
    `SELECT run.id, ${controlColumn}, campaign.decisions
     FROM callsheet.campaign LEFT JOIN callsheet.run ON run.id = $2 WHERE campaign.id = $1`,
    [campaign, run],
  );
  return { control: controlIn(row?.['id'] == null ? undefined : row), decisions: Number(row?.['decisions'] ?? 0) };
}

function* readPeople({ run }: RunIds): Asked<readonly string[]> {
  const parts = yield* scan('SELECT text FROM callsheet.confirmed_people WHERE run = $1 ORDER BY part', [run]);
  return parts.map(({ text }) => String(text));
}

function* readLog({ run }: RunIds, log: RunLog): Asked<string | undefined> {
  const [row] = yield* ask(`SELECT ${log} FROM callsheet.run WHERE id = $1`, [run]);
  return textIn(row, log);
}

function* readOtherRuns({ campaign, run }: RunIds): Asked<readonly { readonly id: number; readonly run: string }[]> {
  const others = yield* ask('SELECT id, name FROM callsheet.run WHERE campaign = $1 AND id <> $2 ORDER BY id', [
    campaign,
    run,
  ]);
  return others.map(({ id, name }) => ({ id: Number(id), run: String(name) }));
}

/** Those with jobs. */
export function* readSteps({ run }: RunIds): Asked<readonly { readonly id: number; readonly name: string }[]> {
  const steps = yield* scan(
    `SELECT id, name FROM callsheet.step WHERE run = $1 AND EXISTS
       (SELECT 1 FROM callsheet.job WHERE job.run = $1 AND job.step = step.id) ORDER BY id`,
    [run],
  );
  return steps.map(({ id, name }) => ({ id: Number(id), name: String(name) }));
}

/** Of a run that is not there, as it begins. */
function controlIn(row: Row | undefined): Control {
  const { control } = row ?? { control: 'run' };
  if (typeof control !== 'string') throw damaged('the row of the run is not what was written');
  return control as Control;
}

export function textIn(row: Row | undefined, column: string): string | undefined {
  const text = row?.[column];
  return typeof text === 'string' ? text : undefined;
}

function jsonIn(row: Row | undefined, column: string): unknown {
  const text = textIn(row, column);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    throw damaged(`\`${column}\` of a run is not what was written`);
  }
}

/** Why nothing is carried out from a ledger, read from it, or moved on. */
export function refusedMove({ from, to }: LedgerMove, moves?: OpenForRunning['moves']): StateRefusal | undefined {
  if (moves === 'arriving' || moves === 'arrived') return undefined;
  if (from !== undefined) return { kind: 'incomplete', place: from };
  return to === undefined || moves === 'away' ? undefined : { kind: 'moved', place: to };
}

/** Whether what is opened has been moved before: this machine may know its runs in their new place, and goes on to. */
export function hasGone(moves: OpenForRunning['moves'], { to }: LedgerMove): boolean {
  return moves === 'away' && to !== undefined;
}
