import { expect, test } from 'vitest';
import { evidenceText } from '../../src/report/run/doubt-text.ts';

const leftAt = Date.parse('2026-11-23T09:00:00Z');
const lost = (reason: string, more: object = {}) =>
  evidenceText({ reason, leftAt, settledAt: leftAt + 30_000, ...more }, 'Etc/UTC');

test('what is recorded of a doubt is said for and against its arrival', () => {
  expect(lost('no answer within 30 s (after 4 attempts)')).toBe(
    'May have arrived: a connection was open, and sending began at 09:00:00. May not have: no answer came within 30 s.',
  );
  expect(lost('connection closed while sending (EPIPE)', { settledAt: leftAt + 20 })).toMatch(
    / May not have: the connection broke immediately, while the request was being sent\.$/,
  );
  expect(lost('HTTP 502 with a body that is not JSON')).toMatch(/, and something answered\. May not have: /);
  expect(lost('HTTP 302, a redirect, which is never followed')).toMatch(/ May not have: the answer was a redirect, /);
  expect(lost('an earlier attempt may have been carried out, and the retry was rejected: no', { code: '-9' })).toMatch(
    / an earlier attempt was sent, .* May not have: a later one was refused with -9\.$/,
  );
});

test('no bytes are claimed to have left where that is not recorded', () => {
  const unknown = { leftAt: undefined };
  expect(lost('the process died before the answer was saved', unknown)).toMatch(
    /^It is not known whether the request left: /,
  );
  expect(lost('something else', unknown)).toBe('It is not recorded whether the request left.');
  expect(lost('connection reset (ECONNRESET)', unknown)).toBe(
    'May have arrived: a connection was open, and sending began. May not have: the connection broke before a complete answer came.',
  );
});
