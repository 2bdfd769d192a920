import { beforeAll, describe, expect, test } from 'vitest';
import { operationIds } from '../../src/service/operations/operations.ts';
import { buildEngineProcess } from '../rig/build-process.ts';
import { crashReport, createCrashRig, nextMessage, targets } from '../rig/crash-campaign.ts';
import {
  deathsAfterDecisions,
  deathsAfterUntrueAnswers,
  dieAtEach,
  faultAt,
  plainDeaths,
  tryAgain,
} from '../rig/crash-matrix.ts';
import { runEngine } from '../rig/engine.ts';
import { sampleOf } from '../rig/sample-of.ts';

/**
 * A real process is killed at a boundary of an attempt, and the next one goes on, until it is killed at the next operation.
 * `npm run soak -- crashes` kills at each boundary after each answer; here at one of them, and at one when it sends again what a
 * person has decided, by SEED.
 */
let engineProcess = '';
beforeAll(async () => {
  engineProcess = await buildEngineProcess();
});

const whatsapp = targets['whatsapp.send'];

describe('a process that dies', () => {
  test.each([
    ...sampleOf([...plainDeaths, ...deathsAfterUntrueAnswers.flat()], 1),
    ...sampleOf(deathsAfterDecisions, 1),
  ])('$title: nobody twice, nobody lost', async ({ dying, inDoubt }) => {
    expect(await dieAtEach(engineProcess, dying)).toEqual({ doubled: [], lost: [], inDoubt });
  });
});

test('a process with one slot that dies between an outcome and the next intent leaves one message in doubt', async () => {
  const addresses = [nextMessage];
  const report = await dieAtEach(engineProcess, {
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
    for (const operation of operationIds) await rig.fault(faultAt(operation, { ...fault, when: 'after' }));
    const { result } = await runEngine({ file: rig.file, url: rig.sandbox.url });
    expect(result).toMatchObject({ ended: 'finished', summary: { rejected: 0, pending: 0, inDoubt: 1 } });
    expect(await crashReport(rig)).toEqual({ doubled: [], lost: [], inDoubt: [whatsapp] });
  });
});

describe.each(['reset-before', 'reset-after', 'hang'])('an answer lost by %s', (kind) => {
  test.each(['first', 'later'])('in the %s attempt of every operation: nobody twice, nobody lost', async (attempt) => {
    await using rig = await createCrashRig();
    for (const operation of operationIds) {
      if (attempt === 'later') await rig.fault(faultAt(operation, tryAgain(operation)));
      await rig.fault(faultAt(operation, { kind }));
    }
    const { result } = await runEngine({ file: rig.file, url: rig.sandbox.url, answerWithinMs: 500 });
    expect(result).toMatchObject({ ended: 'finished', summary: { rejected: 0, pending: 0, inDoubt: 1 } });
    expect(await crashReport(rig)).toEqual({ doubled: [], lost: [], inDoubt: [whatsapp] });
    // Every fault has hit: everything that was lost was asked once more, except the message.
    const left = rig.sandbox.sandbox.account.faults.list().filter(({ struck }) => struck === 0);
    expect(left).toEqual([]);
  });
});

describe('the harness itself', () => {
  test('sees a double where doubts are sent again blindly', async () => {
    const report = await dieAtEach(engineProcess, {
      boundary: 'beforeSettle',
      attempt: 'first',
      operations: ['whatsapp.send'],
      sabotage: 'resendDoubts',
    });
    expect(report.doubled).toEqual([`whatsapp.send ${whatsapp.slice(6, -1)}`]);
  });

  test('sees a loss where doubts are booked as sent', async () => {
    const report = await dieAtEach(engineProcess, {
      boundary: 'afterIntent',
      attempt: 'first',
      operations: ['whatsapp.send'],
      sabotage: 'doubtsCountAsSent',
    });
    expect(report.lost).toEqual([whatsapp]);
  });

  test('sees a double where a decision to send again counts twice', async () => {
    const { dying } = deathsAfterDecisions.at(-1)!;
    const report = await dieAtEach(engineProcess, { ...dying, sabotage: 'doubleDecisions' });
    expect(report.doubled).toEqual([`whatsapp.send ${whatsapp.slice(6, -1)}`]);
  });

  test('sees a double where the intent is not written down first', async () => {
    const report = await dieAtEach(engineProcess, {
      boundary: 'beforeSettle',
      attempt: 'first',
      operations: ['whatsapp.send'],
      sabotage: 'noIntent',
    });
    expect(report.doubled).toEqual([`whatsapp.send ${whatsapp.slice(6, -1)}`]);
  });
});
