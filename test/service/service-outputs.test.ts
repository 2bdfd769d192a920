import { describe, expect, it } from 'vitest';
import { readOutputs, unreadOutput } from '../../src/service/contract/outputs.ts';

describe('the outputs of an accepted answer', () => {
  it('are a balance as numbers, and their sum to the millionth', () => {
    const answer = { status: '0', reason: 'success', balance: '0.10', gift: '0.20', credit: '0' };
    expect(readOutputs('sms.balance', answer)).toEqual({ balance: 0.1, gift: 0.2, credit: 0, available: 0.3 });
    const large = { balance: '9007199254.740993', gift: '-0.000001', credit: null };
    expect(readOutputs('sms.balance', large)).toEqual({
      balance: 9007199254.740993,
      gift: -0.000001,
      available: 9007199254.740992,
    });
  });

  it('are a balance with groups or with an exponent, to its last digit', () => {
    for (const [text, number] of [
      ['1,234.50', 1234.5],
      ['12,345,678', 12_345_678],
      ['-1,234.500001', -1234.500001],
      ['1E+2', 100],
      ['1.5e3', 1500],
      ['0E-6', 0],
    ] as const) {
      expect([text, readOutputs('sms.balance', { balance: text, gift: '' })]).toEqual([
        text,
        { balance: number, available: number },
      ]);
    }
  });

  it('are absent if a balance is not a decimal, and the words that were answered are kept', () => {
    // "1,234" may be a thousand or a little more than one.
    for (const balance of ['', '1,234', '1.234,50', '1,23.4', 'EUR 5', 'NaN', {}, [], '0x10']) {
      expect(readOutputs('sms.balance', { balance })).toEqual({});
      for (const output of ['balance', 'available'])
        expect(unreadOutput('sms.balance', output, { balance })).toBe(`balance is ${JSON.stringify(balance)}`);
    }
    expect(readOutputs('sms.balance', { balance: null })).toEqual({});
    expect(unreadOutput('sms.balance', 'balance', { balance: null })).toBeUndefined();
  });

  it('have no sum with a part that cannot be read', () => {
    const answer = { balance: '1.00', gift: 'n/a', credit: null };
    expect(readOutputs('sms.balance', answer)).toEqual({ balance: 1 });
    expect(unreadOutput('sms.balance', 'available', answer)).toBe('gift is "n/a"');
  });

  it('are the ids of what was sent, uploaded or begun', () => {
    expect(
      readOutputs('whatsapp.send', { data: { messageId: 'm-1', timestamp: '1630468800', channelType: 0 } }),
    ).toEqual({
      messageId: 'm-1',
      timestamp: 1630468800,
    });
    expect(readOutputs('voice.redial', { code: '0', data: 4711 })).toEqual({ taskId: 4711 });
    expect(readOutputs('audio.upload', { status: '0', data: 'f-1' })).toEqual({ fileId: 'f-1' });
    expect(
      readOutputs('otp.send', { data: { verificationId: 'v', to: '1', channel: 'sna', snaUrl: 'https://x' } }),
    ).toEqual({
      verificationId: 'v',
      snaUrl: 'https://x',
    });
    expect(readOutputs('aivoice.pause', { status: '0', data: null })).toEqual({});
    expect(readOutputs('agents.list', { data: { total: 1, records: [{ name: 'Ada' }] } })).toEqual({
      total: 1,
      records: [{ name: 'Ada' }],
    });
  });

  it('are absent where the answer has another shape, and never inherited', () => {
    expect(readOutputs('whatsapp.send', { data: 'gone' })).toEqual({});
    expect(readOutputs('agents.list', { data: { total: 'many', records: 'none' } })).toEqual({});
    expect(readOutputs('whatsapp.send', JSON.parse('{"data":{"__proto__":{"messageId":"m"}}}') as never)).toEqual({});
  });
});
