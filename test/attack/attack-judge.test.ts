import { describe, expect, test } from 'vitest';
import { type Evidence, judge } from '../rig/attack/judge.ts';
import { type Arrival, credentials, startIndependentService } from '../rig/attack/service/independent-service.ts';
import { createRequestReader, type RawRequest } from '../rig/attack/service/request-reader.ts';
import { createPlainClient } from '../rig/plain-client.ts';
import { readModules, type SourceModule } from '../rig/source-module.ts';

const ada = '2348030000037';
const bola = '2348030000074';

/** Ada was written to, Bola was refused and got a code instead; both are recorded so. */
const kept: Evidence = {
  arrivals: [
    arrival({ person: ada, mark: 'first', at: 1_000 }),
    arrival({ person: bola, mark: 'first', at: 1_010, effect: false }),
    arrival({ person: bola, mark: 'template 102', at: 1_020 }),
  ],
  steps: [
    { id: 'first', mark: 'first', people: [ada, bola] },
    { id: 'fallback', mark: 'template 102', people: [ada, bola], fallbackOf: 'first' },
  ],
  claims: [
    { step: 'first', key: ada, state: 'accepted' },
    { step: 'first', key: bola, state: 'rejected', reason: 'rate does not exist' },
    { step: 'fallback', key: ada, state: 'skipped', reason: 'onlyIf:first' },
    { step: 'fallback', key: bola, state: 'accepted' },
  ],
  ran: true,
  said: [said({ stdout: 'Done: 234803••••037\n' })],
  files: { 'here/.callsheet/attacked.log': 'started\n' },
  secrets: ['K-key', 'S-secret'],
};

describe('the judge of an attack', () => {
  test('finds nothing where every promise is kept', () => {
    expect(judge(kept)).toEqual([]);
  });

  test.each<[string, Partial<Evidence>, string]>([
    [
      'twice',
      { arrivals: [...kept.arrivals, arrival({ person: ada, mark: 'first', at: 1_030 })] },
      `first ${ada} was reached 2 times (honest)`,
    ],
    [
      'somebody else',
      { arrivals: [...kept.arrivals, arrival({ person: '999', mark: 'first', at: 1_030 })] },
      'first 999 was reached, and is on no list of that step',
    ],
    ['do not contact', { doNotContact: [ada] }, `first ${ada} was reached, and is on the do-not-contact list`],
    [
      'a fallback',
      {
        arrivals: [...kept.arrivals, arrival({ person: ada, mark: 'template 102', at: 1_030 })],
        claims: kept.claims.map((claim) => ({ ...claim, state: 'accepted' })),
      },
      `fallback ${ada} was reached, though first had reached them`,
    ],
    [
      'nobody says so',
      { arrivals: kept.arrivals.slice(1), claims: kept.claims.slice(1) },
      `first ${ada} was not reached, and nobody says so`,
    ],
    [
      'accepted, but not reached',
      { arrivals: kept.arrivals.slice(1) },
      `first ${ada} is recorded as accepted, and was not reached`,
    ],
    [
      'no reason',
      { claims: kept.claims.map(({ step, key, state }) => ({ step, key, state })) },
      `first ${bola} is rejected without a reason`,
    ],
    ['left out', { unhindered: true }, `first ${bola} was not reached, and nothing prevented it`],
    ['a row', { unclear: ['2.34E+12'] }, 'run campaign.yaml says nothing of 1 rows that are left out'],
    [
      'reached and recorded as rejected',
      { claims: [{ step: 'first', key: ada, state: 'rejected', reason: '500' }, ...kept.claims.slice(1)] },
      `first ${ada} was reached, and is recorded as rejected`,
    ],
    [
      'while paused',
      { quiets: [{ why: 'pause had been obeyed', from: 1_015 }] },
      '/wa/custom/sendMsg arrived 5 ms after pause had been obeyed',
    ],
    ['after the end', { closesAt: 1_020 }, '/wa/custom/sendMsg arrived 0 ms after the campaign had ended'],
    [
      'another text',
      {
        approved: new Map([
          [ada, 'first: Hi'],
          [bola, 'first: Hello'],
        ]),
      },
      `${ada} got "first: Hello", which nobody approved`,
    ],
    ['the secret', { files: { 'x.db': '..S-secret..' } }, 'x.db holds the secret'],
    ['the key', { said: [said({ stderr: 'unknown key K-key' })] }, 'what run campaign.yaml printed holds the key'],
    [
      'the secret sent',
      { arrivals: [{ ...kept.arrivals[0]!, body: 'S-secret' }, ...kept.arrivals.slice(1)] },
      'request 1 holds the secret',
    ],
    [
      'a control character',
      { said: [said({ stdout: 'a\u001b[2J' })] },
      'run campaign.yaml printed a control character (U+001b)',
    ],
    [
      'a forged line',
      { said: [said({ stdout: 'reason: x\n::add-mask::y\n' })] },
      'run campaign.yaml printed a line that somebody else wrote',
    ],
    ['no XML', { said: [said({ format: 'junit', stdout: 'a\uffffb' })] }, 'run campaign.yaml is not XML (U+ffff)'],
    ['endless', { said: [said({ stdout: 'x'.repeat(3_000_000) })] }, 'run campaign.yaml printed 3 MB'],
    [
      'a number',
      { said: [said({ stdout: `+234 803 000 0037 is busy` })] },
      `run campaign.yaml printed ${ada} unmasked`,
    ],
  ])('finds: %s', (_, broken, sentence) => {
    expect(judge({ ...kept, ...broken })).toContain(sentence);
  });

  test('takes a doubt by name, a pending job, and a run that was refused as a whole for an account of somebody', () => {
    const without = { ...kept, arrivals: kept.arrivals.slice(1) };
    const claimed = (state: string): Evidence => ({
      ...without,
      claims: [{ step: 'first', key: ada, state }, ...kept.claims.slice(1)],
    });
    expect(judge(claimed('inDoubt'))).toEqual([]);
    expect(judge(claimed('pending'))).toEqual([]);
    expect(judge({ ...without, claims: [], ran: false })).toEqual([]);
  });
});

describe('the independent service', () => {
  test('imports nothing of the product, nor do the judge and the attacks, by whatever way', () => {
    const modules = new Map(readModules('test').map((module) => [module.path, module]));
    const attack = [...modules.keys()].filter((path) => path.startsWith('test/rig/attack/'));
    expect(attack.length).toBeGreaterThan(10);
    expect(productIn(modules, attack)).toEqual([]);
    // Others do, so that this test can fail.
    expect(productIn(modules, ['test/state/second-runner.test.ts'])).toContain('src/sandbox/start-sandbox.ts');
  });

  test('checks the signature and its age, and the fields', async () => {
    await using service = await startIndependentService();
    const message = { appId: 'app-1', businessPhone: '2348000000001', channelType: 0, recipient: ada, type: 'text' };
    const statusOf = async (body: unknown, { secret = credentials.apiSecret, agoSeconds = 0 } = {}) => {
      const seconds = (): number => Math.floor(Date.now() / 1000) - agoSeconds;
      const client = createPlainClient({ url: service.url, seconds, apiKey: credentials.apiKey, apiSecret: secret });
      const answer = await client.call('/wa/custom/sendMsg', body);
      return (answer.body as { readonly status: string }).status;
    };
    expect(await statusOf({ ...message, text: { body: 'Hello' } })).toBe('0');
    expect(await statusOf({ ...message, text: { body: 'Hello' } }, { secret: 'S-other' })).toBe('-1');
    expect(await statusOf({ ...message, text: { body: 'Hello' } }, { agoSeconds: 400 })).toBe('-16');
    expect(await statusOf(message)).toBe('-114');
    expect(await statusOf({ ...message, recipient: '+234' })).toBe('-72');
    expect(service.arrivals.filter(({ effect }) => effect).map(({ work }) => work?.people)).toEqual([[ada]]);
  });

  test('reads requests one after the other, in whatever pieces they come', () => {
    const requests: RawRequest[] = [];
    const reader = createRequestReader((request) => requests.push(request));
    const one = (body: string): string => `POST /x HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    for (const byte of Buffer.from(`${one('{"a":1}')}${one('')}`)) reader.push(Buffer.from([byte]));
    reader.push(Buffer.from(`${one('first')}${one('second')}`));
    expect(requests.map(({ body }) => body)).toEqual(['{"a":1}', '', 'first', 'second']);
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/x', raw: one('{"a":1}') });
  });

  test('does the work once for a name, whatever it answers', async () => {
    await using service = await startIndependentService();
    service.choose = () => ({ name: 'busy', work: 'done', reply: { kind: 'page', http: '503 Busy', body: '' } });
    const client = createPlainClient({ url: service.url, ...credentials });
    const code = { appId: 'app-1', templateId: 7, to: ada, orderId: 'order-1' };
    expect(await client.call('/otp/verification/send', code)).toMatchObject({ http: 503 });
    expect((await client.call('/otp/verification/send', code)).body).toMatchObject({ status: '-20' });
    expect(service.arrivals.map(({ effect }) => effect)).toEqual([true, false]);
  });
});

function productIn(modules: ReadonlyMap<string, SourceModule>, from: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const left = [...from];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    left.push(...(modules.get(path)?.imports ?? []).flatMap(({ file }) => file ?? []));
  }
  return [...seen].filter((path) => path.startsWith('src/') || path.startsWith('dist/'));
}

function arrival(given: {
  readonly person: string;
  readonly mark: string;
  readonly at: number;
  readonly effect?: boolean;
}): Arrival {
  const { person, mark, at, effect = true } = given;
  const work = { operation: 'message', people: [person], mark, content: 'first: Hello' } as const;
  const bytes = { method: 'POST', path: '/wa/custom/sendMsg', headers: new Map<string, string>(), body: '', raw: '' };
  return { ...bytes, firstByteAt: at, lastByteAt: at, connection: 1, behaviour: 'honest', work, effect };
}

function said(given: Partial<Evidence['said'][number]>): Evidence['said'][number] {
  return { command: 'run campaign.yaml', format: 'text', code: 0, stdout: '', stderr: '', ...given };
}
