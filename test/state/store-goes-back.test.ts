import { expect, test } from 'vitest';
import { stateTrouble } from '../../src/state/state-trouble.ts';
import { createStoreBackend } from '../../src/state/store-backend.ts';
import { intend } from '../rig/lease.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { ben, intent, leaseOf } from '../rig/state-backends.ts';

const troubleOf = (work: Promise<void>): Promise<unknown> => work.then(() => 'none', stateTrouble);

test('a leader does not take the change of another one for its own when the database went back between them', async () => {
  const url = await newDatabase();
  const backend = createStoreBackend({ url });
  await (await leaseOf(backend)).close();
  const [before] = await query(url, 'SELECT epoch, revision FROM callsheet.campaign');
  const first = await leaseOf(backend);
  await query(
    url,
    `UPDATE callsheet.campaign SET epoch = ${String(before?.['epoch'])}, revision = ${String(before?.['revision'])},
       leader_run = NULL, lease_until = NULL`,
  );
  const second = await leaseOf(backend);
  await intend(second, intent);
  expect(await troubleOf(intend(first, { ...intent, ...ben }))).toBe('leaseLost');
  await first.close();
  await second.close();
});
