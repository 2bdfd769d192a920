import { expect, test } from 'vitest';
import { formatStopReason } from '../../src/report/reason-text.ts';
import type { StopReason } from '../../src/run/stop-reason.ts';

const noTemplate = { operation: 'otp.send', code: '-69', reason: 'template not found' } as const;

test.each<[StopReason, string]>([
  [
    { kind: 'answer', operation: 'otp.send', code: '-10', reason: 'customer balance insufficient' },
    'the service answered -10: customer balance insufficient; top up the account',
  ],
  [
    { kind: 'answer', operation: 'whatsapp.send', code: '-1', reason: 'authentication error' },
    'the service answered -1: authentication error; check CALLSHEET_API_KEY and CALLSHEET_API_SECRET with `callsheet doctor`',
  ],
  [
    { kind: 'answer', operation: 'agents.list', code: '-2', reason: 'authentication error' },
    'the service answered -2: authentication error; check CALLSHEET_API_KEY and CALLSHEET_API_SECRET with `callsheet doctor`',
  ],
  [
    { kind: 'answer', operation: 'otp.send', code: '-2', reason: 'restricted IP access' },
    'the service answered -2: restricted IP access; ask the service to allow the address of this machine',
  ],
  [
    { kind: 'clock', code: '-16', reason: 'timestamp expired' },
    "the service answered -16: timestamp expired; set this machine's clock",
  ],
  [
    { kind: 'turnedAway', reason: 'HTTP 404 with a body that is not JSON' },
    'nothing was accepted yet, and the first answer is HTTP 404 with a body that is not JSON: check CALLSHEET_BASE_URL, and whether a proxy or gateway blocks this machine',
  ],
  [{ kind: 'unreachable', reason: 'connection refused' }, 'the service cannot be reached: connection refused'],
  [
    { kind: 'budget', budget: 1, spent: 0.1 + 0.2 },
    'the budget of 1.00 is used up (0.30 spent); raise `limits.budget`',
  ],
  [
    { kind: 'budget', budget: 0.0225, spent: 0.0225, currency: 'EUR' },
    'the budget of 0.0225 EUR is used up (0.0225 EUR spent); raise `limits.budget`',
  ],
  [{ kind: 'doubts', inDoubt: 20 }, '20 jobs are in doubt (limits.doubts)'],
  [{ kind: 'doubts', inDoubt: 1 }, '1 job is in doubt (limits.doubts)'],
  [
    { kind: 'staleList', list: 'dnc', maxAgeMs: 86_400_000 },
    'the suppression list `dnc` is older than 1d: import it again with `callsheet suppress --import FILE --list dnc`',
  ],
  [
    { kind: 'rejections', rejected: 5, of: 50, most: { ...noTemplate, jobs: 5 } },
    '5 of the last 50 jobs were rejected (limits.stopAfter), with -69: template not found',
  ],
  [
    { kind: 'rejections', rejected: 1, of: 6, most: { ...noTemplate, code: '', reason: 'no answer', jobs: 1 } },
    '1 of the last 6 jobs was rejected (limits.stopAfter), with no answer',
  ],
  [
    { kind: 'rejections', rejected: 50, of: 96, step: 'hello', most: { ...noTemplate, jobs: 49 } },
    '50 of the last 96 jobs of `hello` were rejected, most often with -69: template not found; to send all the same, set `limits.stopAfter: never`',
  ],
  [
    { kind: 'oneCode', step: 'hello', operation: 'otp.send', code: '-69', reason: 'no', jobs: 20 },
    'the service rejected the first 20 jobs of `hello` with one code, -69: no; to send all the same, set `limits.stopAfter: never`',
  ],
  [{ kind: 'stateFile' }, 'the state cannot be read or written'],
  [{ kind: 'signal', signal: 'SIGTERM' }, 'SIGTERM'],
  [{ kind: 'cancelled' }, 'cancelled'],
  [{ kind: 'aborted' }, 'aborted'],
  [{ kind: 'endless' }, 'the rehearsal gave up after a year'],
  [{ kind: 'refused', reason: 'another run has begun' }, 'another run has begun'],
])('%o', (reason, text) => {
  expect(formatStopReason(reason)).toBe(text);
});
