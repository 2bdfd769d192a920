import { expect, test } from 'vitest';
import { eventToText } from '../../src/report/run/event-text.ts';
import { decidedRun } from '../rig/decided-run.ts';
import { backends } from '../rig/state-backends.ts';

const steps = `  hello: { uses: whatsapp.send, forEach: people, with: { type: text, text: { body: Hello } } }
  code: { uses: otp.send, needs: hello, forEach: people, purpose: transactional, with: { templateId: 31 } }`;

test('a step whose people a cap may hold says how many it starts at most', async () => {
  const { events } = await decidedRun({
    backend: backends['the memory backend']!(),
    people: ['2348030000001', '2348030000002'],
    contacts: 'project: trial\ncaps: [{ max: 1, per: day, channel: whatsapp }]\n',
    steps,
  });
  const texts = events.map((event) =>
    eventToText(event, { timezone: 'UTC', showNumbers: false, stepName: (step) => step })?.trim(),
  );
  expect(texts).toContainEqual(expect.stringMatching(/hello started: at most 2 jobs, as far as contact caps allow$/));
  expect(texts).toContainEqual(expect.stringMatching(/code started: 2 jobs$/));
});
