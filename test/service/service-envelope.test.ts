import { describe, expect, it } from 'vitest';
import { readEnvelope, writeEnvelope } from '../../src/service/contract/envelope.ts';

describe('an answer', () => {
  it('has its code in status and its words in reason', () => {
    expect(readEnvelope('otp.send', { status: '-27', reason: 'too many', data: null })).toEqual({
      code: '-27',
      reason: 'too many',
    });
  });

  it('has its code in code and its words in msg for a redial', () => {
    expect(readEnvelope('voice.redial', { code: '0', msg: 'ok', data: 5 })).toEqual({ code: '0', reason: 'ok' });
  });

  it('is also read with the names of the other operations, where it lacks its own', () => {
    expect(readEnvelope('voice.redial', { status: '-16', reason: 'old' })).toEqual({ code: '-16', reason: 'old' });
    expect(readEnvelope('otp.send', { status: null, code: '0', msg: 'ok' })).toEqual({ code: '0', reason: 'ok' });
    expect(readEnvelope('otp.send', { status: '-27', msg: 'many' })).toEqual({ code: '-27', reason: 'many' });
  });

  it('means what its own names say, where it has both', () => {
    const both = { status: '-1', reason: 'of status', code: '0', msg: 'of code' };
    expect(readEnvelope('otp.send', both)).toEqual({ code: '-1', reason: 'of status' });
    expect(readEnvelope('voice.redial', both)).toEqual({ code: '0', reason: 'of code' });
    // A framework's own failure, whatever is beside it.
    expect(readEnvelope('otp.send', { status: 500, code: '0', msg: 'ok' })).toBeUndefined();
  });

  it('has a code as text or as a number', () => {
    expect(readEnvelope('otp.send', { status: '0' })).toEqual({ code: '0', reason: '' });
    expect(readEnvelope('otp.send', { status: 0, reason: null })).toEqual({ code: '0', reason: '' });
    expect(readEnvelope('voice.redial', { code: -41, msg: 'taken' })).toEqual({ code: '-41', reason: 'taken' });
  });

  it('is not an envelope with a code of another type or form', () => {
    for (const status of [
      500,
      -0.5,
      -1e9,
      Number.NaN,
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
