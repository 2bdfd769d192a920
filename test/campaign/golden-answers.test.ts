import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readOutputs } from '../../src/service/contract/outputs.ts';
import type { OperationId } from '../../src/service/operations/operations.ts';
import { noon, peer } from '../rig/byte-server.ts';

// The client alone, against the bytes that the sandbox alone is held to: what both get wrong cannot hide between them.
it.each<[OperationId, Readonly<Record<string, unknown>>]>([
  ['whatsapp.send', { messageId: 'message-1', timestamp: 1_630_468_800 }],
  ['voice.redial', { taskId: 100_001 }],
  ['otp.send', { verificationId: 'verification-1' }],
  ['audio.upload', { fileId: 'file-1' }],
  ['aivoice.pause', {}],
  ['sms.balance', { balance: 1000, gift: 50, credit: 0, available: 1050 }],
  ['agents.list', { total: 1, records: 1 }],
  ['axb.list', { total: 3, records: 3 }],
  ['sms.backfill', {}],
])('the client reads the golden answer of %s', async (operation, outputs) => {
  const [head = '', body = ''] = readFileSync(
    new URL(`../golden/service/answers/${operation}.http`, import.meta.url),
    'utf8',
  )
    .replaceAll('\r', '')
    .split('\n\n');
  const answer = `${head.replaceAll('\n', '\r\n')}\r\n\r\n${body}`;
  await using service = await peer((socket) => socket.write(answer));
  const outcome = await service.client.send(operation, '{}');
  expect(outcome).toMatchObject({ kind: 'accepted', code: '0', serviceTime: noon });
  const read = outcome.kind === 'accepted' ? readOutputs(operation, outcome.answer) : {};
  const counted = Array.isArray(read.records) ? { ...read, records: read.records.length } : read;
  expect(counted).toEqual(outputs);
  expect(JSON.stringify(outcome)).not.toContain('password');
});
