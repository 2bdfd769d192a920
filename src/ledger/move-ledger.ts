import { createHash } from 'node:crypto';
import { isOfForgotten } from '../job/address.ts';
import type { JobRecord } from '../job/job.ts';
import type { LedgerMove, OpenForRunning, Refused, RunAbout, RunLease, RunReader, StateBackend } from './backend.ts';
import type { RunChange } from './change.ts';
import { isStoreTrouble, refusedBy } from './state-trouble.ts';
import { isSameDatabase, isStoreAddress } from './store-address.ts';

export interface MoveInput {
  readonly from: StateBackend;
  readonly to: StateBackend;
  /** How each end names the other. */
  readonly places: { readonly from: string; readonly to: string };
  /** Its run is any of the runs, or one that is not recorded. */
  readonly about: RunAbout;
  readonly me: OpenForRunning['me'];
  /** As of `OpenForRunning`, at both ends; and an end may be the place of an earlier move under another name, if it knows all of that. */
  readonly adopt: boolean;
  /** Whose jobs are not brought to a place that has forgotten them. Default: nobody's. */
  readonly isForgotten?: ((key: number) => boolean) | undefined;
  /** What goes along with these runs, before they can go on there. It may be called again. */
  readonly along?: (runs: readonly string[]) => Promise<void>;
}

export type Moved =
  | { readonly kind: 'moved'; readonly runs: readonly string[]; readonly jobs: number; readonly digest: string }
  | { readonly kind: 'sourceRefused' | 'targetRefused'; readonly refused: Refused['refused'] }
  | { readonly kind: 'nothing' }
  /** All was moved before, and the target may have gone on since. */
  | { readonly kind: 'movedBefore' }
  /** The target has runs of its own, or those of another source: of the place to which they went, or which has begun to move them. */
  | { readonly kind: 'occupied'; readonly place: string | undefined }
  /** The runs had gone on in the source, which does not know all that the target knows of them: it may be an older copy. */
  | { readonly kind: 'forgetful' }
  /** All was moved before, and the target does not know all that was: it may be another one, or an older copy. */
  | { readonly kind: 'lost' }
  /** The source still has jobs of these people. */
  | { readonly kind: 'forgotten'; readonly keys: readonly string[] }
  /** The source was moved elsewhere before. */
  | { readonly kind: 'movedElsewhere'; readonly place: string }
  /** The copy is not as the original. Nothing was moved. */
  | { readonly kind: 'different' };

/**
 * Moves all runs of a campaign to another place. At no moment can they be carried out from both: the target is marked as incomplete
 * before anything is copied, the source as moved when everything is copied, and the target as complete after that. It may be stopped
 * anywhere: until the source is marked, its runs go on there; from then on they go on when the move is done again, and complete.
 *
 * Where they had come from the target before, what it still has of them goes: since then the source may have given steps other names.
 */
export async function moveLedger(input: MoveInput): Promise<Moved> {
  const { from, about, me, adopt, places } = input;
  let source: RunLease | undefined;
  try {
    const runs = await runsOf(input);
    const [first] = runs;
    if (first === undefined) return { kind: 'nothing' };
    // While it is open, nobody else carries out its runs.
    const opened = await from.openForRunning({ about: { ...about, run: first }, me, adopt, moves: 'away' });
    if ('refused' in opened) return { kind: 'sourceRefused', ...opened };
    source = opened.lease;
    const { to } = opened.move;
    if (to !== undefined && !adopt && !isSamePlace(to, places.to)) return { kind: 'movedElsewhere', place: to };
    const { handOut } = source;
    // What workers of a leader that died record once it was copied would be lost.
    if (handOut !== undefined && (await handOut.seats()).length > 0 && (await handOut.sendingElsewhere()) > 0)
      return { kind: 'sourceRefused', refused: { kind: 'locked', holder: undefined } };
    return await moveRuns(input, runs, source, to !== undefined);
  } catch (error) {
    if (error instanceof EndRefused) return error.moved;
    const refused = refusedBy(error);
    const end = isStoreTrouble(refused.trouble) === isStoreAddress(places.from) ? 'source' : 'target';
    return { kind: `${end}Refused`, refused };
  } finally {
    await source?.close();
  }
}

class EndRefused extends Error {
  readonly moved: Moved;

  constructor(end: 'source' | 'target', { refused }: Refused) {
    super(refused.kind);
    this.moved = { kind: `${end}Refused`, refused };
  }
}

async function moveRuns(
  input: MoveInput,
  names: readonly string[],
  source: RunLease,
  isMarked: boolean,
): Promise<Moved> {
  const { from, to, adopt, places } = input;
  const knowsTarget = (): Promise<boolean> => knowsAll(input, names, { knowing: from, known: to });
  const begun = await inTarget(input, 'arriving', names[0]!, async (target, move): Promise<Moved | 'begun'> => {
    const isBegun = move.from !== undefined;
    if (isBegun && !isSamePlace(move.from, places.from) && !(adopt && (await knowsTarget())))
      return { kind: 'occupied', place: move.from };
    if (isMarked && !isBegun)
      return { kind: (await knowsAll(input, names, { knowing: to, known: from })) ? 'movedBefore' : 'lost' };
    if (!isBegun) {
      const isReturning = move.to !== undefined && (adopt || isSamePlace(move.to, places.from));
      if (!isReturning && (await isInUse(target))) return { kind: 'occupied', place: move.to };
      const others = isReturning ? await target.otherRuns() : [];
      if (others.some(({ run }) => !names.includes(run))) return { kind: 'forgetful' };
      if (isReturning && !(await knowsTarget())) return { kind: 'forgetful' };
    }
    const keys = await forgottenIn(input, names);
    if (keys.length > 0) return { kind: 'forgotten', keys };
    if (!isMarked) await target.apply([{ kind: 'receiving', place: places.from }]);
    return 'begun';
  });
  if (begun !== 'begun' && begun.kind !== 'movedBefore') return begun;
  if (begun === 'begun') {
    if (!isMarked) {
      if (!(await copyUntilSame(input, names))) return { kind: 'different' };
      await input.along?.(names);
      await source.apply([{ kind: 'moved', place: places.to }]);
    }
    // Until it was marked, a person could decide something.
    if (!(await copyUntilSame(input, names))) {
      await source.apply([{ kind: 'moved', place: '' }]);
      return { kind: 'different' };
    }
  }
  // Before it is complete, which this machine would refuse as unknown where this is stopped in between.
  for (const run of names) await inTarget(input, 'arrived', run, () => Promise.resolve());
  if (begun !== 'begun') return begun;
  await inTarget(input, 'arriving', names[0]!, (target) => target.apply([{ kind: 'received' }]));
  return { kind: 'moved', runs: names, ...(await summaryOf(input, from, names)) };
}

async function inTarget<T>(
  { to, about, me, adopt }: MoveInput,
  moves: 'arriving' | 'arrived',
  run: string,
  work: (lease: RunLease, move: LedgerMove) => Promise<T>,
): Promise<T> {
  const opened = await to.openForRunning({ about: { ...about, run }, me, adopt, moves });
  if ('refused' in opened) throw new EndRefused('target', opened);
  try {
    return await work(opened.lease, opened.move);
  } finally {
    await opened.lease.close();
  }
}

/** Who was forgotten, and has jobs in the source all the same. */
async function forgottenIn(input: MoveInput, names: readonly string[]): Promise<readonly string[]> {
  const { isForgotten } = input;
  const keys = new Set<string>();
  if (isForgotten === undefined) return [];
  for (const run of names)
    await reading(input, input.from, run, async (reader) => {
      for await (const page of reader.jobs())
        for (const { key } of page) if (key !== undefined && isForgotten(Number(key))) keys.add(key);
    });
  return [...keys];
}

async function isInUse(target: RunLease): Promise<boolean> {
  const [jobs, runs, approvals] = [await target.counts(), await target.otherRuns(), await target.approvals()];
  return jobs.length > 0 || runs.length > 0 || approvals.length > 0;
}

/**
 * Whether one place knows all that is known of the runs in the other, after they have gone on in the first. Steps may have other names
 * there, and people who were forgotten have a token: each of a run's recipients still has as many jobs there, and as many attempts.
 */
async function knowsAll(
  input: MoveInput,
  names: readonly string[],
  { knowing, known }: { readonly knowing: StateBackend; readonly known: StateBackend },
): Promise<boolean> {
  for (const run of names) {
    /** What it knows more, by recipient. */
    const more = new Map<string, number>();
    const count = async (reader: RunReader, sign: 1 | -1): Promise<number> => {
      for await (const page of reader.jobs()) {
        for (const job of page) {
          const { key = '' } = job;
          const attempts = sign === -1 && restartsCount(job) ? 0 : settledAttempts(job);
          more.set(key, (more.get(key) ?? 0) + sign * (1 + attempts));
        }
      }
      return (await reader.approvals()).length + (await reader.decisions()).length;
    };
    let entries = 0;
    await reading(input, knowing, run, async (reader) => void (entries += await count(reader, 1)));
    await reading(input, known, run, async (reader) => void (entries -= await count(reader, -1)));
    const sumOf = (wanted: (key: string, jobs: number) => boolean): number =>
      [...more].reduce((sum, [key, jobs]) => (wanted(key, jobs) ? sum + jobs : sum), 0);
    const lost = -sumOf((_, jobs) => jobs < 0);
    if (entries < 0 || lost > sumOf((key, jobs) => jobs > 0 && isOfForgotten(key))) return false;
  }
  return true;
}

/** An attempt of which it turns out that nothing left does not count. */
function settledAttempts({ state, attempts }: JobRecord): number {
  return state === 'sending' ? attempts - 1 : attempts;
}

/** A query, which has no recipient, is asked again by the next process, which counts its attempts from 1. */
function restartsCount({ key, state }: JobRecord): boolean {
  return key === undefined && state !== 'accepted' && state !== 'inDoubt';
}

/** False where the copy is not as the original although all of it was written. */
async function copyUntilSame(input: MoveInput, names: readonly string[]): Promise<boolean> {
  for (const mayWrite of [true, false]) {
    const original = await summaryOf(input, input.from, names);
    const copy = await summaryOf(input, input.to, names);
    if (original.digest === copy.digest) return true;
    if (mayWrite) for (const run of names) await copyRun(input, run);
  }
  return false;
}

async function copyRun(input: MoveInput, run: string): Promise<void> {
  await reading(input, input.from, run, (original) =>
    inTarget(input, 'arriving', run, async (copy) => {
      const { control, ended, begunAt, rests, inputs, confirmed } = await original.status();
      const changes: RunChange[] = [{ kind: 'control', control }];
      if (begunAt !== undefined) changes.push({ kind: 'begun', at: begunAt });
      if (ended !== undefined) changes.push({ kind: 'ended', end: ended });
      if (rests.length > 0) changes.push({ kind: 'rests', rests });
      if (inputs !== undefined) changes.push({ kind: 'inputs', digest: inputs });
      if (confirmed !== undefined) changes.push({ kind: 'confirmed', text: confirmed });
      // It may be copied again: what is there already stays one. A wave that is recorded again takes the place of the earlier record.
      const [approvals, decisions, waves] = [await copy.approvals(), await copy.decisions(), await copy.waves()];
      const there = new Set([...approvals, ...decisions, ...waves].map((entry) => JSON.stringify(entry)));
      const isNew = (entry: object): boolean => !there.has(JSON.stringify(entry));
      for (const approval of (await original.approvals()).filter(isNew)) changes.push({ kind: 'approved', approval });
      for (const group of (await original.decisions()).filter(isNew)) changes.push({ kind: 'decided', group });
      for (const begun of (await original.waves()).filter(isNew)) changes.push({ kind: 'wave', begun });
      await copy.apply(changes);
      for (const [part, text] of (await original.confirmedPeople()).entries()) {
        await copy.apply([{ kind: 'confirmedPeople', part, text }]);
      }
      for await (const page of original.jobs()) await copy.apply(page.map((to) => ({ kind: 'import', to })));
    }),
  );
}

interface Summary {
  readonly jobs: number;
  /** The same for the same records, in whichever order they come. */
  readonly digest: string;
}

async function summaryOf(input: MoveInput, backend: StateBackend, names: readonly string[]): Promise<Summary> {
  let jobs = 0;
  let sum = 0n;
  const add = (value: unknown): void => {
    sum = (sum + BigInt(`0x${createHash('sha256').update(JSON.stringify(value)).digest('hex')}`)) % 2n ** 256n;
  };
  for (const run of names) {
    await reading(input, backend, run, async (reader) => {
      const { control, ended, begunAt, rests, inputs, confirmed } = await reader.status();
      add([run, control, ended, begunAt, rests, inputs, confirmed, await reader.confirmedPeople()]);
      for (const log of [await reader.approvals(), await reader.decisions(), await reader.waves()])
        for (const one of log) add([run, one]);
      for await (const page of reader.jobs()) {
        jobs += page.length;
        for (const job of page) add([run, job]);
      }
    });
  }
  return { jobs, digest: sum.toString(16).padStart(64, '0') };
}

/** Nothing happens where the campaign is not recorded there. */
async function reading(
  { about, from }: MoveInput,
  backend: StateBackend,
  run: string,
  work: (reader: RunReader, isNew: boolean) => Promise<void>,
): Promise<void> {
  const opened = await backend.openForReading({ about: { ...about, run }, orNew: true, verify: 'none', moves: true });
  if (opened === undefined) return;
  if ('refused' in opened) throw new EndRefused(backend === from ? 'source' : 'target', opened);
  try {
    await work(opened.reader, opened.isNew);
  } finally {
    await opened.reader.close();
  }
}

async function runsOf(input: MoveInput): Promise<readonly string[]> {
  const { run } = input.about;
  const names: string[] = [];
  await reading(input, input.from, run, async (reader, isNew) => {
    if (!isNew) names.push(run);
    for (const other of await reader.otherRuns()) names.push(other.run);
  });
  return names;
}

function isSamePlace(one: string, other: string): boolean {
  return isStoreAddress(one) && isStoreAddress(other) ? isSameDatabase(one, other) : one === other;
}
