import { expect, test } from 'vitest';
import { seeRun } from '../../src/run/run-state.ts';
import type { OpenedReader } from '../../src/state/backend.ts';
import { about, ada, backends, intent, leaseOf } from '../rig/state-backends.ts';

test.each(Object.entries(backends))(
  'a run that has ended is not finished once a job is to be sent again, in %s',
  async (_, open) => {
    const backend = open();
    const lease = await leaseOf(backend);
    await lease.apply([{ kind: 'begun', at: 500 }]);
    await lease.apply([{ kind: 'intend', to: intent }]);
    await lease.apply([{ kind: 'settle', to: { ...ada, attempt: 1, at: 1_500, state: 'rejected', code: '-69' } }]);
    await lease.apply([{ kind: 'ended', end: { exitCode: 3, at: 2_000 } }]);
    await lease.close();
    const { reader } = (await backend.openForReading({ about })) as OpenedReader;
    expect((await seeRun(reader)).state).toBe('finished');
    await backend.decide(about, [{ ...ada, attempts: 1, state: 'pending', at: 3_000, by: 'Ada' }]);
    expect((await seeRun(reader)).state).toBe('stopped');
    await reader.close();
  },
);
