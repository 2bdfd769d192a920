import { describe, expect, it } from 'vitest';
import { operationIds } from '../../src/service/operations/operations.ts';
import { rules } from '../../src/service/validate/bind.ts';
import { breachesOf, checkRequest, firstBreach } from '../../src/service/validate/check-request.ts';
import { edit, pathsOf, put, valueAt } from '../rig/edit-body.ts';
import { fc, runs } from '../rig/properties.ts';
import { requests } from '../rig/service-requests.ts';

describe('violations', () => {
  it('come in the order of the document, with words that repeat no number', () => {
    const body = { appId: '', businessPhone: '+234', channelType: 1, recipient: 2348000000002, type: 'text', text: {} };
    expect(checkRequest('whatsapp.send', body)).toEqual([
      { path: ['appId'], status: '-135', rule: 'whatsapp.appId.required', message: 'appId is required.' },
      {
        path: ['businessPhone'],
        status: '-95',
        rule: 'whatsapp.businessPhone.format',
        message: 'businessPhone must consist of digits.',
        hint: 'Write the country code and the number without a plus sign, blanks or hyphens.',
      },
      {
        path: ['channelType'],
        status: '-112',
        rule: 'whatsapp.channelType.oneOf',
        message: 'channelType must be 0.',
      },
      {
        path: ['recipient'],
        status: '-134',
        rule: 'whatsapp.recipient.type',
        message: 'recipient must be a String; it is a whole number.',
        hint: 'Write it in quotes.',
      },
      {
        path: ['text', 'body'],
        status: '-115',
        rule: 'whatsapp.text.body.required',
        message: 'text.body is required.',
      },
    ]);
  });

  it.each([5, '5', 1e300])('do not advise to write %o otherwise where an Object is due', (params) => {
    const [violation] = checkRequest('agents.list', { current: 1, size: 1, params });
    expect(violation).toEqual({
      path: ['params'],
      status: '-22',
      rule: 'agents.params.type',
      message: expect.stringContaining('params must be an Object; it is a '),
    });
  });

  it('say where in a list they are, and how far off', () => {
    const body = put(requests.button.body, ['interactive', 'action', 'buttons', '1', 'reply', 'title'], 'x'.repeat(23));
    expect(checkRequest('whatsapp.send', body)).toEqual([
      {
        path: ['interactive', 'action', 'buttons', 1, 'reply', 'title'],
        status: '-134',
        rule: 'whatsapp.interactive.button.action.buttons.item.reply.title.length',
        message: 'interactive.action.buttons[1].reply.title must be at most 20 characters long; it has 23.',
      },
    ]);
  });

  it('are a hundred at most, however hostile the body', () => {
    const rows = Array.from({ length: 100_000 }, () => ({}));
    const body = put(requests.list.body, ['interactive', 'action', 'sections', '0', 'rows'], rows);
    expect(checkRequest('whatsapp.send', body)).toHaveLength(100);
    const cards = Array.from({ length: 100_000 }, () => valueAt(requests.carousel.body, 'interactive.action.cards.0'));
    expect(
      checkRequest('whatsapp.send', put(requests.carousel.body, ['interactive', 'action', 'cards'], cards))[0],
    ).toEqual({
      path: ['interactive', 'action', 'cards'],
      status: '-305',
      rule: 'whatsapp.interactive.carousel.action.cards.count',
      message: 'interactive.action.cards must have 2 to 10 items; there are 100000.',
    });
  });

  it('are found in whatever JSON comes, never thrown', () => {
    const shapes = Object.values(requests).map(({ operation, body }) => ({ operation, body, paths: pathsOf(body) }));
    const edits = fc.array(fc.tuple(fc.nat(), fc.jsonValue({ maxDepth: 3 })), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...shapes), edits, ({ operation, body, paths }, made) => {
        const at = (index: number) => (paths[index % paths.length] ?? '').split('.');
        const edited = made.reduce<unknown>((before, [index, value]) => edit(before, at(index), value), body);
        const found = breachesOf(operation, edited);
        expect(firstBreach(operation, edited)).toEqual(found[0]);
        for (const { rule, status } of found) expect(rules.find(({ id }) => id === rule)?.status).toBe(status);
      }),
      { numRuns: runs(1000) },
    );
    fc.assert(
      fc.property(fc.constantFrom(...operationIds), fc.jsonValue(), (operation, body) => {
        expect(Array.isArray(checkRequest(operation, body))).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });
});
