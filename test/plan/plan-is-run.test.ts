import { expect, test } from 'vitest';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { decidedRun } from '../rig/decided-run.ts';

/** Steps that wait for one another, for some people, with hours and delays, of a seed. */
function campaignOf(seed: number): { readonly steps: string; readonly people: readonly string[] } {
  const random = createSeededRandom(seed);
  const pick = <T>(...of: readonly T[]): T => of[Math.floor(random.next() * of.length)]!;
  const people = Array.from({ length: pick(1, 3, 12) }, (_, index) => String(2348030000100 + index));
  const count = pick(2, 3, 5);
  const steps = Array.from({ length: count }, (_, at) => {
    const before = `s${Math.floor(random.next() * at)}`;
    const follows = at > 0 && random.next() < 0.8;
    const outcome = pick('accepted', 'rejected', 'skipped');
    const onlyIf = follows && random.next() < 0.6 ? `, onlyIf: { step: ${before}, outcome: ${outcome} }` : '';
    const where = random.next() < 0.3 ? `, where: { phone: "*${pick('1', '2', '00')}" }` : '';
    const needs = follows ? `, needs: ${before}` : '';
    const delay = follows ? pick('', ', delay: 10m', ', delay: 25h') : '';
    const until = pick('', '', ', until: 2026-11-23T10:05:00');
    const runs = follows && random.next() < 0.2 && onlyIf === '' ? ', runs: on-failure' : '';
    const withText = pick(
      'uses: otp.send, with: { templateId: 31 }',
      'uses: whatsapp.send, with: { type: text, text: { body: Hi } }',
    );
    return `  s${at}: { ${withText}, forEach: { audience: people${onlyIf}${where} }${needs}${delay}${until}${runs} }`;
  });
  return { steps: steps.join('\n'), people };
}

test('what a plan counts as to send is what the run sends, where nothing fails (60 campaigns)', async () => {
  let requests = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const { steps, people } = campaignOf(seed);
    const { planned, sent, result } = await decidedRun({ backend: createMemoryBackend(), steps, people });
    expect({ seed, sent: sent.length }).toEqual({ seed, sent: planned });
    expect(result).toMatchObject({ ended: 'finished' });
    requests += sent.length;
  }
  expect(requests).toBeGreaterThan(200);
});
