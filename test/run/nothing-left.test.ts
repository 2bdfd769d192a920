import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadCampaign } from '../../src/index.ts';
import { summaryIfNothingIsLeft } from '../../src/run/counted-jobs.ts';

test('an end with a wrong count of jobs is not believed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-nothing-left-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const step = '{ uses: otp.send, forEach: members, with: { templateId: 31 } }';
  const path = join(folder, 'campaign.yaml');
  writeFileSync(
    path,
    `campaign: trial\ntimezone: UTC\naccount: { appId: sandbox-app }\naudiences: { members: { file: members.csv, key: phone, timezone: { zone: UTC } } }\nsteps: { first: ${step}, second: ${step} }\n`,
  );
  writeFileSync(join(folder, 'members.csv'), 'phone\n2348030000001\n2348030000002\n');
  const loaded = (await loadCampaign({ path })).value!;
  const ended = (...accepted: readonly [number, number]) =>
    summaryIfNothingIsLeft(loaded, {
      keepsCounts: true,
      status: () => ({ counted: JSON.stringify({ of: loaded.jobsDigest, jobs: [2, 2] }) }) as never,
      counts: async () => accepted.map((jobs, at) => ({ step: ['first', 'second'][at]!, state: 'accepted', jobs })),
    });
  expect((await ended(2, 2))?.summary).toMatchObject({ accepted: 4, pending: 0 });
  expect(await ended(2, 1)).toBeUndefined();
  expect(await ended(3, 1)).toBeUndefined();
  expect(await ended(3, 2)).toBeUndefined();
});
