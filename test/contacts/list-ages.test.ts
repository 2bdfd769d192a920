import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openContactLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { contactPaths } from '../../src/ledger/state-paths.ts';
import { createListAges } from '../../src/run/decide/stop-conditions.ts';
import { buildEngineProcess } from '../rig/build-process.ts';
import { createCampaignRig, once, otpStep, people } from '../rig/campaign-rig.ts';
import { startChild } from '../rig/child.ts';
import { dayMs, hourMs, noon } from '../rig/contacts.ts';
import type { EngineInput } from '../rig/engine.ts';

const members = people(3);
const steps = `${otpStep}
later:
  needs: code
  delay: 2h
  uses: otp.send
  forEach: members
  with: { templateId: 31 }
`;

test('a run that outlasts the age of a suppression list halts before its next contact, and goes on after an import', async () => {
  await using rig = await createCampaignRig({ world: { timestampValid: '1d' } });
  await rig.members(members);
  await rig.write('contacts.yaml', 'project: shop\nsuppression: [{ list: dnc, maxAge: 1h }]\n');
  await rig.campaign(steps);
  const listAt = async (at: number): Promise<void> => {
    const paths = contactPaths({ folder: `${rig.folder}/.callsheet`, sandbox: false });
    const ledger = openContactLedger({ paths, project: 'shop', pepper: undefined });
    if ('kind' in ledger) throw new Error(`refused: ${ledger.kind}`);
    await ledger.importList({ name: 'dnc', at, people: [], replaces: true });
    ledger.close();
  };
  const input: EngineInput = { file: rig.file, url: rig.sandbox.url };
  const engine = await buildEngineProcess();
  const run = async () => {
    const { stdout, stderr } = await startChild([engine, JSON.stringify(input)], { cwd: rig.folder }).ended;
    expect(stderr).toBe('');
    return JSON.parse(stdout) as unknown;
  };
  const status = async () => (await rig.callsheet(['status', 'campaign.yaml']).ended).stdout;
  expect(await status()).toMatch(
    /\nNext, once you use `callsheet run campaign\.yaml`: code, at once\.\n(?:.*\n)*The suppression list `dnc`.* was never imported: .*\nUntil then a run is refused\.\n$/,
  );
  await listAt(Date.now());
  expect(await status()).not.toContain('dnc');
  const plan = async () => (await rig.callsheet(['plan', 'campaign.yaml']).ended).stderr;
  const due = await plan();
  expect(due).toMatch(
    /^The suppression list `dnc` becomes older than 1h at \w{3} \d+ \w{3} \d\d:\d\d: import it again before then, or the run halts\.\n$/,
  );
  await rig.write('other.yaml', readFileSync(rig.file, 'utf8').replace('campaign: trial', 'campaign: other'));
  const together = await rig.callsheet(['plan', 'campaign.yaml', 'other.yaml']).ended;
  expect([together.code, together.stderr]).toEqual([0, due]);
  expect(await run()).toMatchObject({
    ended: 'stopped',
    reason: { kind: 'staleList', list: 'dnc', maxAgeMs: hourMs },
    steps: [
      { id: 'code', summary: { accepted: 3 } },
      { id: 'later', summary: { accepted: 0, pending: 3 } },
    ],
  });
  await listAt(Date.now() + dayMs);
  expect(await plan()).not.toContain('dnc');
  expect(await run()).toMatchObject({ ended: 'finished', summary: { accepted: 6 } });
  expect(rig.effects('otp.send')).toEqual(Object.fromEntries(Object.keys(once(members)).map((name) => [name, 2])));
});

test('a list that is imported again during the run goes on from then', async () => {
  const imported = new Map([['dnc', noon]]);
  const rules = [
    { list: 'dnc', maxAgeMs: hourMs },
    { list: 'without limit', maxAgeMs: undefined },
  ];
  let looks = 0;
  const ledger = { lists: async () => (looks++, imported) };
  const ages = createListAges(rules, ledger)!;
  expect([await ages(noon), await ages(noon + hourMs), looks]).toEqual([undefined, undefined, 1]);
  imported.set('dnc', noon + hourMs);
  expect(await ages(noon + hourMs + 1)).toBeUndefined();
  expect(await ages(noon + 2 * hourMs)).toBeUndefined();
  expect(looks).toBe(2);
  expect(await ages(noon + 2 * hourMs + 1)).toEqual({ kind: 'staleList', list: 'dnc', maxAgeMs: hourMs });
  expect(createListAges(rules.slice(1), ledger)).toBeUndefined();
});
