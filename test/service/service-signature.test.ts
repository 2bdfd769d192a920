import { describe, expect, it } from 'vitest';
import { admit } from '../../src/sandbox/http/admit.ts';
import { defaultWorld } from '../../src/sandbox/world/complete-world.ts';
import { sign, signHeaders } from '../../src/service/http/signature.ts';

const credentials = { apiKey: 'bDqJFiq9', apiSecret: '7bz1lzh9' };
const known = '05d7a50893e22a5c4bb3216ae3396c7c';

describe('the signature', () => {
  it('is the MD5 of key, secret and timestamp without separators', () => {
    expect(sign(credentials, '1630468800')).toBe(known);
  });

  it('is in the four headers, with the time in whole seconds', () => {
    expect(signHeaders(credentials, 1_630_468_800_999)).toEqual({
      'Content-Type': 'application/json;charset=UTF-8',
      'Api-Key': 'bDqJFiq9',
      Timestamp: '1630468800',
      Sign: known,
    });
  });

  it('is verified exactly: no other case, length, secret or time', () => {
    const verify = (given: string, timestamp = '1630468800', secret = '7bz1lzh9') => {
      const world = { ...defaultWorld, keys: [{ key: 'bDqJFiq9', secret, state: 'enabled' as const }] };
      const headers = { 'api-key': 'bDqJFiq9', timestamp, sign: given };
      return admit(world, { operation: 'sms.balance', headers, ip: '::1' }, 1_630_468_800_000)?.rule;
    };
    expect(verify(known)).toBeUndefined();
    // The same byte in latin1, but another character.
    const wide = String.fromCharCode(known.charCodeAt(0) + 256);
    for (const first of ['-', '1', wide]) expect(verify(first + known.slice(1))).toBe('auth.sign.right');
    for (const given of [known.toUpperCase(), `${known}0`, known.slice(1)])
      expect(verify(given)).toBe('auth.sign.right');
    expect(verify(known, '1630468801')).toBe('auth.sign.right');
    expect(verify(known, '1630468800', '7bz1lzh8')).toBe('auth.sign.right');
  });
});
