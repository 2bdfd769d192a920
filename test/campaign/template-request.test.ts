import { describe, expect, test } from 'vitest';
import { loadCampaign } from '../../src/campaign/load.ts';
import type { RenderContext, RenderedRequest } from '../../src/campaign/request/rendering.ts';
import { missing } from '../../src/campaign/template/template.ts';
import { memoryFiles } from '../rig/memory-files.ts';

const head = `campaign: spring
timezone: Africa/Lagos
account: { appId: spring-app, businessPhone: "2348000000001", smsAppId: sms-app }
vars: { signature: Ada }
audiences: { members: { file: members.csv, key: phone, lastInbound: seen } }
`;
const members =
  'phone,name,template,seen\n+234 801 0001,Bola,31,2026-11-22T20:00:00Z\n2348011111111,,31,2026-11-22T20:00:00Z\n';

/** The request of the step `s`, for the first recipient where it has one. */
async function render(step: string, context: Partial<RenderContext> = {}, more = ''): Promise<RenderedRequest> {
  const files = memoryFiles({
    'c.yaml': `${head}${more}steps:\n  s: ${step}\n`,
    'members.csv': members,
    'a.mp3': 'ID3 sound',
  });
  const { value, diagnostics } = await loadCampaign({
    path: 'c.yaml',
    cwd: '/work',
    files,
    env: {},
    inputs: {},
    depth: 'audiences',
  });
  if (value === undefined) throw new Error(diagnostics.map((one) => one.message).join('\n'));
  const roster = value.rosters.get('members')!;
  const recipient = step.includes('forEach')
    ? { key: roster.key(0), recipient: (column: string) => roster.value(0, column) }
    : {};
  return value.renderers.get('s')!({
    run: { id: '2026-11-23' },
    inputs: {},
    env: {},
    outputs: () => undefined,
    now: 1_790_000_000_500,
    ...recipient,
    ...context,
  });
}

async function body(step: string, context: Partial<RenderContext> = {}, more = ''): Promise<unknown> {
  const rendered = await render(step, context, more);
  return rendered.kind === 'request' ? rendered.body : rendered;
}

describe('a request is complete', () => {
  test('whatsapp.send knows who writes to whom', async () => {
    const step =
      '{ uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hi {{ recipient.name }} from {{ vars.signature }}" } } }';
    expect(await body(step)).toEqual({
      appId: 'spring-app',
      businessPhone: '2348000000001',
      channelType: 0,
      recipient: '2348010001',
      type: 'text',
      text: { body: 'Hi Bola from Ada' },
    });
  });

  test('otp.send always has the same order id for the same job', async () => {
    const step = '{ uses: otp.send, forEach: members, with: { templateId: 31 } }';
    const first = await render(step);
    expect(first).toEqual(await render(step, { now: 1_800_000_000_000 }));
    expect(first).not.toEqual(await render(step, { run: { id: '2' } }));
    expect(first).toEqual({
      kind: 'request',
      body: {
        appId: 'spring-app',
        to: '2348010001',
        orderId: expect.stringMatching(/^c1-[0-9a-f]{40}$/),
        templateId: 31,
      },
      files: {},
      naturalKey: expect.stringMatching(/^c1-/),
    });
  });

  test('voice.redial calls within the window, under a name of its own', async () => {
    const step =
      '{ uses: voice.redial, with: { taskId: 1, source: 3, text: Hi, lan: EN, hangUpSms: 1, smsContent: Hi } }';
    expect(await body(step, {}, 'window: { open: "10:00", close: "18:30" }\n')).toEqual({
      appId: 'spring-app',
      taskName: expect.stringMatching(/^spring-s-[0-9a-f]{16}$/),
      smsAppId: 'sms-app',
      allowSendTime: [{ strTime: '10:00', endTime: '18:30' }],
      taskId: 1,
      source: 3,
      text: 'Hi',
      lan: 'EN',
      hangUpSms: 1,
      smsContent: 'Hi',
    });
  });

  test.each(['allowSendTime: null', 'allowSendTime: []'])(
    'no period (%s) is the window, and never the whole day',
    async (none) => {
      const step = `{ uses: voice.redial, with: { taskId: 1, source: 3, text: Hi, lan: EN, appId: null, taskName: null, ${none} } }`;
      expect(await body(step)).toMatchObject({
        appId: 'spring-app',
        taskName: expect.stringMatching(/^spring-s-[0-9a-f]{16}$/),
        allowSendTime: [{ strTime: '09:00', endTime: '20:00' }],
      });
    },
  );

  test('null is as good as absent wherever something is filled in', async () => {
    expect(await body('{ uses: agents.list, with: { current: null, size: null, params: null } }')).toEqual({
      current: 1,
      size: 100,
      params: {},
    });
    expect(await render('{ uses: audio.upload, with: { file: a.mp3, fileName: null } }')).toMatchObject({ body: {} });
    expect(
      await body('{ uses: otp.send, forEach: members, with: { templateId: 31, to: null, flowId: null } }'),
    ).toEqual({
      appId: 'spring-app',
      to: '2348010001',
      orderId: expect.stringMatching(/^c1-[0-9a-f]{40}$/),
      templateId: 31,
      flowId: null,
    });
  });

  test('a window over midnight is two periods', async () => {
    const step =
      '{ uses: voice.redial, purpose: transactional, window: { open: "22:00", close: "06:00" }, with: { taskId: 1, source: 3, text: Hi, lan: EN } }';
    expect(await body(step)).toMatchObject({
      allowSendTime: [
        { strTime: '22:00', endTime: '23:59' },
        { strTime: '00:00', endTime: '06:00' },
      ],
    });
  });

  test('audio.upload names its file, for the runner to read', async () => {
    expect(await render('{ uses: audio.upload, with: { file: a.mp3 } }')).toEqual({
      kind: 'request',
      body: {},
      files: { file: 'a.mp3' },
    });
  });

  test('sms.backfill speaks of the SMS application, the recipient, and the moment of its start', async () => {
    expect(await body('{ uses: sms.backfill, forEach: members, with: { msgid: m1 } }')).toEqual({
      appId: 'sms-app',
      number: '2348010001',
      time: '1790000000500',
      msgid: 'm1',
    });
  });

  test('a list asks for its first hundred', async () => {
    expect(await body('{ uses: agents.list }')).toEqual({ current: 1, size: 100, params: {} });
  });

  test('what is written wins over every default', async () => {
    const step =
      '{ uses: otp.send, forEach: members, with: { templateId: 31, appId: other-app, to: "2348099999999", orderId: mine } }';
    expect(await body(step)).toEqual({ templateId: 31, appId: 'other-app', to: '2348099999999', orderId: 'mine' });
  });
});

describe('values', () => {
  test('digits in a cell are a number where the service takes one', async () => {
    const step = '{ uses: otp.send, forEach: members, with: { templateId: "{{ recipient.template }}" } }';
    expect(await body(step)).toMatchObject({ templateId: 31 });
  });

  test('the key column reads as digits', async () => {
    const step =
      '{ uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "{{ recipient.phone }}" } } }';
    expect(await body(step)).toMatchObject({ text: { body: '2348010001' } });
  });

  test('that are missing say which', async () => {
    const step =
      '{ uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hi {{ recipient.name }}" } } }';
    expect(await render(step, { recipient: () => undefined })).toEqual({
      kind: 'missing',
      missing: missing(['recipient', 'name']),
    });
  });

  test('two renders share nothing that one could change', async () => {
    const step =
      '{ uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hi {{ recipient.name }}" } } }';
    const [one, other] = [await body(step), await body(step)] as [{ text: object }, { text: object }];
    expect(one.text).not.toBe(other.text);
  });
});
