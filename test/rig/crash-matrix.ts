import type { JobAddress } from '../../src/job/address.ts';
import type { Boundary } from '../../src/run/send/attempt.ts';
import { dispositionOf } from '../../src/service/contract/statuses.ts';
import { type OperationId, operationIds } from '../../src/service/operations/operations.ts';
import { startChild } from './child.ts';
import { type CrashReport, crashReport, createCrashRig, nextMessage, targets } from './crash-campaign.ts';
import type { EngineInput, Sabotage } from './engine.ts';

export type Fault = Readonly<Record<string, unknown>>;

/** A fault for the first request of the operation's target. */
export function faultAt(operation: OperationId, fault: Fault): Fault {
  const recipient = /\[(\d+)\]/.exec(targets[operation])?.[1];
  return { ...fault, operation, times: 1, ...(recipient === undefined ? {} : { recipient }) };
}

/** What makes the operation be tried again though nothing was lost. */
export function tryAgain(operation: OperationId): Fault {
  return dispositionOf(operation, '-18') === 'retry'
    ? { kind: 'status', status: '-18' }
    : { kind: 'http', http: 429, headers: { 'retry-after': '1' } };
}

export interface Dying {
  readonly boundary: Boundary;
  readonly attempt: 'first' | 'later';
  readonly operations: readonly OperationId[];
  /** The fault of each operation before anything dies. */
  readonly before?: (operation: OperationId) => Fault;
  /** Default: the targets of the operations. */
  readonly addresses?: readonly JobAddress[];
  readonly sabotage?: Sabotage;
  /** What a person decides beside the first process. */
  readonly resendBeside?: EngineInput['resendBeside'];
  /** Where the state is, in place of a state file. */
  readonly store?: CrashStore;
}

export interface CrashStore {
  readonly url: string;
  /** Resolves when everything is as if the process had died long ago. */
  readonly afterDeath: () => Promise<void>;
}

/** What a campaign came to whose process was killed once at each of the operations, and went on each time. */
export async function dieAtEach(engineProcess: string, dying: Dying): Promise<CrashReport> {
  await using rig = await createCrashRig();
  const { boundary, attempt, operations, before, sabotage, resendBeside, store } = dying;
  let processes = 0;
  const run = (dieAt?: EngineInput['dieAt']) => {
    const input: EngineInput = {
      file: rig.file,
      url: rig.sandbox.url,
      store: store?.url,
      ...(dieAt === undefined ? {} : { dieAt }),
      ...(sabotage === undefined ? {} : { sabotage }),
      ...(processes++ === 0 ? { resendBeside } : {}),
    };
    return startChild([engineProcess, JSON.stringify(input)], { cwd: rig.folder }).ended;
  };
  if (before !== undefined) for (const operation of operations) await rig.fault(faultAt(operation, before(operation)));
  const left = new Set(dying.addresses ?? operations.map((operation) => targets[operation]));
  while (left.size > 0) {
    const { signal, stdout, stderr } = await run({ boundary, attempt, addresses: [...left] });
    if (signal !== 'SIGKILL' || !left.delete(stdout)) {
      throw new Error(`It was to die at one of ${[...left].join(', ')}, and ended with ${signal}: ${stdout} ${stderr}`);
    }
    await store?.afterDeath();
  }
  const { code, stderr } = await run();
  if (code !== 0 || stderr !== '') throw new Error(`It was to finish, and ended with ${code}: ${stderr}`);
  return crashReport(rig, store?.url);
}

export interface CrashCase {
  readonly title: string;
  readonly dying: Dying;
  /** After it nobody is reached twice, nobody is lost, and these alone are in doubt. */
  readonly inDoubt: readonly JobAddress[];
}

export const boundaries: readonly Boundary[] = ['beforeIntent', 'afterIntent', 'beforeSettle', 'afterSettle'];

/**
 * Between intent and settlement a message without a key is in doubt; everything else is recovered. The intent of the next message is on
 * disk with the outcome of the first.
 */
const doubtsAt: Readonly<Record<Boundary, readonly JobAddress[]>> = {
  beforeIntent: [],
  afterIntent: [targets['whatsapp.send']],
  beforeSettle: [targets['whatsapp.send']],
  afterSettle: [nextMessage],
};

/** Every operation dies at every boundary, in its first attempt and in a later one. */
export const plainDeaths: readonly CrashCase[] = boundaries.flatMap((boundary) => [
  {
    title: `${boundary}, in the first attempt`,
    dying: { boundary, attempt: 'first', operations: operationIds },
    inDoubt: doubtsAt[boundary],
  },
  {
    title: `${boundary}, in a later attempt, after "try again" or "come later"`,
    dying: { boundary, attempt: 'later', operations: operationIds, before: tryAgain },
    inDoubt: doubtsAt[boundary],
  },
]);

const untrueAnswers: Readonly<Record<string, (operation: OperationId) => Fault>> = {
  'an answer "later" to work that was done': () => ({
    kind: 'http',
    http: 503,
    headers: { 'retry-after': '1' },
    when: 'after',
  }),
  'an answer "again" to work that was done': (operation) => ({ ...tryAgain(operation), when: 'after' }),
  'an answer that was lost': () => ({ kind: 'reset-after' }),
};

/** The same for everything with a key, after an answer that hid what was done: by answer. */
export const deathsAfterUntrueAnswers: readonly (readonly CrashCase[])[] = Object.entries(untrueAnswers).map(
  ([answer, before]) =>
    boundaries.map((boundary) => ({
      title: `${boundary}, in a later attempt, after ${answer}`,
      dying: {
        boundary,
        attempt: 'later',
        operations: operationIds.filter((operation) => operation !== 'whatsapp.send'),
        before,
      },
      inDoubt: [],
    })),
);

/** A message is lost before it arrives; a person says, while the process sends, that it is sent again; and the process dies at that. */
export const deathsAfterDecisions: readonly CrashCase[] = boundaries.map((boundary) => ({
  title: `${boundary}, when it sends again what a person has decided meanwhile`,
  dying: {
    boundary,
    attempt: 'later',
    operations: ['whatsapp.send'],
    before: () => ({ kind: 'reset-before' }),
    resendBeside: { job: targets['whatsapp.send'], after: nextMessage },
  },
  inDoubt: boundary === 'afterIntent' || boundary === 'beforeSettle' ? [targets['whatsapp.send']] : [],
}));
