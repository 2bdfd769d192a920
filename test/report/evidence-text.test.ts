import { expect, test } from 'vitest';
import { evidenceText } from '../../src/report/run/evidence-text.ts';

const leftAt = Date.parse('2026-11-23T09:00:00Z');
const lost = (reason: string, more: object = {}) =>
  evidenceText({ reason, leftAt, settledAt: leftAt + 30_000, ...more }, 'Etc/UTC');

test('what is recorded of a doubt is said for and against its arrival', () => {
  expect(lost('no answer within 30 s (after 4 attempts)')).toBe(
    'For arrival: a connection was open, and its bytes began to leave at 09:00:00. Against: no answer had come, 30 s later.',
  );
  expect(lost('connection closed while sending (EPIPE)', { settledAt: leftAt + 20 })).toMatch(
    / Against: it broke while they were being sent, at once\.$/,
  );
  expect(lost('HTTP 502 with a body that is not JSON')).toMatch(/, and something answered\. Against: /);
  expect(lost('HTTP 302, a redirect, which is never followed')).toMatch(/ Against: the answer was a redirect, /);
  expect(lost('an earlier attempt may have been carried out, and the retry was rejected: no', { code: '-9' })).toMatch(
    / an earlier attempt was sent, .* Against: a later one was refused with -9\.$/,
  );
});

test('no bytes are claimed to have left where that is not recorded', () => {
  const unknown = { leftAt: undefined };
  expect(lost('the process died before the answer was saved', unknown)).toMatch(/^Not known whether any bytes left: /);
  expect(lost('something else', unknown)).toBe('Whether any of its bytes left is not recorded.');
  expect(lost('connection reset (ECONNRESET)', unknown)).toBe(
    'For arrival: a connection was open, and its bytes began to leave. Against: it broke before a whole answer came.',
  );
});
