import { expect, test } from 'vitest';
import type { Step } from '../../src/campaign/campaign.ts';
import { judge } from '../../src/run/decide/retry.ts';
import { createInProcessSandbox } from '../../src/sandbox/in-process-sandbox.ts';
import { requireWorld } from '../../src/sandbox/world/read-world.ts';
import type { WorldInput } from '../../src/sandbox/world/world-input.gen.ts';
import { writeEnvelope } from '../../src/service/contract/envelope.ts';
import { readOutputs } from '../../src/service/contract/outputs.ts';
import { readAnswer } from '../../src/service/contract/read-answer.ts';
import { generalStatuses, publicStatuses } from '../../src/service/contract/statuses.ts';
import { type OperationId, operationIds, operations } from '../../src/service/operations/operations.ts';
import { noon } from '../rig/byte-server.ts';
import { fc } from '../rig/properties.ts';

/** Two operations of which one has `status` and `reason`, the other `code` and `msg`. */
const envelopes = ['otp.send', 'voice.redial'] as const;

const answers: readonly (readonly [OperationId, string])[] = operationIds.flatMap((id) => {
  const codes = [operations[id].statuses, generalStatuses, publicStatuses].flatMap((table) => Object.keys(table));
  return [...new Set([...codes, '-999'])].map((code) => [id, code] as const);
});

const data = { messageId: 'm-1', verificationId: 'v-1', total: 0, records: [] };

/** What one answer means for its job, and what later steps get of it. */
function judgedAnswer(id: OperationId, body: string, given: Given) {
  const { http, attempt, sentBefore } = given;
  const outcome = readAnswer({ operation: id, http, body, now: noon });
  const verdict = judge({
    step: { id: 'one', uses: id } as Step,
    outcome,
    attempt,
    before: undefined,
    sentBefore,
    ownName: false,
    streak: 0,
    now: noon,
    random: { next: () => 0.5 },
  });
  return { verdict, outputs: outcome.kind === 'accepted' ? readOutputs(id, outcome.answer) : undefined };
}

interface Given {
  readonly http: number;
  readonly attempt: number;
  readonly sentBefore: boolean;
  readonly reason: string;
}

test('an answer gives the same verdict with its code as text or as a number, in either envelope', () => {
  const given = fc.record({
    http: fc.constantFrom(200, 400, 403, 404, 429, 500, 503),
    attempt: fc.constantFrom(1, 2, 5),
    sentBefore: fc.boolean(),
    reason: fc.string(),
  });
  for (const [id, code] of answers) {
    fc.assert(
      fc.property(given, (given) => {
        const [shown, ...others] = envelopes
          .flatMap((names) => {
            const body = writeEnvelope(names, { code, reason: given.reason }, { data, balance: '1.00' });
            const name = names === 'otp.send' ? 'status' : 'code';
            return [body, { ...body, [name]: Number(code) }];
          })
          .map((body) => judgedAnswer(id, JSON.stringify(body), given));
        for (const other of others) expect(other).toEqual(shown);
      }),
      { numRuns: 20 },
    );
  }
});

test.each([
  ['voice.redial', '{"code":-37,"msg":"busy"}', { kind: 'again', why: 'wait', code: '-37', reason: 'busy' }],
  ['voice.redial', '{"code":-41,"msg":"taken"}', { kind: 'rejected', code: '-41', reason: 'taken' }],
  ['voice.redial', '{"status":"-1","reason":"no"}', { kind: 'halt', code: '-1', reason: 'no' }],
  ['voice.redial', '{"status":-16,"reason":"old"}', { kind: 'resync', code: '-16' }],
  ['voice.redial', '{"status":"0","reason":"ok","data":7}', { kind: 'accepted', code: '0' }],
  ['sms.balance', '{"status":-13,"reason":"locked"}', { kind: 'halt', code: '-13' }],
  ['whatsapp.send', '{"status":"-15","reason":"too often"}', { kind: 'again', why: 'wait', attempted: false }],
  ['otp.send', '{"status":"-19","reason":"no price"}', { kind: 'rejected', code: '-19', reason: 'no price' }],
  ['whatsapp.send', '\uFEFF{"status":"0","reason":"ok"}', { kind: 'accepted', code: '0' }],
  ['otp.send', '{"status":"-25"}', { kind: 'rejected', code: '-25', reason: 'outside the time range' }],
] as const)('%s answered with %s', (id, body, verdict) => {
  const given = { http: 200, attempt: 1, sentBefore: false, reason: '' };
  expect(judgedAnswer(id, body, given).verdict).toMatchObject(verdict);
});

test('a sandbox that answers in another form is read alike', async () => {
  const redial = { taskId: 1001, taskName: 'spring', source: 3, text: 'Hi', lan: 'EN' };
  const answersIn = async (answers: WorldInput['answers']) => {
    const world = requireWorld({ faults: [{ kind: 'status', status: '-37', times: 1 }], ...(answers && { answers }) });
    const clock = { now: () => noon, sleepUntil: () => Promise.resolve() };
    const { transport, account } = createInProcessSandbox({ world, clock });
    const outcomes = [];
    for (const _ of [1, 2, 3]) outcomes.push(await transport.send('voice.redial', redial));
    outcomes.push(await transport.send('sms.balance', undefined));
    const bodies = Array.from(account.journal.lines(), (line) => JSON.parse(line) as { answer?: { body?: unknown } });
    return { kinds: outcomes.map((one) => [one.kind, 'code' in one ? one.code : undefined]), bodies };
  };
  const usual = await answersIn(undefined);
  expect(usual.kinds).toEqual([
    ['rejected', '-37'],
    ['accepted', '0'],
    ['rejected', '-41'],
    ['accepted', '0'],
  ]);
  for (const answers of [{ codes: 'numbers' }, { names: 'other' }, { codes: 'numbers', names: 'other' }] as const) {
    const other = await answersIn(answers);
    expect(other.kinds).toEqual(usual.kinds);
    expect(JSON.stringify(other.bodies)).not.toBe(JSON.stringify(usual.bodies));
  }
});

test('an id of more digits than a number of JavaScript holds is kept digit by digit', () => {
  const outputsOf = (id: OperationId, body: string) => {
    const outcome = readAnswer({ operation: id, http: 200, body, now: noon });
    return outcome.kind === 'accepted' ? readOutputs(id, outcome.answer) : outcome;
  };
  const code = (verificationId: string) =>
    outputsOf(
      'otp.send',
      `{"status":"0","reason":"a \\" 1234567890123456789","data":{"verificationId":${verificationId}}}`,
    );
  expect(['1900000000000000001', '-1900000000000000001', '9007199254740991', '42'].map(code)).toEqual([
    { verificationId: '1900000000000000001' },
    { verificationId: '-1900000000000000001' },
    { verificationId: '9007199254740991' },
    { verificationId: '42' },
  ]);
  // Not rounded to another task.
  expect(outputsOf('voice.redial', '{"code":"0","msg":"","data":1900000000000000001}')).toEqual({});
  expect(outputsOf('sms.balance', '{"status":"0","reason":"","balance":0.12345678901234567890}')).toEqual({
    balance: 0.12345678901234568,
    available: 0.123456,
  });
});
