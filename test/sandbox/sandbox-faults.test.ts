import { describe, expect, it } from 'vitest';
import { createSkippingClock } from '../../src/platform/clocks.ts';
import { createInProcessSandbox } from '../../src/sandbox/in-process-sandbox.ts';
import { readWorld } from '../../src/sandbox/world/read-world.ts';
import { type SandboxRig, sandboxRig, textTo } from '../rig/sandbox.ts';

describe('a fault', () => {
  it('that resets before the work leaves nothing done, after it everything', async () => {
    await using rig = await sandboxRig();
    await rig.change('faults', { kind: 'reset-before', times: 1 });
    await expect(send(rig, '2348030000001')).rejects.toThrow('ECONNRESET');
    expect(await reached(rig)).toEqual([]);
    await rig.change('faults', { kind: 'reset-after', times: 1 });
    await expect(send(rig, '2348030000001')).rejects.toThrow('ECONNRESET');
    expect(await reached(rig)).toEqual(['2348030000001']);
    expect((await send(rig, '2348030000001')).body.status).toBe('0');
    const { requests } = await rig.read<{
      requests: Record<string, { http: number; body: { status: string } | null }>[];
    }>('requests?operation=whatsapp.send');
    expect(requests.map(({ fault, answer }) => [fault, answer?.http, answer?.body?.status])).toEqual([
      ['reset-before', 0, undefined],
      ['reset-after', 200, '0'],
      [undefined, 200, '0'],
    ]);
  });

  it('answers an HTTP error as a gateway would, before the work or after it', async () => {
    await using rig = await sandboxRig();
    await rig.change('faults', { kind: 'http', times: 1 });
    const page = await send(rig, '2348030000001');
    expect([page.http, page.headers['content-type'], page.text.slice(0, 15)]).toEqual([
      503,
      'text/html;charset=UTF-8',
      '<!doctype html>',
    ]);
    await rig.change('faults', { kind: 'http', http: 429, headers: { 'retry-after': '7' }, body: '{}', times: 1 });
    const throttled = await send(rig, '2348030000002');
    expect([throttled.http, throttled.headers['retry-after'], throttled.text]).toEqual([429, '7', '{}']);
    await rig.change('faults', { kind: 'http', http: 504, when: 'after', times: 1 });
    expect((await send(rig, '2348030000003')).http).toBe(504);
    expect(await reached(rig)).toEqual(['2348030000003']);
  });

  it('spoils answers of work that is done: late, byte by byte, cut, garbage, other types', async () => {
    await using rig = await sandboxRig();
    const under = async (fault: unknown): Promise<unknown> => {
      await rig.change('faults', fault);
      const answer = await send(rig, '2348030000001').catch((error: Error) => error.message);
      await rig.call('/_sandbox/faults', undefined, { method: 'DELETE' });
      return typeof answer === 'string' ? answer : answer.text;
    };
    expect(await under({ kind: 'delay', ms: 1 })).toContain('"status":"0"');
    expect(await under({ kind: 'drip', ms: 0 })).toContain('"status":"0"');
    expect(await under({ kind: 'truncate' })).toBe('aborted');
    expect(await under({ kind: 'garbage' })).toBe('{"status":"0\u0000\u0007","rea}}]]<');
    expect(await under({ kind: 'wrong-type' })).toBe('{"status":[true],"code":{},"reason":0,"msg":null,"data":"none"}');
    expect(await reached(rig)).toHaveLength(5);
  });

  it('whose headers cannot be sent spoils that answer alone', async () => {
    const lines: string[] = [];
    await using rig = await sandboxRig({ log: (line) => lines.push(line) });
    await rig.change('faults', { kind: 'http', headers: { trailer: 'x' }, times: 1 });
    expect((await send(rig, '2348030000001')).http).toBe(500);
    expect((await send(rig, '2348030000001')).body.status).toBe('0');
    expect(lines.join()).toContain('Trailers are invalid');
  });

  it('that hangs answers nobody, and does not keep the sandbox from closing', async () => {
    const rig = await sandboxRig();
    await rig.change('faults', { kind: 'hang' });
    const hanging = send(rig, '2348030000001').then(
      () => 'an answer',
      (error: NodeJS.ErrnoException) => error.code,
    );
    await until(async () => (await rig.read<{ faults: { struck: number }[] }>('faults')).faults[0]?.struck === 1);
    await rig.sandbox.close();
    expect(await hanging).toBe('ECONNRESET');
  });

  it('hits by operation, recipient, last digits and count, after some requests have passed', async () => {
    await using rig = await sandboxRig();
    const status = async (recipient: string): Promise<unknown> => (await send(rig, recipient)).body.status;
    const fault = { kind: 'status', status: '-18', operation: 'whatsapp.send' };
    await rig.change('faults', [
      { ...fault, recipient: '2348030000001', times: 2, skip: 1 },
      { ...fault, recipient: '*77', reason: 'as asked' },
    ]);
    const answers = [];
    for (let attempt = 0; attempt < 5; attempt++) answers.push(await status('2348030000001'));
    expect(answers).toEqual(['0', '-18', '-18', '0', '0']);
    expect([await status('2348030000077'), await status('2348030000078')]).toEqual(['-18', '0']);
    expect((await rig.call('/sms/getBalance')).body.status).toBe('0');
    const { faults } = await rig.read<{ faults: { seen: number; struck: number }[] }>('faults');
    expect(faults.map(({ seen, struck }) => [seen, struck])).toEqual([
      [5, 2],
      [1, 1],
    ]);
  });

  it('with a rate hits the same requests for the same seed', async () => {
    const pattern = async (seed: number): Promise<string> => {
      await using rig = await sandboxRig({ world: { faults: [{ kind: 'status', status: '-18', rate: 0.5, seed }] } });
      let struck = '';
      for (let at = 0; at < 24; at++) struck += (await rig.call('/sms/getBalance')).body.status === '0' ? '.' : 'x';
      return struck;
    };
    const first = await pattern(7);
    expect(first).toMatch(/x/);
    expect(first).toMatch(/\./);
    expect(await pattern(7)).toBe(first);
    expect(await pattern(8)).not.toBe(first);
  });

  it('meets magic numbers by itself, where the world turns them on', async () => {
    await using rig = await sandboxRig({ world: { magicNumbers: 'on' } });
    const status = async (recipient: string): Promise<unknown> => {
      const answer = await send(rig, recipient).catch((error: NodeJS.ErrnoException) => error.code);
      return typeof answer === 'object' ? (answer.body.status ?? answer.http) : answer;
    };
    expect(await status('2348030009001')).toBe('-68');
    expect(await status('2348030009002')).toBe('ECONNRESET');
    expect(await status('2348030009003')).toBe('ECONNRESET');
    expect(await status('2348030009004')).toBe(503);
    expect([await status('2348030009005'), await status('2348030009005'), await status('2348030009005')]).toEqual([
      429,
      429,
      '0',
    ]);
    expect(await reached(rig)).toEqual(['2348030009002', '2348030009005']);
  });

  it('that is wrong is refused with one sentence', async () => {
    await using rig = await sandboxRig();
    const error = async (fault: unknown): Promise<unknown> => {
      const answer = await rig.change('faults', fault);
      return [answer.http, answer.body.error];
    };
    expect(await error({})).toEqual([400, 'kind is missing']);
    expect(await error({ kind: 'status' })).toEqual([400, 'status is missing']);
    expect(await error({ kind: 'status', status: -18 })).toEqual([400, 'status: must be text']);
    expect(await error({ kind: 'delay', mS: 1 })).toEqual([
      400,
      'mS: a world has no such field here: did you mean `ms`?',
    ]);
    expect(await error({ faults: [{ kind: 'hang' }, { kind: 'http', headers: { 'a b': 'c' } }] })).toEqual([
      400,
      expect.stringMatching(/^headers: /),
    ]);
    expect(await error({ kind: 'http', status: '429' })).toEqual([400, 'status: means nothing for the kind http']);
    expect(await error({ kind: 'delay', ms: 1, when: 'before' })).toEqual([
      400,
      'when: means nothing for the kind delay',
    ]);
    expect(await error({ faults: {} })).toEqual([400, 'must be a list']);
    expect(await rig.read('faults')).toEqual({ faults: [] });
  });
});

describe('a sandbox in process', () => {
  it('gives the outcomes that a client over HTTP would give', async () => {
    const clock = createSkippingClock(Date.parse('2026-11-23T08:00:00Z'));
    const { world } = readWorld({
      faults: ['reset-before', 'reset-after', 'hang', 'garbage', 'truncate', 'wrong-type', 'drip'].map((kind) => ({
        kind,
        times: 1,
      })),
    });
    const { account, transport } = createInProcessSandbox({ clock, ...(world && { world }) });
    const outcomes = [];
    for (let attempt = 0; attempt < 8; attempt++)
      outcomes.push((await transport.send('whatsapp.send', textTo('2348030000001'))).kind);
    expect(outcomes).toEqual([
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      'accepted',
      'accepted',
    ]);
    // The hang took its thirty seconds of virtual time.
    expect(clock.now()).toBeGreaterThanOrEqual(Date.parse('2026-11-23T08:00:30Z'));
    expect(account.ledger.messages).toBe(6);
  });
});

describe('in process, as over HTTP,', () => {
  const clock = createSkippingClock(Date.parse('2026-11-23T08:00:00Z'));

  it('a client signs with the first key that is enabled', async () => {
    const { world } = readWorld({
      keys: [
        { key: 'old', secret: 'a', state: 'disabled' },
        { key: 'new', secret: 'b' },
      ],
    });
    const { transport } = createInProcessSandbox({ clock, world: world! });
    expect(await transport.send('whatsapp.send', textTo('2348030000001'))).toMatchObject({ kind: 'accepted' });
  });

  it('the name of a header is read in any case', async () => {
    const { world } = readWorld({ faults: [{ kind: 'http', http: 429, headers: { 'Retry-After': '600' } }] });
    const { transport } = createInProcessSandbox({ clock, world: world! });
    const outcome = await transport.send('whatsapp.send', textTo('2348030000001'));
    expect(outcome).toMatchObject({ kind: 'throttled', retryAfterMs: 600_000 });
  });
});

function send(rig: SandboxRig, recipient: string): ReturnType<SandboxRig['call']> {
  return rig.call('/wa/custom/sendMsg', textTo(recipient));
}

/** Whom the sandbox has on its list, whatever its answers said. */
async function reached(rig: SandboxRig): Promise<readonly string[]> {
  const { messages } = await rig.read<{ messages: { recipient: string }[] }>('messages');
  return messages.map(({ recipient }) => recipient);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds()));
}
