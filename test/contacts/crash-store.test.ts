import { beforeAll, describe, expect, test } from 'vitest';
import { buildEngineProcess } from '../rig/build-process.ts';
import {
  attemptDeaths,
  type ContactDeath,
  type ContactReport,
  claimDeaths,
  commitDeaths,
  dieAmongContacts,
  ledgerDeaths,
  middle,
  rightReport,
} from '../rig/contact-crashes.ts';
import type { ContactSabotage } from '../rig/crashing-contacts.ts';
import { newCrashStore } from '../rig/postgres/crash-store.ts';
import { sampleOf } from '../rig/sample-of.ts';

/** The crash matrix of contacts with a store: inside of transactions, and where a file has them too; a sample by SEED, of which the long hunt has all. */
let engineProcess = '';
beforeAll(async () => {
  engineProcess = await buildEngineProcess();
});

async function dieInStore(death: ContactDeath, sabotage?: ContactSabotage): Promise<ContactReport> {
  return dieAmongContacts(engineProcess, death, { sabotage, store: await newCrashStore() });
}

const sampled = [...sampleOf(commitDeaths, 1), ...sampleOf([...attemptDeaths, ...ledgerDeaths, ...claimDeaths], 1)];
test.each(sampled)('a process dies $title: nobody too often, nobody lost, nothing left in the store', async (death) => {
  expect(await dieInStore(death)).toMatchObject(rightReport(death));
});

describe('a broken run is found out in a store', () => {
  const [afterIntent, beforeSettle] = [attemptDeaths[4]!, attemptDeaths[8]!];
  test.each(
    sampleOf<[ContactSabotage, ContactDeath, object]>(
      [
        ['touchAfterwards', beforeSettle, { tooOften: expect.arrayContaining([middle]) }],
        ['releaseDoubts', beforeSettle, { tooOften: expect.arrayContaining([middle]) }],
        [
          'keepReservations',
          afterIntent,
          { left: expect.arrayContaining([expect.stringContaining('spring reserves')]) },
        ],
      ],
      1,
    ),
  )('%s', async (sabotage, death, found) => {
    expect(await dieInStore(death, sabotage)).toMatchObject(found);
  });
});
