import { expect, test } from 'vitest';
import type { Requests } from '../../src/ledger/backend.ts';
import { followRequests } from '../../src/run/follow-requests.ts';
import { createRunControl } from '../../src/run/run-control.ts';

test('a pause stays, though the answer to an earlier question comes after it', async () => {
  const control = createRunControl();
  const asked: ((requests: Requests) => void)[] = [];
  const requests = followRequests(control, { requests: () => new Promise((answer) => void asked.push(answer)) });
  const [first, second] = [requests.read(), requests.read()];
  // Both are under way, or the second one waits for the first.
  asked[1]?.({ control: 'pause', decisions: 0 });
  asked[0]!({ control: 'run', decisions: 0 });
  if (asked[1] === undefined) await expect.poll(() => asked[1]).toBeDefined();
  asked[1]!({ control: 'pause', decisions: 0 });
  await Promise.all([first, second]);
  requests.stop();
  expect(control.requested()).toEqual({ kind: 'pause' });
});
