import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createRunLog } from '../../src/cli/output/run-reporter.ts';
import type { RunEvent } from '../../src/run/event.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = Date.parse('2026-11-23T08:00:00Z');
const events: readonly RunEvent[] = [
  { event: 'waiting', at, until: at + 3_600_000, step: 'hello', heldBy: 'window' },
  { event: 'job', at, job: { step: 'hello', key: '2348030000001' }, state: 'accepted', attempts: 1 },
  { event: 'job', at, job: { step: 'hello', key: '2348030000002' }, state: 'rejected', attempts: 1, code: '-69' },
  {
    event: 'draining',
    at,
    inFlight: 2,
    reason: { kind: 'answer', operation: 'otp.send', code: '-10', reason: 'no money' },
  },
  { event: 'resting', at, until: at + 1_000, reason: 'HTTP 429 for 2348030000001' },
];

test('the log of a run has instants in words, numbers masked, and leaves out who was accepted', async () => {
  const path = join(folder, 'run.log');
  const log = await createRunLog(path, 'Africa/Lagos');
  for (const event of events) log.write(event);
  log.close();
  expect(readFileSync(path, 'utf8')).toBe(
    '{"level":"info","event":"waiting","at":"2026-11-23T09:00:00+01:00","until":"2026-11-23T10:00:00+01:00","step":"hello","heldBy":"window"}\n' +
      '{"level":"info","event":"job","at":"2026-11-23T09:00:00+01:00","address":"hello[234…0002]","state":"rejected","attempts":1,"code":"-69"}\n' +
      '{"level":"info","event":"draining","at":"2026-11-23T09:00:00+01:00","inFlight":2,"reason":"the service answered -10: no money; top up the account"}\n' +
      '{"level":"info","event":"resting","at":"2026-11-23T09:00:00+01:00","until":"2026-11-23T09:00:01+01:00","reason":"HTTP 429 for 234…0001"}\n',
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a log that cannot be written keeps nobody from being sent to', async () => {
  const path = join(folder, 'elsewhere.log');
  symlinkSync(join(folder, 'gone/run.log'), path);
  const log = await createRunLog(path, 'Africa/Lagos');
  for (const event of events) log.write(event);
  log.close();
  expect(log.problem).toMatch(/elsewhere\.log cannot be written \(ENOENT: /);
});

test('a line that a full disk has cut does not take the next event with it', async () => {
  const path = join(folder, 'cut.log');
  writeFileSync(path, '{"level":"info","event":"wait');
  for (let process = 0; process < 2; process++) {
    const log = await createRunLog(path, 'Africa/Lagos');
    log.write(events[0]!);
    log.close();
  }
  const [cut, ...whole] = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(cut).toBe('{"level":"info","event":"wait');
  expect(whole.map((line) => JSON.parse(line).event)).toEqual(['waiting', 'waiting']);
});
