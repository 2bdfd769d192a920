import { describe, expect, test } from 'vitest';
import { createTokens, type TokenHeaders } from '../../src/control/page/tokens.ts';

/** A tab, and a server that knows one token. */
function tab(kept: string | null, right: string, ofOtherTab?: string) {
  const held = { token: kept };
  const other = { token: ofOtherTab };
  const place = { get: () => held.token, set: (token: string) => void (held.token = token) };
  const tokens = createTokens(place, async () => other.token);
  const used: (string | undefined)[] = [];
  const server = { wrong: 401, right: 200 };
  const ask = (): Promise<{ status: number }> =>
    tokens.send(async ({ authorization }: TokenHeaders) => {
      used.push(authorization);
      return { status: authorization === `Bearer ${right}` ? server.right : server.wrong };
    });
  return { ...tokens, held, other, used, server, ask };
}

describe('the token of a tab', () => {
  test('comes with the first link', async () => {
    const { offer, ask, held } = tab(null, 'own');
    offer('own');
    expect([await ask(), held.token]).toEqual([{ status: 200 }, 'own']);
  });

  test('is not replaced by that of another link while it is good, also when it is refused later', async () => {
    const { offer, ask, held, server } = tab('own', 'own');
    offer('of somebody else');
    expect(await ask()).toEqual({ status: 200 });
    server.right = 401;
    expect(await ask()).toEqual({ status: 401 });
    expect(held.token).toBe('own');
  });

  test.each([401, 429])('is replaced by that of a new link when it is an old one (%i)', async (wrong) => {
    const { offer, ask, held, used, server } = tab('old', 'new');
    server.wrong = wrong;
    offer('new');
    const answers = await Promise.all([ask(), ask()]);
    expect(answers).toEqual([{ status: 200 }, { status: 200 }]);
    expect([used, held.token]).toEqual([['Bearer old', 'Bearer old', 'Bearer new', 'Bearer new'], 'new']);
  });

  test('is that of another tab where its own is an old one, as of a bookmark', async () => {
    const { ask, held, used } = tab('old', 'new', 'new');
    expect(await Promise.all([ask(), ask()])).toEqual([{ status: 200 }, { status: 200 }]);
    expect([used, held.token]).toEqual([['Bearer old', 'Bearer old', 'Bearer new', 'Bearer new'], 'new']);
  });

  test('is that of another tab which is opened later, as after the control room was started again', async () => {
    const { ask, held, other } = tab('old', 'new');
    expect(await ask()).toEqual({ status: 401 });
    other.token = 'new';
    expect([await ask(), held.token]).toEqual([{ status: 200 }, 'new']);
  });

  test('is the one that somebody types', async () => {
    const { offer, keep, ask, held } = tab('old', 'typed');
    offer('of somebody else');
    keep('typed');
    expect([await ask(), held.token]).toEqual([{ status: 200 }, 'typed']);
  });

  test('that is wrong, like the link’s, is asked for once each', async () => {
    const { offer, ask, used } = tab('old', 'right');
    offer('wrong');
    expect([await ask(), await ask()]).toEqual([{ status: 401 }, { status: 401 }]);
    expect(used).toEqual(['Bearer old', 'Bearer wrong', 'Bearer wrong']);
  });
});
