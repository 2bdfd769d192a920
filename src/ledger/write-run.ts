import type { BegunWave } from '../job/waves.ts';
import type { ControlRequested, Refused, RunAbout, StateBackend } from './backend.ts';
import type { RunChange } from './change.ts';
import type { StateRefusal } from './refusal.ts';
import { keepHere, type RunIds, type RunLog, readRequests, refusedMove, textIn } from './run-rows.ts';
import { type Approval, type DecisionGroup, storedWave } from './signed.ts';
import { type Asked, ask, type Later, scan } from './sql.ts';

/** Writes what is recorded of a run itself; of its steps and jobs only that they go. In a transaction. */
export function* writeRun({ campaign, run }: RunIds, change: RunChange): Asked<void> {
  const set = (column: string, value: string): Asked<void> =>
    write(`UPDATE callsheet.run SET ${column} = $2 WHERE id = $1`, [run, value]);
  const append = (log: RunLog, entry: LogEntry): Asked<void> => changeLog(run, log, (entries) => [...entries, entry]);
  switch (change.kind) {
    case 'inputs':
      return yield* set('inputs', change.digest);
    case 'confirmed':
      return yield* set('confirmed', change.text);
    case 'control':
      return yield* set('control', change.control);
    case 'ended':
      return yield* set('ended', JSON.stringify(change.end));
    case 'rests':
      return yield* set('rests', JSON.stringify(change.rests));
    case 'approved':
      return yield* append('approvals', change.approval);
    case 'decided':
      return yield* append('decided', change.group);
    case 'wave':
      return yield* append('waves', storedWave(change.begun));
    case 'confirmedPeople':
      return yield* write(
        `INSERT INTO callsheet.confirmed_people (run, part, text) VALUES ($1, $2, $3)
         ON CONFLICT (run, part) DO UPDATE SET text = excluded.text`,
        [run, change.part, change.text],
      );
    case 'begun':
      return yield* write('UPDATE callsheet.run SET begun_at = coalesce(begun_at, $2), ended = NULL WHERE id = $1', [
        run,
        Math.round(change.at),
      ]);
    case 'renameStep':
      return yield* renameWaves(run, change);
    case 'receiving':
      yield* emptyRuns(campaign);
      return yield* writeMove(campaign, 'moved_from', change.place);
    case 'received':
      yield* writeMove(campaign, 'moved_from', null);
      return yield* writeMove(campaign, 'moved_to', null);
    case 'moved':
      return yield* writeMove(campaign, 'moved_to', change.place === '' ? null : change.place);
    default:
      return change satisfies never;
  }
}

type LogEntry = Approval | DecisionGroup | BegunWave;

/** A person may add to it beside a running process: nobody else does until the transaction ends. */
function* changeLog(
  run: number,
  log: RunLog,
  work: (entries: readonly LogEntry[]) => readonly LogEntry[],
): Asked<void> {
  const [row] = yield* ask(`SELECT ${log} FROM callsheet.run WHERE id = $1 FOR NO KEY UPDATE`, [run]);
  const entries = work(JSON.parse(textIn(row, log) ?? '[]') as readonly LogEntry[]);
  if (entries.length > 0)
    yield* ask(`UPDATE callsheet.run SET ${log} = $2 WHERE id = $1`, [run, JSON.stringify(entries)]);
}

/** A later step of the old name has no waves, and nobody promoted it. */
function* renameWaves(run: number, { was, id }: Extract<RunChange, { readonly kind: 'renameStep' }>): Asked<void> {
  const renamed = <One extends { readonly step: string }>(one: One): One =>
    one.step === was ? { ...one, step: id } : one;
  yield* changeLog(run, 'waves', (waves) => (waves as readonly BegunWave[]).map(renamed));
  yield* changeLog(run, 'decided', (groups) =>
    (groups as readonly DecisionGroup[]).map((group) =>
      group.promotion === undefined ? group : { ...group, promotion: renamed(group.promotion) },
    ),
  );
}

/** What is not there is not deleted: in a store, a role that never moved anything need not be allowed to. */
function* emptyRuns(campaign: number): Asked<void> {
  const ofRuns = 'run IN (SELECT id FROM callsheet.run WHERE campaign = $1)';
  for (const table of ['job', 'step', 'confirmed_people']) {
    const found = yield* scan(`SELECT 1 FROM callsheet.${table} WHERE ${ofRuns} LIMIT 1`, [campaign]);
    if (found.length > 0) yield* scan(`DELETE FROM callsheet.${table} WHERE ${ofRuns}`, [campaign]);
  }
  yield* ask(
    `UPDATE callsheet.run SET control = 'run', begun_at = NULL, ended = NULL, rests = NULL, inputs = NULL, confirmed = NULL,
       approvals = NULL, decided = NULL, waves = NULL WHERE campaign = $1`,
    [campaign],
  );
}

function writeMove(campaign: number, column: 'moved_from' | 'moved_to', place: string | null): Asked<void> {
  return write(`UPDATE callsheet.campaign SET ${column} = $2 WHERE id = $1`, [campaign, place]);
}

function* write(sql: string, values: readonly unknown[]): Asked<void> {
  yield* ask(sql, values);
}

/** People have decided on jobs of the campaign, or on a wave: who carries it out notices this number. In a transaction. */
export function* writeGroups(ids: RunIds, groups: readonly DecisionGroup[]): Asked<void> {
  yield* ask('UPDATE callsheet.campaign SET decisions = decisions + 1 WHERE id = $1', [ids.campaign]);
  for (const group of groups) yield* writeRun(ids, { kind: 'decided', group });
}

/** Why nothing may be written there: it may have been moved since it was opened, and what is written then would be lost. */
export function* whyNotHere(ids: RunIds): Asked<StateRefusal | undefined> {
  return refusedMove(yield* keepHere(ids));
}

/** Carries out `work` in one transaction. Undefined where there is no such run. */
export type InRun = <T>(about: RunAbout, work: (ids: RunIds) => Asked<T>) => Later<T | Refused | undefined>;

/** What a person records beside a running process, or without one. `carriedOut`: the run of the campaign that a process carries out. */
export function besideRuns(
  inRun: InRun,
  carriedOut: (about: RunAbout, ids: RunIds) => Asked<string | undefined> | string | undefined,
): Pick<StateBackend, 'approve' | 'promote' | 'requestControl'> {
  const write = async <T>(about: RunAbout, work: (ids: RunIds) => Asked<T>) =>
    inRun(about, function* (ids): Asked<T | Refused> {
      const refused = yield* whyNotHere(ids);
      return refused === undefined ? yield* work(ids) : { refused };
    });
  return {
    approve: (about, approval) =>
      write(about, function* (ids) {
        yield* writeRun(ids, { kind: 'approved', approval });
        return 'recorded' as const;
      }),
    promote: (about, signed) =>
      write(about, function* (ids) {
        yield* writeGroups(ids, [signed]);
        return 'recorded' as const;
      }),
    requestControl: (about, control, signed) =>
      write(about, function* (ids): Asked<ControlRequested> {
        if (signed !== undefined) yield* writeRun(ids, { kind: 'decided', group: signed });
        const { control: before } = yield* readRequests(ids);
        yield* writeRun(ids, { kind: 'control', control });
        const run = carriedOut(about, ids);
        return { carriedOut: typeof run === 'object' ? yield* run : run, before };
      }),
  };
}
