import { type Fault, noMoneyFaults } from '../ledger/fault.ts';

/** Recipients that have a fault by themselves if the world turns them on, without any call of the admin API. */
export const magicFaults: readonly Fault[] = [
  ...noMoneyFaults.map((fault): Fault => ({ recipient: '*9001', ...fault })),
  { recipient: '*9002', kind: 'reset-after' },
  { recipient: '*9003', kind: 'reset-before' },
  { recipient: '*9004', kind: 'http', http: 503 },
  { recipient: '*9005', kind: 'http', http: 429, headers: { 'retry-after': '1' }, times: 2 },
  { recipient: '*9006', kind: 'garbage' },
  { recipient: '*9007', kind: 'delay', ms: 3_000 },
  { recipient: '*9008', kind: 'hang' },
];
