import { describe, expect, it } from 'vitest';
import { checkBaseUrl, normalBaseUrl } from '../../src/service/contract/addresses.ts';
import { createClient } from '../../src/service/http/client.ts';
import { credentials, http, noon, peer } from '../rig/byte-server.ts';

describe('the service address', () => {
  it('is https, or http on this machine', () => {
    const good = [
      'https://api.example.com',
      'https://api.example.com/v1/',
      'http://127.0.0.1:8080',
      'http://localhost',
      'http://[::1]:1',
      'http://127.1',
    ];
    for (const url of good) expect(checkBaseUrl(url)).toBeUndefined();
  });

  it('has one spelling', () => {
    const same = ['https://api.example.com/v1', 'HTTPS://API.example.com:443/v1/', 'https://api.example.com//../v1//'];
    expect(new Set(same.map(normalBaseUrl))).toEqual(new Set(['https://api.example.com/v1']));
    expect(normalBaseUrl('http://127.1:80/')).toBe('http://127.0.0.1');
    expect(normalBaseUrl('http://[0:0::1]:8080')).toBe('http://[::1]:8080');
    // The case of a path matters.
    expect(normalBaseUrl('https://api.example.com/V1')).not.toBe(same[0]);
    expect(['sandbox', '', 'no url'].map(normalBaseUrl)).toEqual(['sandbox', '', 'no url']);
  });

  it('says /v3 once where the base URL and the path both have it', async () => {
    await using service = await peer((socket) => socket.write(http('200 OK', '{"status":"0"}')));
    const clock = { now: () => noon, sleepUntil: () => Promise.resolve() };
    const paths = async (path: string) => {
      service.requests.length = 0;
      const client = createClient({ baseUrl: `${service.baseUrl}${path}`, clock, connections: 1, ...credentials });
      for (const id of ['agents.list', 'axb.list'] as const) await client.send(id, '{}');
      await client.close();
      return service.requests.map((request) => request.split(' ')[1]);
    };
    for (const path of ['/v3', '/v3/'])
      expect(await paths(path)).toEqual(['/v3/cc/seat/query', '/v3/number/pns/queryBindPage']);
    expect(await paths('/av3')).toEqual(['/av3/v3/cc/seat/query', '/av3/number/pns/queryBindPage']);
    expect(await paths('')).toEqual(['/v3/cc/seat/query', '/number/pns/queryBindPage']);
  });

  it('is refused otherwise, without being repeated', () => {
    expect(checkBaseUrl('api.example.com')).toBe(
      'The base URL is not a URL: write it as https://host or https://host/path.',
    );
    expect(checkBaseUrl('ftp://api.example.com')).toBe(
      'The base URL must begin with https://, or with http:// if it is on this machine.',
    );
    expect(checkBaseUrl('localhost:8080')).toBe(
      'The base URL must begin with https://, or with http:// if it is on this machine.',
    );
    expect(checkBaseUrl('https://me:hunter2@api.example.com')).toBe(
      'The base URL may not hold a user name or password: calls are signed with the API key and secret.',
    );
    expect(checkBaseUrl('https://api.example.com/?a=1')).toBe(
      'The base URL may not have a query (?) or a fragment (#).',
    );
    for (const host of [
      'api.example.com',
      '192.168.0.1',
      'localhost.example.com',
      '127.0.0.1.example.com',
      '0.0.0.0',
    ]) {
      expect(checkBaseUrl(`http://${host}`)).toBe(
        'The base URL must begin with https://: without TLS anybody on the way can read numbers and repeat calls. Plain http is for this machine only.',
      );
    }
  });

  it('and the keys are refused in words that do not repeat them', () => {
    const clock = { now: () => noon, sleepUntil: () => Promise.resolve() };
    const make = (options: object) => () =>
      createClient({ baseUrl: 'https://api.example.com', clock, connections: 1, ...credentials, ...options });
    expect(make({ baseUrl: 'http://me:hunter2@x' })).toThrow(/^The base URL may not hold a user name or password/);
    expect(make({ apiKey: 'key\r\nX: y' })).toThrow('The API key must be visible ASCII characters without blanks.');
    // As a variable that is not set.
    expect(make({ apiKey: undefined })).toThrow(/^The API key and the API secret must be given/);
    expect(make({ apiSecret: undefined })).toThrow(/^The API key and the API secret must be given/);
    expect(make({ apiSecret: 'secret\n' })).toThrow('The API secret must be one word without blanks.');
    expect(make({ apiKey: null })).toThrow(/^The API key and the API secret must be given/);
    expect(make({ baseUrl: new URL('https://api.example.com') })).toThrow(/^The base URL is not a URL/);
  });

  it('and limits with which every answer would count as lost are refused', async () => {
    const make = (options: object) => createClient({ baseUrl: 'https://x.example', ...credentials, ...options });
    for (const totalMs of [Number.POSITIVE_INFINITY, 2 ** 31, 0, Number.NaN, '30 s', null])
      expect(() => make({ timeouts: { totalMs } })).toThrow('timeouts.totalMs: give milliseconds above 0, at most');
    for (const connections of [0, 1.5, null])
      expect(() => make({ connections })).toThrow('connections: give a whole number above 0');
    await make({ timeouts: { totalMs: 2 ** 31 - 1, connectMs: undefined }, connections: undefined }).close();
  });
});
