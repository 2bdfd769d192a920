import { expect, test } from 'vitest';
import { loadCampaign } from '../../src/campaign/load.ts';
import { recordsDocument } from '../../src/report/jobs/text-document.ts';
import { renderText } from '../../src/report/render/text.ts';
import { seeRecorded } from '../../src/run/run-state.ts';
import { memoryFiles } from '../rig/memory-files.ts';
import { about, ada, backends, ben, intent, leaseOf } from '../rig/state-backends.ts';

test('a report sends to reconcile for what it lists, and to run for what a process left without an answer', async () => {
  const files = memoryFiles({
    '/c/campaign.yaml': `campaign: trial
timezone: UTC
account: { appId: sandbox-app, businessPhone: '8613800000000' }
audiences: { people: { file: people.csv, key: phone, lastInbound: wrote } }
steps:
  hello: { uses: whatsapp.send, forEach: people, with: { type: text, text: { body: Hello } } }
`,
    '/c/people.csv': [ada, ben].reduce((text, { key }) => `${text}${key},2026-11-23T09:00:00Z\n`, 'phone,wrote\n'),
  });
  const load = { path: '/c/campaign.yaml', cwd: '/c', files, env: {}, inputs: {}, depth: 'rendered' } as const;
  const { value } = await loadCampaign(load);
  const backend = backends['the memory backend']!();
  const lease = await leaseOf(backend);
  await lease.apply([{ kind: 'intend', to: intent }]);
  await lease.apply([{ kind: 'settle', to: { ...ada, attempt: 1, at: 1_500, state: 'inDoubt' } }]);
  await lease.apply([{ kind: 'intend', to: { ...intent, ...ben } }]);
  await lease.close();
  const opened = await backend.openForReading({ about });
  if (opened === undefined || 'refused' in opened) throw new Error('no state');
  const { reader } = opened;
  const records = { seen: await seeRecorded(reader), reader, underWay: false };
  const document = await recordsDocument({ loaded: value!, run: about.run, ...records, showNumbers: false });
  const text = renderText(document, { width: 80, colour: false });
  expect(text).toContain(
    '; 1 in doubt (`callsheet reconcile` lists them); 1 in doubt because the process died (`callsheet run` takes them up first); none left to do.',
  );
  await reader.close();
});
