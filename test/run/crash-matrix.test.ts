import { beforeAll, describe, expect, test } from 'vitest';
import type { JobAddress } from '../../src/job/address.ts';
import type { Boundary } from '../../src/run/send/attempt.ts';
import { type OperationId, operationIds } from '../../src/service/contract/operation-id.ts';
import { dispositionOf } from '../../src/service/contract/statuses.ts';
import { buildEngineProcess } from '../rig/build-engine-process.ts';
import { startChild } from '../rig/child.ts';
import { type CrashReport, crashReport, createCrashRig, nextMessage, targets } from '../rig/crash-campaign.ts';
import { type EngineInput, runEngine, type Sabotage } from '../rig/engine.ts';

/**
 * Every boundary × every operation × first and second attempt: a real process is killed exactly there, and the next one
 * goes on, until it is killed at the next operation.
 */
let engineProcess = '';
beforeAll(async () => {
  engineProcess = await buildEngineProcess();
});

const boundaries: readonly Boundary[] = ['beforeIntent', 'afterIntent', 'beforeSettle', 'afterSettle'];
const whatsapp = targets['whatsapp.send'];
const everywhere: readonly OperationId[] = operationIds;

type Fault = Readonly<Record<string, unknown>>;

/** A fault for the first request of the operation's target. */
function at(operation: OperationId, fault: Fault): Fault {
  const recipient = /\[(\d+)\]/.exec(targets[operation])?.[1];
  return { ...fault, operation, times: 1, ...(recipient === undefined ? {} : { recipient }) };
}

/** What makes the operation be tried again though nothing was lost. */
function tryAgain(operation: OperationId): Fault {
  return dispositionOf(operation, '-18') === 'retry'
    ? { kind: 'status', status: '-18' }
    : { kind: 'http', http: 429, headers: { 'retry-after': '1' } };
}

/** Answers by which the operation is to be sent again. */
const denials: Readonly<Record<'later' | 'again', (operation: OperationId) => Fault>> = {
  later: () => ({ kind: 'http', http: 503, headers: { 'retry-after': '1' } }),
  again: tryAgain,
};

interface Dying {
  readonly boundary: Boundary;
  readonly attempt: 'first' | 'later';
  readonly operations: readonly OperationId[];
  /** Default: the targets of the operations. */
  readonly addresses?: readonly JobAddress[];
  readonly sabotage?: Sabotage;
}

/** Ends with the report of a campaign that was killed once at each of the operations. */
async function dieAtEach(dying: Dying, before?: (operation: OperationId) => Fault): Promise<CrashReport> {
  await using rig = await createCrashRig();
  const run = (dieAt?: EngineInput['dieAt']) => {
    const input: EngineInput = {
      file: rig.file,
      url: rig.sandbox.url,
      ...(dieAt === undefined ? {} : { dieAt }),
      ...(dying.sabotage === undefined ? {} : { sabotage: dying.sabotage }),
    };
    return startChild([engineProcess, JSON.stringify(input)], { cwd: rig.folder }).ended;
  };
  if (before !== undefined) for (const operation of dying.operations) await rig.fault(at(operation, before(operation)));
  const left = new Set(dying.addresses ?? dying.operations.map((operation) => targets[operation]));
  while (left.size > 0) {
    const { boundary, attempt } = dying;
    const { signal, stdout, stderr } = await run({ boundary, attempt, addresses: [...left] });
    expect({ signal, stderr, left: [...left] }).toEqual({
      signal: 'SIGKILL',
      stderr: '',
      left: expect.arrayContaining([stdout]),
    });
    left.delete(stdout);
  }
  expect(await run()).toMatchObject({ code: 0, stderr: '' });
  return crashReport(rig);
}

/**
 * Between intent and settlement a message without a key is in doubt; everything else is recovered. The intent of the next message is on
 * disk with the outcome of the first.
 */
const doubtsAt: Readonly<Record<Boundary, readonly JobAddress[]>> = {
  beforeIntent: [],
  afterIntent: [whatsapp],
  beforeSettle: [whatsapp],
  afterSettle: [nextMessage],
};

describe.each(boundaries)('a process that dies %s', (boundary) => {
  test('of the first attempt: nobody twice, nobody lost, in doubt only who has no key', async () => {
    const report = await dieAtEach({ boundary, attempt: 'first', operations: everywhere });
    expect(report).toEqual({ doubled: [], lost: [], inDoubt: doubtsAt[boundary] });
  });

  test('of a later attempt, after "try again" or "come later": the same', async () => {
    const report = await dieAtEach({ boundary, attempt: 'later', operations: everywhere }, tryAgain);
    expect(report).toEqual({ doubled: [], lost: [], inDoubt: doubtsAt[boundary] });
  });

  test.each(['later', 'again'] as const)(
    'of a later attempt, after an answer "%s" to work that was done: the same, for everything with a key',
    async (answer) => {
      const operations = everywhere.filter((operation) => operation !== 'whatsapp.send');
      const denied = (operation: OperationId): Fault => ({ ...denials[answer](operation), when: 'after' });
      const report = await dieAtEach({ boundary, attempt: 'later', operations }, denied);
      expect(report).toEqual({ doubled: [], lost: [], inDoubt: [] });
    },
  );

  test('of a later attempt, after an answer that was lost: the same, for everything with a key', async () => {
    const operations = everywhere.filter((operation) => operation !== 'whatsapp.send');
    const report = await dieAtEach({ boundary, attempt: 'later', operations }, () => ({ kind: 'reset-after' }));
    expect(report).toEqual({ doubled: [], lost: [], inDoubt: [] });
  });
});

test('a process with one slot that dies between an outcome and the next intent leaves one message in doubt', async () => {
  const addresses = [nextMessage];
  const report = await dieAtEach({
    boundary: 'beforeIntent',
    attempt: 'first',
    operations: ['whatsapp.send'],
    addresses,
  });
  expect(report).toEqual({ doubled: [], lost: [], inDoubt: [whatsapp] });
});

describe('an answer that the work was not done, though it was', () => {
  test.each([
    ['503 with Retry-After', { kind: 'http', http: 503, headers: { 'retry-after': '1' } }],
    ['HTTP 500 with a code of another service', { kind: 'http', http: 500, body: '{"status":"500","code":"500"}' }],
  ])('%s to every operation: nobody twice, nobody lost, in doubt only who has no key', async (_, fault) => {
    await using rig = await createCrashRig();
    for (const operation of everywhere) await rig.fault(at(operation, { ...fault, when: 'after' }));
    const { result } = await runEngine({ file: rig.file, url: rig.sandbox.url });
    expect(result).toMatchObject({ ended: 'finished', summary: { rejected: 0, pending: 0, inDoubt: 1 } });
    expect(await crashReport(rig)).toEqual({ doubled: [], lost: [], inDoubt: [whatsapp] });
  });
});

describe.each(['reset-before', 'reset-after', 'hang'])('an answer lost by %s', (kind) => {
  test.each(['first', 'later'])('in the %s attempt of every operation: nobody twice, nobody lost', async (attempt) => {
    await using rig = await createCrashRig();
    for (const operation of everywhere) {
      if (attempt === 'later') await rig.fault(at(operation, tryAgain(operation)));
      await rig.fault(at(operation, { kind }));
    }
    const { result } = await runEngine({ file: rig.file, url: rig.sandbox.url, answerWithinMs: 250 });
    expect(result).toMatchObject({ ended: 'finished', summary: { rejected: 0, pending: 0, inDoubt: 1 } });
    expect(await crashReport(rig)).toEqual({ doubled: [], lost: [], inDoubt: [whatsapp] });
    // Every fault has hit: everything that was lost was asked once more, except the message.
    const left = rig.sandbox.sandbox.account.faults.list().filter(({ struck }) => struck === 0);
    expect(left).toEqual([]);
  });
});

describe('the harness itself', () => {
  test('sees a double where doubts are sent again blindly', async () => {
    const report = await dieAtEach({
      boundary: 'beforeSettle',
      attempt: 'first',
      operations: ['whatsapp.send'],
      sabotage: 'resendDoubts',
    });
    expect(report.doubled).toEqual([`whatsapp.send ${whatsapp.slice(6, -1)}`]);
  });

  test('sees a loss where doubts are booked as sent', async () => {
    const report = await dieAtEach({
      boundary: 'afterIntent',
      attempt: 'first',
      operations: ['whatsapp.send'],
      sabotage: 'doubtsCountAsSent',
    });
    expect(report.lost).toEqual([whatsapp]);
  });

  test('sees a double where the intent is not written down first', async () => {
    const report = await dieAtEach({
      boundary: 'beforeSettle',
      attempt: 'first',
      operations: ['whatsapp.send'],
      sabotage: 'noIntent',
    });
    expect(report.doubled).toEqual([`whatsapp.send ${whatsapp.slice(6, -1)}`]);
  });
});
