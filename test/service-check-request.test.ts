import { describe, expect, it } from 'vitest';
import { checkRequest, rules } from '../src/service/check-request.ts';

describe('a request body', () => {
  it('is held against rules with ids of their own', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });

  it('may have null wherever a field is optional', () => {
    const body = { appId: 'app1', templateId: 31, flowId: null, to: '2348000000001', channel: null, orderId: null };
    expect(checkRequest('otp.send', body)).toEqual([]);
  });
});
