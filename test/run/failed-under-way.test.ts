import { expect, test } from 'vitest';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import { decidedRun } from '../rig/decided-run.ts';
import { about } from '../rig/state-backends.ts';

test('a run that cannot write on records the answers to what it has sent', async () => {
  const backend = createMemoryBackend();
  const steps = `  agents: { uses: agents.list }
  hello: { uses: whatsapp.send, forEach: people, needs: agents, with: { type: text, text: { body: Hello } } }
  code: { uses: otp.send, needs: agents, delay: 1s, forEach: { audience: people, waves: [1, rest] }, with: { templateId: 31 } }`;
  const run = decidedRun({
    backend,
    steps,
    people: ['2348030000001'],
    answerMs: (address) => (address.startsWith('hello') ? 5_000 : 10),
    async onApply([change]) {
      if (change?.kind === 'wave') throw new Error('the disk failed');
    },
  });
  await expect(run).rejects.toThrow('the disk failed');
  const opened = await backend.openForReading({ about });
  if (opened === undefined || 'refused' in opened) throw new Error('nothing is recorded');
  expect(await opened.reader.job({ step: 'hello', key: '2348030000001' })).toMatchObject({ state: 'accepted' });
});
