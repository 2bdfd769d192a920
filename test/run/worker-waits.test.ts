import { expect, test } from 'vitest';
import { sendAsWorker, worker } from '../../src/cli/run/worker.ts';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';
import { commandHost } from '../rig/command-host.ts';

test('a worker whose database does not answer for a minute ends, and says for how long it tried', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  await rig.campaign(whatsappStep);
  const { host, out, err } = commandHost({ now: 0, env: rig.env });
  let now = Date.now();
  const clock = {
    now: () => now,
    sleepUntil(until: number) {
      now = until;
      return Promise.resolve();
    },
  };
  // Nothing listens at this port.
  const store = 'postgres://runner@127.0.0.1:1/callsheet';
  const options = { file: rig.file, store, input: [], format: 'text', mayLead: false } as const;
  const settings = { baseUrl: 'http://127.0.0.1:1', apiKey: 'a', apiSecret: 'b' };
  const beside = { monitor: undefined, settings, stop: new AbortController().signal };
  expect(await sendAsWorker(options, { ...host, clock }, beside)).toBe(2);
  const refused = 'connect ECONNREFUSED 127.0.0.1:1';
  expect(err()).toBe(
    `trial: ${store} does not answer (${refused}). This worker tries again every second for 60 s.\n` +
      `${store} cannot be reached (for 60 s: ${refused}). Nothing more is sent without it. Run again when it answers. Nothing was sent.\n`,
  );
  expect(out()).toBe('');
});

test('a worker without settings says so once, however many campaigns its folder has', async () => {
  const { host, err } = commandHost({ now: 0, env: {} });
  const store = 'postgres://runner@127.0.0.1:1/callsheet';
  const options = { files: ['a.yaml', 'b.yaml'], store, input: [], format: 'text', mayLead: false } as const;
  expect(await worker(options, host)).toBe(2);
  expect(err()).toMatch(/^No service configured: [^\n]* Nothing was sent\.\n$/);
});

test('a folder stands for its campaigns, and not for a world beside them', async () => {
  await using rig = await createCampaignRig();
  await rig.write('world.yaml', 'keys: []\n');
  const { host, out, err } = commandHost({ now: 0, env: rig.env });
  const store = 'postgres://runner@127.0.0.1:1/callsheet';
  const options = { files: [rig.folder], store, input: [], format: 'text', mayLead: false } as const;
  expect(await worker(options, host)).toBe(2);
  expect([out(), err()]).toEqual(['', `There is no campaign in ${rig.folder}. Nothing was sent.\n`]);
});
