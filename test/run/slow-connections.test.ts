import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type CampaignRig, createCampaignRig, once, people, sumsOf, whatsappStep } from '../rig/campaign-rig.ts';
import type { Child } from '../rig/child.ts';
import { noonZone } from '../rig/noon-zone.ts';
import { sampleOf } from '../rig/sample-of.ts';
import { createSlowTls, type SlowTls } from '../rig/slow-tls.ts';

const members = people(40);
const concurrency = 16;

interface SlowRig extends AsyncDisposable {
  readonly rig: CampaignRig;
  readonly tls: SlowTls;
  run(env?: Readonly<Record<string, string>>): Child;
}

/** A campaign for forty people, sixteen at once after the first, over TLS whose handshakes wait. */
async function slowCampaign(head = ''): Promise<SlowRig> {
  const rig = await createCampaignRig();
  const tls = await createSlowTls(rig.sandbox.url);
  await rig.members(members);
  await rig.campaign(whatsappStep, `limits: { concurrency: ${concurrency} }\n${head}`);
  return {
    rig,
    tls,
    run: (env = {}) => rig.process(['run', 'campaign.yaml', '--yes'], { ...tls.env, ...env }),
    async [Symbol.asyncDispose]() {
      await rig[Symbol.asyncDispose]();
      await tls[Symbol.asyncDispose]();
    },
  };
}

const shiftClock = fileURLToPath(new URL('../rig/shift-clock.cjs', import.meta.url));

/** A campaign that ends in an hour, and a process for which that hour passes at once: a connection is given up after five seconds. */
async function endsInAnHour() {
  const zone = noonZone();
  const style = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
  const ends = new Intl.DateTimeFormat('sv-SE', style).format(Date.now() + 3_600_000);
  const slow = await slowCampaign(`timezone: ${zone}\nends: ${ends}`);
  const skipped = join(slow.rig.folder, 'skipped');
  await slow.rig.write('skipped', '0');
  return {
    ...slow,
    run: () => slow.run({ NODE_OPTIONS: `--require ${shiftClock}`, SKIPPED_TIME: skipped }),
    pass: () => slow.rig.replace('skipped', '3600000'),
  };
}

describe('requests that wait for their connection', () => {
  test('do not leave once `ends` has come', async () => {
    await using slow = await endsInAnHour();
    const { tls, rig } = slow;
    tls.holdAfterFirst();
    const child = slow.run();
    await tls.waiting(concurrency);
    const bytes = tls.bytes();
    await slow.pass();
    tls.release();
    const ended = await child.ended;
    expect(sumsOf(ended)).toEqual({ hello: '1 · · 39 · ·' });
    expect(tls.bytes()).toBe(bytes);
    expect(rig.requests()).toHaveLength(1);
  });

  test('do not leave when the process was stopped before and goes on after `ends`', async () => {
    await using slow = await endsInAnHour();
    const { tls, rig } = slow;
    tls.holdAfterFirst();
    const child = slow.run();
    await tls.waiting(concurrency);
    const bytes = tls.bytes();
    child.kill('SIGSTOP');
    tls.release();
    await slow.pass();
    child.kill('SIGCONT');
    expect(sumsOf(await child.ended)).toEqual({ hello: '1 · · 39 · ·' });
    expect(tls.bytes()).toBe(bytes);
    expect(rig.requests()).toHaveLength(1);
  });

  test.each(sampleOf(['-1', '-68'], 1))(
    'do not leave after another one was answered %s; later everybody is reached once',
    async (status) => {
      await using slow = await slowCampaign();
      const { tls, rig } = slow;
      // The first request goes alone; after its answer the others wait for connections of their own.
      await rig.fault({ kind: 'status', status, skip: 1 });
      tls.hold(1);
      const child = slow.run();
      await tls.waiting(concurrency - 1);
      await child.line(/stopping \(the service answered/);
      tls.release();
      const ended = await child.ended;
      expect(ended.code).toBe(4);
      expect(ended.stdout).toContain(`Stopped: the service answered ${status}: `);
      expect(sumsOf(ended)).toEqual({ hello: '1 · · · · 39' });
      expect(rig.requests()).toHaveLength(2);

      await rig.noFaults();
      expect((await slow.run().ended).code).toBe(0);
      expect(rig.effects('whatsapp.send')).toEqual(once(members));
    },
  );

  test('do not leave while the run is paused, and leave after `resume`: everybody is reached once', async () => {
    await using slow = await slowCampaign();
    const { tls, rig } = slow;
    tls.holdAfterFirst();
    const child = slow.run();
    await tls.waiting(concurrency);
    const bytes = tls.bytes();
    expect((await rig.callsheet(['pause', 'campaign.yaml'], tls.env).ended).code).toBe(0);
    await child.line(/paused: nothing new starts/);
    tls.release();
    await tls.empty();
    expect(tls.bytes()).toBe(bytes);
    expect((await rig.callsheet(['resume', 'campaign.yaml'], tls.env).ended).code).toBe(0);
    expect((await child.ended).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
  });

  test.each(sampleOf(['cancel', 'SIGTERM', 'SIGINT'] as const, 1))(
    'do not leave after %s; later everybody is reached once',
    async (word) => {
      await using slow = await slowCampaign();
      const { tls, rig } = slow;
      tls.holdAfterFirst();
      const child = slow.run();
      await tls.waiting(concurrency);
      const bytes = tls.bytes();
      if (word === 'cancel') await rig.callsheet(['cancel', 'campaign.yaml'], tls.env).ended;
      else child.kill(word);
      await child.line(/stopping \(/);
      tls.release();
      const ended = await child.ended;
      expect(ended.code).toBe(4);
      expect(sumsOf(ended)).toEqual({ hello: '1 · · · · 39' });
      expect(tls.bytes()).toBe(bytes);

      if (word === 'cancel') await rig.callsheet(['resume', 'campaign.yaml'], tls.env).ended;
      expect((await slow.run().ended).code).toBe(0);
      expect(rig.effects('whatsapp.send')).toEqual(once(members));
    },
  );
});
