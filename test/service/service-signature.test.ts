import { describe, expect, it } from 'vitest';
import { sign, signHeaders, verifySignature } from '../../src/service/http/signature.ts';

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
    expect(verifySignature(credentials, '1630468800', known)).toBe(true);
    for (const given of [known.toUpperCase(), known.slice(1), `${known}0`, '', `1${known.slice(1)}`]) {
      expect(verifySignature(credentials, '1630468800', given)).toBe(false);
    }
    expect(verifySignature(credentials, '1630468801', known)).toBe(false);
    expect(verifySignature({ ...credentials, apiSecret: '7bz1lzh8' }, '1630468800', known)).toBe(false);
  });
});
