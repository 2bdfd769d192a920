import { expect, test } from 'vitest';
import { groupText, readGroup } from '../../src/contacts/sqlite/group-message.ts';
import { noon, request } from '../rig/contacts.ts';

test('the thread of the ledger reads each group as it was written', () => {
  const [ada, bola, chi] = ['2348030000001', '2348030000002', '2348030000003'] as const;
  const job = { campaign: 'spring', run: '1', step: 'hello' };
  const group = {
    requests: [
      request(ada, { until: noon + 1 }),
      request(bola, { until: undefined, zone: 'Africa/Lagos' }),
      request(chi, { until: undefined, step: 'code', channel: 'otp', purpose: 'transactional' }),
      request(bola, { until: noon + 2, at: noon + 1 }),
    ],
    settled: [
      { ...job, key: ada, outcome: 'made', at: noon, isOver: true },
      { ...job, key: bola, outcome: 'released', at: undefined, isOver: undefined },
      { ...job, step: 'code', key: ada, outcome: 'reserved', at: undefined, isOver: false },
    ],
  } as const;
  expect(readGroup(groupText(group))).toEqual(group);
  expect(readGroup(groupText({ requests: [], settled: [] }))).toEqual({ requests: [], settled: [] });
});
