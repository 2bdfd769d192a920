import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { lookupFrom, placeOf, refuseNearer, TooNear } from '../../src/snapshot/sources/read-http.ts';

test.each([
  ['machine', ['127.0.0.1', '127.8.9.10', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1', '::ffff:7f00:1']],
  [
    'network',
    ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '100.127.0.1'],
  ],
  [
    'network',
    ['fd00::1', 'fe80::1', 'fe80::1%eth0', 'ff02::1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '255.255.255.255'],
  ],
  [
    'internet',
    ['8.8.8.8', '172.32.0.1', '172.15.0.1', '100.63.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8'],
  ],
])('an address is on the %s: %j', (place, addresses) => {
  expect(addresses.map((address) => [address, placeOf(address)])).toEqual(addresses.map((one) => [one, place]));
});

test('a name of this machine is refused before anything is connected to, and so is its number', async () => {
  const lookup = (name: string, most: 'internet' | 'machine', all: boolean) =>
    promisify(lookupFrom(most))(name, { all }) as Promise<unknown>;
  await expect(lookup('localhost', 'internet', true)).rejects.toThrow('localhost');
  await expect(lookup('localhost', 'internet', false)).rejects.toThrow('localhost');
  expect(await lookup('localhost', 'machine', true)).toContainEqual({ address: '127.0.0.1', family: 4 });
  for (const url of ['https://127.1/', 'https://0x7f000001/', 'https://[::1]/', 'https://[::ffff:10.0.0.1]/'])
    expect(() => refuseNearer(new URL(url), 'internet')).toThrow(TooNear);
  expect(() => refuseNearer(new URL('https://10.0.0.1/'), 'network')).not.toThrow(TooNear);
  expect(() => refuseNearer(new URL('https://example.com/'), 'internet')).not.toThrow(TooNear);
});
