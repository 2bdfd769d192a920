import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../src/service/validate/check-request.ts';
import { http, listen, peer } from '../rig/byte-server.ts';

const otp = { appId: 'app1', templateId: 31, to: '2348000000001' };
const success = '{"status":"0","reason":"success","data":{"verificationId":"v-1"}}';

describe('a request whose caller says no in the moment before it leaves', () => {
  const heldBack = { kind: 'unsent', reason: 'too late', heldBack: true };
  const late = { mayLeave: () => 'too late' };

  it('is unsent, and not a byte of it leaves', async () => {
    let bytes = 0;
    const closed: Promise<unknown>[] = [];
    const server = createServer((socket) => {
      closed.push(new Promise((resolve) => socket.on('close', resolve)));
      socket.on('error', () => socket.destroy()).on('data', (chunk) => (bytes += chunk.length));
    });
    await using service = await peer(() => undefined, { baseUrl: `http://127.0.0.1:${await listen(server)}` });
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => service.client.send('otp.send', otp, late)));
    expect(outcomes).toEqual([heldBack, heldBack, heldBack, heldBack]);
    await service.client.close();
    await new Promise((resolve) => server.close(resolve));
    await Promise.all(closed);
    expect([closed.length > 0, bytes]).toEqual([true, 0]);
  });

  it('is asked about when the connection is ready, and not when it is dispatched', async () => {
    await using service = await peer((socket) => socket.write(http('200 OK', success)));
    const four = (mayLeave: () => string | undefined) =>
      Promise.all([1, 2, 3, 4].map(() => service.client.send('otp.send', otp, { mayLeave })));
    for (const round of [1, 2]) {
      let reason: string | undefined = 'too early';
      const sent = four(() => reason);
      reason = undefined;
      expect((await sent).map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
      const unsent = four(() => reason);
      // The connections are there from before: these requests wait for the next turn of the event loop at most.
      reason = 'too late';
      expect(await unsent).toEqual([heldBack, heldBack, heldBack, heldBack]);
      expect(service.requests).toHaveLength(round * 4);
    }
  });

  it('is not asked about again once it has left', async () => {
    let asked = 0;
    await using service = await peer((socket) => socket.write(http('200 OK', success)));
    const mayLeave = () => (asked++ === 0 ? undefined : 'too late');
    expect((await service.client.send('otp.send', otp, { mayLeave })).kind).toBe('accepted');
    expect(asked).toBe(1);
  });
});

describe('a request that plain JavaScript gives wrongly', () => {
  it('is refused where it is not an operation, or its signal is not one, and nothing is left running', async () => {
    await using service = await peer(() => undefined, { timeouts: { totalMs: 1 } });
    const unknown = 'otp' as 'otp.send';
    await expect(service.client.send(unknown, otp)).rejects.toThrow(/^otp is not an operation: give one of whats/);
    expect(() => checkRequest(unknown, otp)).toThrow('otp is not an operation');
    const controller = new AbortController() as unknown as AbortSignal;
    await expect(service.client.send('otp.send', otp, { signal: controller })).rejects.toThrow(TypeError);
    // Its time limit would throw where nobody can catch it.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(service.requests).toEqual([]);
  });
});

describe('a connection that is made for the next request', () => {
  it('carries no byte before that request, which then uses it', async () => {
    let connections = 0;
    let bytes = 0;
    const server = createServer((socket) => {
      connections++;
      socket
        .on('error', () => socket.destroy())
        .on('data', (chunk) => {
          bytes += chunk.length;
          socket.write(http('200 OK', success));
        });
    });
    await using service = await peer(() => undefined, { baseUrl: `http://127.0.0.1:${await listen(server)}` });
    expect(await service.client.connect?.()).toBeUndefined();
    expect(await service.client.connect?.()).toBeUndefined();
    expect([connections, bytes]).toEqual([1, 0]);
    expect((await service.client.send('otp.send', otp)).kind).toBe('accepted');
    expect(connections).toBe(1);
    await service.client.close();
    await new Promise((resolve) => server.close(resolve));
  });

  it('that cannot be made is an unsent request, with its reason', async () => {
    await using service = await peer(() => undefined, { baseUrl: 'http://127.0.0.1:1' });
    expect(await service.client.connect?.()).toEqual({ kind: 'unsent', reason: 'connection refused (ECONNREFUSED)' });
  });
});
