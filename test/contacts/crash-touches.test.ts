import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LedgerFile } from '../../src/ledger/contacts/ledger.ts';
import { openContactLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { contactPaths } from '../../src/ledger/state-paths.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { hourMs } from '../../src/time/wall-clock.ts';
import { buildEngineProcess } from '../rig/build-process.ts';
import { type CampaignRig, createCampaignRig, people } from '../rig/campaign-rig.ts';
import {
  attemptDeaths,
  type ContactDeath,
  claimDeaths,
  dieAmongContacts,
  ledgerDeaths,
  middle,
  rightReport,
} from '../rig/contact-crashes.ts';
import { onceADay, request, reserve, settle } from '../rig/contacts.ts';
import type { ContactSabotage } from '../rig/crashing-contacts.ts';
import { runEngine } from '../rig/engine.ts';
import { sampleOf } from '../rig/sample-of.ts';

/** `npm run soak -- crashes` kills at each boundary and around each write; here a sample of them, by SEED. */
let engineProcess = '';
beforeAll(async () => {
  engineProcess = await buildEngineProcess();
});

const members = people(3) as [string, string, string];
const [first] = members;

async function createRig(step: string): Promise<CampaignRig> {
  const rig = await createCampaignRig({ world: { timestampValid: '1d' } });
  await rig.members(members);
  await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 1, per: day }]\n');
  await rig.campaign(step, 'limits: { concurrency: 1, doubts: 100 }');
  return rig;
}

const whatsapp = `
hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hello" } } }
`;
const engine = (rig: CampaignRig) => runEngine({ file: rig.file, url: rig.sandbox.url });

const ledgerPaths = (rig: CampaignRig) =>
  contactPaths({ folder: join(dirname(rig.file), '.callsheet'), sandbox: false });

function ledgerOf(rig: CampaignRig): LedgerFile {
  const ledger = openContactLedger({ paths: ledgerPaths(rig), project: 'shop', pepper: undefined });
  if ('kind' in ledger) throw new Error(ledger.kind);
  return ledger;
}

/** What the ledger has of each person, and what another campaign could reserve now. */
function touchesOf(rig: CampaignRig): object {
  const ledger = ledgerOf(rig);
  const touches = members.map((key) => ledger.factsOf(key).touches);
  const counts = touches.map(({ length }) => length);
  const reserved = members.filter((_, index) => touches[index]!.some(({ isReserved }) => isReserved === true));
  const others = members.map((key) => request(key, { campaign: 'autumn', at: Date.now(), zone: 'UTC' }));
  const allowed = reserve(ledger, onceADay, others);
  const free = members.filter((_, index) => allowed[index]);
  for (const other of others) settle(ledger, other, 'rejected');
  ledger.close();
  return { counts, free, reserved };
}

describe('a process that dies while it contacts people whom another campaign wants', () => {
  test.each(sampleOf([...attemptDeaths, ...ledgerDeaths], 1))(
    '$title: nobody too often, nobody lost, nothing left',
    async (death) => {
      expect(await dieAmongContacts(engineProcess, death)).toMatchObject(rightReport(death));
    },
  );

  test.each(sampleOf(claimDeaths, 1))('$title: the other campaign leaves the room', async (death) => {
    expect(await dieAmongContacts(engineProcess, death)).toMatchObject(rightReport(death));
  });

  const afterClaim = claimDeaths[1]!;
  test('a campaign that ends later waits for the claims of the dead process, and contacts everybody', async () => {
    const death = { ...afterClaim, endsAfterMs: 5 * hourMs, expected: { bySecond: 6 } };
    expect(await dieAmongContacts(engineProcess, death)).toMatchObject(rightReport(death));
  });

  const [afterIntent, beforeSettle, afterSettle] = [attemptDeaths[4]!, attemptDeaths[8]!, attemptDeaths[12]!];
  /** The process that goes on claims everybody again: the claim of a contact that was written before goes with the end of the run. */
  const afterMade: ContactDeath = { ...afterSettle, claims: true, endsAfterMs: hourMs / 2 };
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
        ['keepClaims', afterMade, { left: ['6 claims'] }],
        ['weakClaims', afterClaim, { bySecond: 6 }],
      ],
      1,
    ),
  )('a broken run is found out: %s', async (sabotage, death, found) => {
    expect(await dieAmongContacts(engineProcess, death, { sabotage })).toMatchObject(found);
  });
});

test('a person whom the service has refused may be contacted by another campaign', async () => {
  await using rig = await createRig(whatsapp);
  await rig.fault({ kind: 'status', status: '-131', operation: 'whatsapp.send', recipient: first, times: 1 });
  await engine(rig);
  expect(touchesOf(rig)).toEqual({ counts: [0, 1, 1], free: [first], reserved: [] });
});

test('a run that contacted people before there was a ledger brings its contacts into it', async () => {
  await using rig = await createRig(whatsapp);
  rmSync(join(rig.folder, 'contacts.yaml'));
  await engine(rig);
  await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 1, per: day }]\n');
  await engine(rig);
  expect(touchesOf(rig)).toEqual({ counts: [1, 1, 1], free: [], reserved: [] });
});

test('a ledger from a backup gets the contacts that it lacks, beside rejections that it counts', async () => {
  await using rig = await createRig(whatsapp);
  await rig.fault({ kind: 'status', status: '-131', operation: 'whatsapp.send', recipient: members[2], times: 1 });
  await engine(rig);
  const database = openDatabase(ledgerPaths(rig).database);
  database.exec('DELETE FROM contact');
  database.close();
  const ledger = ledgerOf(rig);
  const made = {
    campaign: 'trial',
    run: '1',
    step: 'hello',
    at: Date.now(),
    channel: 'whatsapp',
    purpose: 'marketing',
  } as const;
  await ledger.add([first, members[2]].map((key) => ({ ...made, key })));
  ledger.close();
  expect(touchesOf(rig)).toMatchObject({ counts: [1, 0, 1] });
  await engine(rig);
  expect(touchesOf(rig)).toEqual({ counts: [1, 1, 1], free: [], reserved: [] });
});
