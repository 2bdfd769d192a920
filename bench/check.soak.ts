import { readAnswer } from '../src/service/contract/read-answer.ts';
import { operationIds } from '../src/service/operations/operations.ts';
import { checkHostile } from '../test/rig/check-hostile.ts';
import { seeded } from '../test/rig/hostile-files.ts';

/**
 * Campaigns and audiences hurt at random, and bytes as answers of the service: a finding or an outcome, never a crash, a
 * hang, or memory that grows. A failing seed is printed and fails again with `SEED=n ROUNDS=1`.
 */
const first = Number(process.env['SEED'] ?? 1);
const rounds = Number(process.env['ROUNDS'] ?? 100_000);
const hangMs = 5000;

const failures: string[] = [];
const begin = performance.now();
let highest = 0;
for (let seed = first; seed < first + rounds; seed++) {
  const started = performance.now();
  const failure = (await checkHostile(seed)) ?? answerFailure(seed);
  if (failure !== undefined) failures.push(failure);
  if (performance.now() - started > hangMs)
    failures.push(`seed ${seed}: took ${Math.round(performance.now() - started)} ms`);
  if (seed % 10_000 === 0) {
    highest = Math.max(highest, process.memoryUsage().rss);
    const seconds = ((performance.now() - begin) / 1000).toFixed(0);
    process.stdout.write(
      `${seed - first + 1} documents, ${seconds} s, ${Math.round(highest / 1e6)} MB, ${failures.length} failures\n`,
    );
  }
}
for (const failure of failures.slice(0, 20)) process.stdout.write(`${failure}\n`);
process.stdout.write(`${rounds} campaigns with audiences, ${rounds} answers: ${failures.length} failures\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

function answerFailure(seed: number): string | undefined {
  const random = seeded(seed);
  const pieces = [
    '{',
    '}',
    '"status"',
    '"code"',
    ':',
    ',',
    '"0"',
    '0',
    '-1',
    'null',
    '[',
    ']',
    '"reason"',
    '"data"',
    '"\\u0000"',
    '1e999',
    'true',
    '\uD800',
    '<html>',
  ];
  let body = random() < 0.5 ? '{"status":"0","reason":"","data":{' : '';
  for (let left = Math.floor(random() * 30); left > 0; left--) body += pieces[Math.floor(random() * pieces.length)];
  try {
    const operation = operationIds[Math.floor(random() * operationIds.length)]!;
    const http = [200, 200, 204, 400, 429, 500, 503][Math.floor(random() * 7)]!;
    const retryAfter = [undefined, '3', body.slice(0, 20)][Math.floor(random() * 3)];
    readAnswer({ operation, http, body, retryAfter, now: 1_700_000_000_000 });
    return undefined;
  } catch (error) {
    return `seed ${seed}: an answer: ${error instanceof Error ? error.stack : String(error)}`;
  }
}
