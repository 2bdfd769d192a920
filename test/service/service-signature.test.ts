import { describe, expect, it } from 'vitest';
import { isSignedBy } from '../../src/sandbox/http/signature-check.ts';
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
    expect(isSignedBy(credentials, '1630468800', known)).toBe(true);
    // The same byte in latin1, but another character.
    const wide = String.fromCharCode(known.charCodeAt(0) + 256);
    for (const first of ['', '1', wide])
      expect(isSignedBy(credentials, '1630468800', first + known.slice(1))).toBe(false);
    for (const given of [known.toUpperCase(), `${known}0`, '']) {
      expect(isSignedBy(credentials, '1630468800', given)).toBe(false);
    }
    expect(isSignedBy(credentials, '1630468801', known)).toBe(false);
    expect(isSignedBy({ ...credentials, apiSecret: '7bz1lzh8' }, '1630468800', known)).toBe(false);
  });
});
