import { expect, expectTypeOf, test } from 'vitest';
import type { ClientOptions, RehearseOptions, ReportOptions, RunOptions } from '../../src/index.ts';
import { createClient } from '../../src/index.ts';
import { type SandboxOptions, startSandbox } from '../../src/sandbox/start-sandbox.ts';

/** `{ run: process.env.RUN }` compiles with `exactOptionalPropertyTypes`, which `tsc --init` turns on. */
test('an option that is undefined is as one that is not given', async () => {
  const none = undefined;
  const sandboxOptions: SandboxOptions = { world: none, port: none, host: none, clock: none, data: none, log: none };
  const sandbox = await startSandbox(sandboxOptions);
  const more: Partial<ClientOptions> = { clock: none, connections: none, timeouts: { totalMs: none }, proxy: none };
  const client = createClient({ ...sandbox.service, ...more });
  const outcome = await client.send('otp.send', { appId: 'sandbox-app', templateId: 31, to: '2348030000001' });
  expect(outcome.kind).toBe('accepted');
  await client.close();
  await sandbox.close();
  type Unset<Name extends string> = { readonly [_ in Name]: undefined };
  expectTypeOf<Unset<'run' | 'clock' | 'signal' | 'only' | 'first' | 'onEvent'>>().toExtend<Partial<RunOptions>>();
  expectTypeOf<Unset<'run' | 'at' | 'seed' | 'onEvent'>>().toExtend<Partial<RehearseOptions>>();
  expectTypeOf<Unset<'run' | 'format' | 'showNumbers'>>().toExtend<Partial<ReportOptions>>();
});
