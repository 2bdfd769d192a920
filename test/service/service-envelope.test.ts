import { describe, expect, it } from 'vitest';
import { readEnvelope, writeEnvelope } from '../../src/service/contract/envelope.ts';

describe('an answer', () => {
  it('has its code in status and its words in reason', () => {
    expect(readEnvelope('otp.send', { status: '-27', reason: 'too many', data: null })).toEqual({
      code: '-27',
      reason: 'too many',
    });
  });

  it('has its code in code and its words in msg for a redial, and only there', () => {
    expect(readEnvelope('voice.redial', { code: '0', msg: 'ok', data: 5 })).toEqual({ code: '0', reason: 'ok' });
    expect(readEnvelope('voice.redial', { status: '0', reason: 'ok' })).toBeUndefined();
    expect(readEnvelope('otp.send', { code: '0', msg: 'ok' })).toBeUndefined();
  });

  it('is a success with the text 0 and with the number 0', () => {
    expect(readEnvelope('otp.send', { status: '0' })).toEqual({ code: '0', reason: '' });
    expect(readEnvelope('otp.send', { status: 0, reason: null })).toEqual({ code: '0', reason: '' });
  });

  it('is not an envelope with a code of another type or form', () => {
    for (const status of [
      500,
      -16,
      true,
      null,
      undefined,
      '',
      'OK',
      '0.0',
      '00',
      ' 0',
      '-',
      '-0',
      [],
      {},
      '9'.repeat(30),
    ]) {
      expect(readEnvelope('otp.send', { status, reason: 'Internal Server Error' })).toBeUndefined();
    }
    for (const answer of [null, undefined, 0, '0', [], [{ status: '0' }], true]) {
      expect(readEnvelope('otp.send', answer)).toBeUndefined();
    }
  });

  it('is written as it is read', () => {
    expect(JSON.stringify(writeEnvelope('otp.send', { code: '0', reason: 'success' }, { data: null }))).toBe(
      '{"status":"0","reason":"success","data":null}',
    );
    expect(JSON.stringify(writeEnvelope('voice.redial', { code: '-41', reason: 'task name already exists' }))).toBe(
      '{"code":"-41","msg":"task name already exists"}',
    );
  });
});
