import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import {
  dispositionOf,
  documentedStatus,
  generalStatuses,
  publicStatuses,
  statusOf,
} from '../../src/service/contract/statuses.ts';
import type { Disposition } from '../../src/service/operations/definition/status.ts';
import { type OperationId, operationIds, operations } from '../../src/service/operations/operations.ts';

// The rows of the tables in section "Errors" of the service's document, transcribed.
const document = JSON.parse(
  readFileSync(new URL('../golden/service/statuses.json', import.meta.url), 'utf8'),
) as Record<OperationId, Record<string, string>>;

describe('statuses', () => {
  it('hold every row of the document and no other', () => {
    const ours = Object.fromEntries(
      operationIds.map((id) => [
        id,
        Object.fromEntries(Object.entries(operations[id].statuses).map(([code, status]) => [code, status.meaning])),
      ]),
    );
    expect(ours).toEqual(document);
    expect(operationIds.reduce((sum, id) => sum + Object.keys(document[id]).length, 0)).toBe(134);
  });

  it('keep the order of the document', () => {
    for (const id of operationIds) expect(Object.keys(operations[id].statuses)).toEqual(Object.keys(document[id]));
  });

  it('give every row that is not an ordinary refusal its disposition', () => {
    const ours: Partial<Record<Disposition, string[]>> = {};
    for (const id of operationIds) {
      for (const [code, { disposition }] of Object.entries(operations[id].statuses)) {
        if (disposition !== 'reject') (ours[disposition] ??= []).push(`${id} ${code}`);
      }
    }
    expect(ours).toEqual({
      accept: [
        'voice.redial 0',
        'otp.send 0',
        'audio.upload 0',
        'aivoice.pause 0',
        'sms.balance 0',
        'agents.list 0',
        'axb.list 0',
      ],
      halt: [
        'whatsapp.send -68',
        'voice.redial -1',
        'voice.redial -2',
        'otp.send -1',
        'otp.send -2',
        'otp.send -10',
        'audio.upload -1',
        'audio.upload -2',
        'aivoice.pause -1',
        'aivoice.pause -3',
        'aivoice.pause -6',
        'aivoice.pause -49',
        'aivoice.pause -57',
        'aivoice.pause -58',
        'aivoice.pause -59',
        'sms.balance -1',
        'sms.balance -2',
        'sms.balance -13',
        'agents.list -1',
        'agents.list -2',
        'axb.list -1',
        'axb.list -2',
        'axb.list -29',
        'axb.list -30',
        'axb.list -31',
      ],
      step: [
        'whatsapp.send -93',
        'whatsapp.send -94',
        'whatsapp.send -95',
        'whatsapp.send -96',
        'whatsapp.send -97',
        'whatsapp.send -112',
        'otp.send -29',
        'aivoice.pause -37',
      ],
      wait: ['voice.redial -37', 'voice.redial -42', 'otp.send -27', 'otp.send -28', 'aivoice.pause -52'],
      retry: [
        'voice.redial -18',
        'voice.redial -26',
        'otp.send -18',
        'otp.send -26',
        'audio.upload -18',
        'aivoice.pause -46',
        'sms.balance -18',
        'agents.list -18',
        'axb.list -18',
      ],
      resync: [
        'voice.redial -16',
        'otp.send -16',
        'audio.upload -16',
        'aivoice.pause -4',
        'sms.balance -16',
        'agents.list -16',
        'axb.list -16',
      ],
    });
  });

  it('read the same code differently for different operations', () => {
    expect(dispositionOf('otp.send', '-29')).toBe('step');
    expect(dispositionOf('axb.list', '-29')).toBe('halt');
    expect(dispositionOf('voice.redial', '-37')).toBe('wait');
    expect(dispositionOf('aivoice.pause', '-37')).toBe('step');
  });

  it('give operations whose table lacks them the general codes', () => {
    for (const id of ['whatsapp.send', 'sms.backfill'] as const) {
      expect(Object.keys(generalStatuses).map((code) => dispositionOf(id, code))).toEqual([
        'accept',
        'halt',
        'halt',
        'resync',
        'halt',
        'halt',
      ]);
    }
    expect(statusOf('agents.list', '-2')?.meaning).toBe('authentication error');
    expect(statusOf('whatsapp.send', '-2')?.meaning).toBe('restricted IP access');
  });

  it('give every operation the codes of public documents, unless its own table has them', () => {
    for (const id of operationIds) {
      expect(Object.keys(publicStatuses).map((code) => dispositionOf(id, code))).toEqual([
        'halt',
        'reject',
        'wait',
        'reject',
        'reject',
      ]);
      // Under a 5xx, gateways answer such codes, too: only the service's own document counts there.
      expect(Object.keys(publicStatuses).filter((code) => documentedStatus(id, code) !== undefined)).toEqual(
        id === 'sms.balance' ? ['-13'] : [],
      );
    }
  });

  it('read a code that nobody has described as a refusal of this one job', () => {
    for (const code of ['-999', '1', '', 'constructor', '__proto__', '-0']) {
      expect(dispositionOf('whatsapp.send', code)).toBe('reject');
      expect(statusOf('whatsapp.send', code)).toBeUndefined();
    }
  });
});

test('each status but success has a usual cause and what to do, and only what is tried again is waited for', () => {
  const known = operationIds.flatMap((operation) =>
    Object.entries({ ...publicStatuses, ...operations[operation].statuses }).map(([code, status]) => ({
      status,
      advice: statusOf(operation, code)?.advice,
    })),
  );
  expect(known.filter(({ status, advice }) => (status.disposition === 'accept') !== (advice === undefined))).toEqual(
    [],
  );
  const isWaitedFor = ({ status: { disposition } }: (typeof known)[number]) =>
    disposition === 'retry' || disposition === 'wait';
  expect(
    known.filter(
      (one) =>
        one.advice?.remedy.startsWith('wait: it is tried again') !== isWaitedFor(one) && one.advice !== undefined,
    ),
  ).toEqual([]);
  // The same words of the document mean the same for every operation.
  const adviceOn = new Map(known.map(({ status, advice }) => [status.meaning, advice]));
  expect(known.filter(({ status, advice }) => adviceOn.get(status.meaning) !== advice)).toEqual([]);
});
