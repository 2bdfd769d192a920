import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';

const [first, second] = people(2) as [string, string];

test.each([
  ['a file', async () => ''],
  ['a store', newDatabase],
])(
  'where a step is renamed, nobody is held by their own contact, and those in doubt count as made, in %s',
  async (_, place) => {
    const url = await place();
    await using rig = await createCampaignRig();
    const env = { CALLSHEET_STORE: url === '' ? '' : `${url}?lease=2` };
    const head = 'limits: { concurrency: 1, doubts: 100 }';
    await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 1, per: day }]\n');
    await rig.members([first, second]);
    await rig.campaign(whatsappStep, head);
    for (const answers of [1, 2]) {
      await rig.fault({ kind: 'hang', times: 1 });
      const run = rig.process(['run', 'campaign.yaml', '--yes'], env);
      await rig.answered(answers);
      run.kill('SIGKILL');
      await run.ended;
      await rig.noFaults();
    }
    const resent = await rig.callsheet(['reconcile', 'campaign.yaml', '--now', '--resend', `hello[${first}]`], env)
      .ended;
    expect(resent).toEqual({ ...resent, code: 0 });
    await rig.campaign(whatsappStep.replace('hello:', 'greet:\n  was: hello'), head);
    // The ledger of contacts has the earlier name until the run goes on.
    const status = await rig.callsheet(['status', 'campaign.yaml', '--format', 'json'], env).ended;
    expect(JSON.parse(status.stdout)).toMatchObject({ next: { step: 'greet', at: expect.any(String) } });
    expect(JSON.parse(status.stdout).next).not.toHaveProperty('heldBy');
    const plan = await rig.callsheet(['plan', 'campaign.yaml'], env).ended;
    expect(plan.stdout).not.toContain('for the cap');
    const { code, stdout } = await rig.callsheet(['run', 'campaign.yaml', '--yes'], env).ended;
    expect([code, stdout]).toEqual([3, expect.stringMatching(/greet +1 +· +· +· +1 +·/)]);
    const database = url === '' ? openDatabase(join(rig.folder, '.callsheet/ledger.db')) : undefined;
    const contacts =
      database?.prepare('SELECT step, open FROM contact JOIN scope ON scope.id = contact.scope').all() ??
      (await query(
        url,
        'SELECT step, open FROM callsheet_contacts.contact JOIN callsheet_contacts.scope ON scope.id = contact.scope',
      ));
    database?.close();
    expect(contacts).toEqual([first, second].map(() => ({ step: 'greet', open: 0 })));
  },
);
