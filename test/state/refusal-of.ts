import { expect } from 'vitest';
import { refusalMessage } from '../../src/cli/messages/state-messages.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { about, me } from '../rig/state-backends.ts';

/** Why a store is refused for running, in words, with what differs from run to run left out. */
export async function refusalOf(url: string): Promise<string> {
  const backend = createStoreBackend({ url });
  const opened = await backend.openForRunning({ about, me, adopt: false });
  if (!('refused' in opened)) {
    await opened.lease.close();
    return 'not refused';
  }
  const words = `${refusalMessage(opened.refused, backend.location, { file: 'x.yaml' })} Nothing was sent.`;
  expect(words).not.toContain('secret');
  return words
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/callsheet_test_\w+?(?=_runner|_reader|\W|$)|own_\d+/g, 'DB');
}
