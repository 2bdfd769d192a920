import { describe, expect, it } from 'vitest';
import { assumptions } from '../../src/service/contract/assumptions.ts';
import { documentedStatus } from '../../src/service/contract/statuses.ts';
import { parameterCode, rules, rulesEarning } from '../../src/service/validate/bind.ts';
import { checkRequest, firstBreach } from '../../src/service/validate/check-request.ts';
import { pathsOf, put, valueAt } from '../rig/edit-body.ts';
import { limits, required, type Shape } from '../rig/service-limits.ts';
import { requests } from '../rig/service-requests.ts';

/** Ids of the rules that some example below has broken. */
const broken = new Set<string>();

/** What the service would answer to the shape's right request with the value at `path` put in place of the right one. */
function answerTo(shape: Shape, path: string, value: unknown): { status?: string; rule?: string } {
  const { operation, body } = requests[shape];
  const violation = firstBreach(operation, put(body, path.split('.'), value));
  if (violation !== undefined) broken.add(violation.rule);
  return violation === undefined ? {} : { status: violation.status, rule: violation.rule };
}

describe('a right request', () => {
  it.each(Object.keys(requests) as Shape[])('of the shape %s breaks no rule', (shape) => {
    const { operation, body } = requests[shape];
    expect(checkRequest(operation, body)).toEqual([]);
  });

  it('may have null wherever a field is optional', () => {
    const body = { appId: 'app1', templateId: 31, flowId: null, to: '2348000000001', channel: null, orderId: null };
    expect(checkRequest('otp.send', body)).toEqual([]);
  });

  it('may have a whole number as businessPhone, but not as recipient', () => {
    expect(answerTo('text', 'businessPhone', 2348000000001)).toEqual({});
    expect(answerTo('text', 'recipient', 2348000000001).status).toBe('-134');
  });

  it('may have fields that the document does not name', () => {
    expect(answerTo('otp', 'note', { any: 'thing' })).toEqual({});
    expect(answerTo('text', 'image', 'not looked at')).toEqual({});
  });

  it('for the balance has no body, so that none is wrong', () => {
    expect(checkRequest('sms.balance', undefined)).toEqual([]);
  });
});

describe('a required field', () => {
  it.each(Object.keys(requests) as Shape[])('of the shape %s is missing when absent, null or empty', (shape) => {
    for (const [path, status] of Object.entries(required[shape])) {
      const right = valueAt(requests[shape].body, path);
      const absences = [
        undefined,
        null,
        ...(typeof right === 'string' ? ['', ' \t'] : Array.isArray(right) ? [[]] : []),
      ];
      for (const absence of absences) {
        const answer = answerTo(shape, path, absence);
        expect([path, answer.status, answer.rule?.split('.').at(-1)]).toEqual([path, status, 'required']);
      }
    }
  });

  it('that is required under a condition may be absent otherwise', () => {
    for (const name of [
      'voiceFileId',
      'uploadName',
      'baseFile',
      'text',
      'lan',
      'smsAppId',
      'sipGroupId',
      'toSeatKey',
    ]) {
      const shape = name === 'voiceFileId' ? 'redialStream' : 'redialFile';
      expect(answerTo(shape, name, undefined)).toEqual({});
    }
    const { body } = requests.redialToSeat;
    expect(checkRequest('voice.redial', { ...body, toSeatType: 1, toSeatKey: null })).toEqual([]);
  });
});

describe('a field of another type', () => {
  it.each(Object.keys(requests) as Shape[])('of the shape %s is refused as such', (shape) => {
    for (const path of pathsOf(requests[shape].body)) {
      const right = valueAt(requests[shape].body, path);
      for (const wrong of wrongFor(path, right)) {
        const answer = answerTo(shape, path, wrong);
        const status = path.endsWith('action.parameters') ? '-322' : parameterCode(requests[shape].operation);
        expect([path, wrong, answer.status, answer.rule?.split('.').at(-1)]).toEqual([path, wrong, status, 'type']);
      }
    }
  });

  it('may be the body itself', () => {
    for (const { operation } of Object.values(requests)) {
      for (const body of [undefined, null, [], 'text', 5]) {
        const violation = firstBreach(operation, body);
        expect([violation?.path, violation?.status]).toEqual([[], parameterCode(operation)]);
        broken.add(violation?.rule ?? '');
      }
    }
  });
});

describe('a limit', () => {
  it.each(limits)('in the shape %s of %s earns %s, and only when it is passed', (shape, path, status, wrong, right) => {
    for (const value of wrong) expect([value, answerTo(shape, path, value).status]).toEqual([value, status]);
    for (const value of right) expect([value, answerTo(shape, path, value)]).toEqual([value, {}]);
  });
});

describe('the rules', () => {
  it('have ids of their own, and each is broken by an example here', () => {
    const ids = rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !broken.has(id))).toEqual([]);
    expect([...broken].filter((id) => rules.find((rule) => rule.id === id) === undefined)).toEqual([]);
  });

  it('earn only statuses that the document lists, or that an assumption names', () => {
    const free = rules.filter(({ operation, status }) => documentedStatus(operation, status) === undefined);
    expect(new Set(free.map(({ assumption }) => assumption))).toEqual(new Set(['backfill.codes', 'backfill.number']));
  });

  it('point to assumptions that exist', () => {
    const named = rules.flatMap(({ assumption }) => assumption ?? []);
    expect(named.filter((id) => !Object.hasOwn(assumptions, id))).toEqual([]);
  });

  it('can be asked for by the status that they earn', () => {
    expect(rulesEarning('whatsapp.send', '-133').map(({ id }) => id)).toEqual([
      'whatsapp.image.link.format',
      'whatsapp.audio.link.format',
      'whatsapp.video.link.format',
      'whatsapp.document.link.format',
      'whatsapp.sticker.link.format',
    ]);
    expect(rules.find(({ id }) => id === 'otp.orderId.length')).toEqual({
      id: 'otp.orderId.length',
      operation: 'otp.send',
      field: 'orderId',
      status: '-22',
      text: 'must be at most 64 characters long',
      section: 'Verification (OTP) request',
    });
  });
});

function wrongFor(path: string, right: unknown): readonly unknown[] {
  if (path === 'businessPhone') return [true, 1.5, -1, {}];
  if (typeof right === 'string') return [5, true, {}, ['x']];
  if (typeof right === 'number') return path === 'speakingRate' ? ['1', {}] : ['5', 1.5, {}, false];
  if (Array.isArray(right)) return ['x', 5, { 0: 'x' }];
  return path.endsWith('action.parameters') ? ['x', ['x']] : ['x', 5, ['x']];
}
