import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Requests } from '../../src/ledger/backend.ts';
import { followRequests } from '../../src/run/carry-out-run.ts';
import { createRunControl } from '../../src/run/run-control.ts';

test('a pause stays, though the answer to an earlier question is slow', async () => {
  const control = createRunControl();
  let answerFirst: (requests: Requests) => void = () => {};
  const answers = [
    new Promise<Requests>((answer) => {
      answerFirst = answer;
    }),
    Promise.resolve({ control: 'pause', decisions: 0 } as const),
  ];
  const requests = followRequests(control, { requests: () => answers.shift()! });
  const both = [requests.read(), requests.read()];
  await setImmediate();
  answerFirst({ control: 'run', decisions: 0 });
  await Promise.all(both);
  requests.stop();
  expect(control.requested()).toEqual({ kind: 'pause' });
});
