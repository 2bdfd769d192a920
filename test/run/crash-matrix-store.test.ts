import { beforeAll, describe, expect, test } from 'vitest';
import type { JobAddress } from '../../src/job/address.ts';
import type { Boundary } from '../../src/run/send/attempt.ts';
import { buildEngineProcess } from '../rig/build-process.ts';
import { nextMessage, targets } from '../rig/crash-campaign.ts';
import { type Dying, dieAtEach } from '../rig/crash-matrix.ts';
import { newCrashStore } from '../rig/postgres/crash-store.ts';
import { sampleOf } from '../rig/sample-of.ts';

/** The crash matrix with a store: an operation of each kind of recovery, and one that only asks. */
const operations = ['sms.balance', 'audio.upload', 'otp.send', 'whatsapp.send'] as const;
const whatsapp = targets['whatsapp.send'];
let engineProcess = '';
beforeAll(async () => {
  engineProcess = await buildEngineProcess();
});

async function dieInStore(dying: Pick<Dying, 'boundary' | 'operations' | 'sabotage'>) {
  return dieAtEach(engineProcess, { ...dying, attempt: 'first', store: await newCrashStore() });
}

const deaths: readonly (readonly [Boundary, readonly JobAddress[]])[] = [
  ['beforeIntent', []],
  ['afterIntent', [whatsapp]],
  ['beforeSettle', [whatsapp]],
  ['afterSettle', [nextMessage]],
];
test.each(sampleOf(deaths, 1))(
  'a process that dies %s: nobody twice, nobody lost, in doubt only who has no key',
  async (boundary, inDoubt) => {
    expect(await dieInStore({ boundary, operations })).toEqual({ doubled: [], lost: [], inDoubt });
  },
);

describe('a broken engine is found out', () => {
  const message = `whatsapp.send ${whatsapp.slice(6, -1)}`;
  test.each(
    sampleOf(
      [
        ['resendDoubts', 'beforeSettle', { doubled: [message] }],
        ['noIntent', 'beforeSettle', { doubled: [message] }],
        ['doubtsCountAsSent', 'afterIntent', { lost: [whatsapp] }],
      ] as const,
      1,
    ),
  )('%s', async (sabotage, boundary, found) => {
    expect(await dieInStore({ boundary, operations: ['whatsapp.send'], sabotage })).toMatchObject(found);
  });
});
