import { describe, expect, test } from 'vitest';
import { rowPrinters } from '../../src/report/jobs/job-rows.ts';
import { readOutputs } from '../../src/service/contract/outputs.ts';
import { readAnswer } from '../../src/service/contract/read-answer.ts';
import { sign } from '../../src/service/http/signature.ts';
import { type AnswerRequest, credentials, http, noon, peer } from '../rig/byte-server.ts';

const { apiKey, apiSecret } = credentials;
const signature = sign(credentials, String(noon / 1000));

function answering(body: unknown): AnswerRequest {
  return (socket) => void socket.write(http('200 OK', typeof body === 'string' ? body : JSON.stringify(body)));
}

describe('the reason of a refusal', () => {
  test('is one line of visible characters', async () => {
    const reason = 'no\u001b]8;;http://x\u0007rate\r\n::add-mask::x\u202e\u2028\u009b31m';
    await using service = await peer(answering({ status: '-69', reason }));
    expect(await service.client.send('otp.send', '{}')).toEqual({
      kind: 'rejected',
      code: '-69',
      reason: 'no\\u001b]8;;http://x\\u0007rate\\r\\n::add-mask::x\\u202e\\u2028\\u009b31m',
    });
  });

  test('is cut after 1,000 characters', async () => {
    await using service = await peer(answering({ code: '-41', msg: 'ha'.repeat(450_000) }));
    expect(await service.client.send('voice.redial', '{}')).toEqual({
      kind: 'rejected',
      code: '-41',
      reason: `${'ha'.repeat(500)}… (cut, of 900,000 characters)`,
    });
  });

  test('says neither our key, nor our secret, nor our signature, in whatever case, also where it is cut', async () => {
    for (const secret of [apiKey, apiSecret, signature].flatMap((one) => [one, one.toUpperCase(), one.toLowerCase()])) {
      for (const reason of [`unknown ${secret}!`, `${'x'.repeat(996)}${secret}`]) {
        await using service = await peer(answering({ status: '-1', reason }));
        const outcome = await service.client.send('otp.send', '{}');
        expect(outcome).toMatchObject({ kind: 'rejected', reason: expect.stringContaining('[sec') });
        expect(JSON.stringify(outcome).toLowerCase()).not.toContain(secret.slice(0, 4).toLowerCase());
      }
    }
  });
});

describe('an accepted answer', () => {
  test('says neither key, nor secret, nor signature, however its JSON writes them', async () => {
    const escaped = Array.from(apiSecret, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    const body = `{"status":"0","reason":"${escaped}","data":{"messageId":"m-1","more":[{"k":"a ${apiKey.toUpperCase()} b"}],"${escaped}":1,"sign":"${signature}"}}`;
    await using service = await peer(answering(body));
    expect(await service.client.send('whatsapp.send', '{}')).toEqual({
      kind: 'accepted',
      code: '0',
      answer: {
        status: '0',
        reason: '[secret]',
        data: { messageId: 'm-1', more: [{ k: 'a [secret] b' }], sign: '[secret]' },
      },
    });
  });

  test('is left as it is where nothing of ours is in it', () => {
    const body = '{"status":"0","reason":"ok","data":{"messageId":"m-1"}}';
    expect(readAnswer({ operation: 'whatsapp.send', http: 200, body, now: noon })).toMatchObject({
      answer: JSON.parse(body),
    });
  });

  test('gives no id that is too long or holds what nobody can see: the state file keeps it for every job', () => {
    const outputsOf = (messageId: string) => readOutputs('whatsapp.send', { data: { messageId } });
    expect(outputsOf('m-1')).toEqual({ messageId: 'm-1' });
    expect(outputsOf('m'.repeat(4096))).toHaveProperty('messageId');
    expect(outputsOf('m'.repeat(4097))).toEqual({});
    expect(outputsOf('m\u001b[31m')).toEqual({});
    expect(outputsOf('m\u202e')).toEqual({});
  });
});

test('JUnit’s XML is well-formed, whatever a reason says', () => {
  const every = Array.from({ length: 0x11 }, (_, plane) =>
    [0, 1, 8, 0xb, 0x1b, 0x7f, 0x85, 0xd800, 0xdc00, 0xfffe, 0xffff]
      .map((low) => String.fromCodePoint(plane * 0x10000 + low))
      .join(''),
  );
  const reason = `<b>&"' ]]> --> ${every.join(' ')} \ud83d lone`;
  const printer = rowPrinters.junit('spring', false);
  const row = { address: 'hello[1]', step: 'hello', state: 'rejected', code: '-1', reason, attempts: 1 } as const;
  const xml = printer.begin() + printer.row(row) + printer.end();
  // XML 1.0, production [2].
  expect(xml).toMatch(/^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u);
  const element = /<(\/?)([a-z]+)((?: [a-z]+="(?:[^<&"]|&(?:amp|lt|gt|quot|#39);)*")*)(\/?)>/g;
  const open: string[] = [];
  const closed: [string | undefined, string][] = [];
  const rest = xml
    .replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>/, '')
    .replace(element, (_, end, name, _attributes, empty) => {
      if (end !== '/' && empty !== '/') open.push(name);
      if (end === '/') closed.push([open.pop(), name]);
      return '';
    });
  expect(closed.filter(([opened, name]) => opened !== name)).toEqual([]);
  expect({ open, rest: rest.trim() }).toEqual({ open: [], rest: '' });
});
