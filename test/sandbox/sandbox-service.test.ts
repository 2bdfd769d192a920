import { describe, expect, it } from 'vitest';
import { mondayMorning, sandboxRig, textTo } from '../rig/sandbox.ts';

describe('the sandbox, with no file at all', () => {
  it('answers all nine operations as the document shows, and the alias of one', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    const said = async (path: string, body?: unknown): Promise<string> => (await rig.call(path, body)).text;
    expect(await said('/wa/custom/sendMsg', textTo('2348030000001'))).toBe(
      '{"status":"0","reason":"success","data":{"messageId":"message-1","timestamp":1795420800,"channelType":0}}',
    );
    expect(
      await said('/voice/group/call/resend', { taskId: 1001, taskName: 'again', source: 1, voiceFileId: 'f' }),
    ).toBe('{"code":"0","msg":"success","data":100002}');
    const code = { appId: 'sandbox-app', templateId: 31, to: '2348030000001' };
    expect(await said('/otp/verification/send', code)).toBe(
      '{"status":"0","reason":"success","data":{"verificationId":"verification-3","to":"2348030000001","channel":"sms"}}',
    );
    expect(await said('/otp/verification/send', { ...code, flowId: 7, channel: 'sna', orderId: 'o-1' })).toBe(
      '{"status":"0","reason":"success","data":{"verificationId":"verification-4","to":"2348030000001","channel":"sna","snaUrl":"https://sna.invalid/verification-4"}}',
    );
    expect(await said('/voice/fileUpload', { fileName: 'a.mp3', file: 'SUQzBA==' })).toBe(
      '{"status":"0","reason":"success","data":"file-5"}',
    );
    expect(await said('/aivoice/taskStop', { appId: 'sandbox-app', jobId: 2001 })).toBe(
      '{"status":"0","reason":"success","data":null}',
    );
    expect(await said('/sms/getBalance')).toBe(
      '{"status":"0","reason":"success","balance":"1000","gift":"49.985","credit":"0"}',
    );
    const page = { current: 2, size: 2, params: {} };
    expect(await said('/number/pns/queryBindPage', page)).toBe(
      '{"status":"0","reason":"success","data":{"total":3,"size":2,"current":2,"pages":2,"records":[{"bindId":7003,"phoneA":"2348030000103","phoneB":"2348030000203","pnsNumberA":"2347000000303","pnsNumberB":"2347000000403","expireTime":"2030-12-31 23:59:59"}]}}',
    );
    expect(await said('/number/query', page)).toBe(await said('/number/pns/queryBindPage', page));
    expect(await said('/v3/cc/seat/query', { current: 1, size: 1, params: { status: 5 } })).toBe(
      '{"status":"0","reason":"success","data":{"total":1,"size":1,"current":1,"pages":1,"records":[{"keyId":505,"empNo":"E505","petName":"Efe","name":"Efe Ojo","appId":"sandbox-app","deleteFlag":0,"enable":0,"priority":1,"voiceGroupId":10,"groupName":"Support","account":"efe","password":"sandbox-password-505","createTime":"2026-01-05 09:00:00","updateTime":"2026-01-05 09:00:00","displayNum":"2348000000001","ccode":null,"appName":null,"status":"5","voiceGroupCcode":"234"}]}}',
    );
    const report = { appId: 'sandbox-app', msgid: 'm-1', number: '2348030000001', time: '1795420800' };
    expect(await said('/sms/postback/backfill', report)).toBe('{"status":"0","reason":"success"}');
  });

  it('filters and pages agents', async () => {
    await using rig = await sandboxRig();
    const found = async (params: unknown, current = 1, size = 100): Promise<unknown> => {
      const { data } = (await rig.call('/v3/cc/seat/query', { current, size, params })).body;
      const { total, pages, records } = data as { total: number; pages: number; records: { keyId: number }[] };
      return { total, pages, keys: records.map(({ keyId }) => keyId) };
    };
    expect(await found({})).toEqual({ total: 5, pages: 1, keys: [501, 502, 503, 504, 505] });
    expect(await found({ name: 'AD' })).toEqual({ total: 2, pages: 1, keys: [501, 503] });
    expect(await found({ voiceGroupId: 10, status: 4 })).toEqual({ total: 1, pages: 1, keys: [504] });
    expect(await found({ enable: 1 })).toEqual({ total: 0, pages: 0, keys: [] });
    expect(await found({ name: null })).toEqual({ total: 5, pages: 1, keys: [501, 502, 503, 504, 505] });
    expect(await found({}, 3, 2)).toEqual({ total: 5, pages: 3, keys: [505] });
    expect(await found({}, 4, 2)).toEqual({ total: 5, pages: 3, keys: [] });
  });

  it('holds names unique: an orderId, a taskName, a fileName', async () => {
    await using rig = await sandboxRig();
    const status = async (path: string, body: unknown): Promise<unknown> => {
      const answer = await rig.call(path, body);
      return [answer.body.status ?? answer.body.code, answer.headers['x-sandbox-rule']];
    };
    const code = { appId: 'sandbox-app', templateId: 31, to: '2348030000001', orderId: 'o-1' };
    expect(await status('/otp/verification/send', code)).toEqual(['0', undefined]);
    expect(await status('/otp/verification/send', code)).toEqual(['-20', 'otp.orderId.unique']);
    const redial = { taskId: 1001, taskName: 'again', source: 1, voiceFileId: 'f' };
    expect(await status('/voice/group/call/resend', redial)).toEqual(['0', undefined]);
    expect(await status('/voice/group/call/resend', redial)).toEqual(['-41', 'voice.taskName.unique']);
    const file = { fileName: 'a.mp3', file: 'SUQzBA==' };
    expect(await status('/voice/fileUpload', file)).toEqual(['0', undefined]);
    expect(await status('/voice/fileUpload', file)).toEqual(['-20', 'audio.fileName.unique']);
  });

  it('spends gifts, then the balance, then credit, to the last millionth and no further', async () => {
    await using rig = await sandboxRig({
      world: {
        money: { balance: '0.3', gift: '0.1', credit: '0.200001' },
        prices: [{ prefix: '234', whatsapp: '0.15', otp: '0.000001' }],
      },
    });
    const funds = async (): Promise<unknown> => {
      const { balance, gift, credit } = (await rig.call('/sms/getBalance')).body;
      return { balance, gift, credit };
    };
    const send = async (): Promise<unknown> =>
      (await rig.call('/wa/custom/sendMsg', textTo('2348030000001'))).body.status;
    expect(await send()).toBe('0');
    expect(await funds()).toEqual({ balance: '0.25', gift: '0', credit: '0.200001' });
    expect(await send()).toBe('0');
    expect(await send()).toBe('0');
    expect(await funds()).toEqual({ balance: '0', gift: '0', credit: '0.150001' });
    expect(await send()).toBe('0');
    expect(await send()).toBe('-68');
    const code = { appId: 'sandbox-app', templateId: 31, to: '2348030000001' };
    expect((await rig.call('/otp/verification/send', code)).body.status).toBe('0');
    expect((await rig.call('/otp/verification/send', code)).body.status).toBe('-10');
    expect(await funds()).toEqual({ balance: '0', gift: '0', credit: '0' });
  });

  it('takes the price of the longest prefix', async () => {
    await using rig = await sandboxRig({
      world: {
        money: { balance: '10', gift: '0' },
        prices: [
          { prefix: '234', whatsapp: '1', otp: '1' },
          { prefix: '234803', whatsapp: '0.5', otp: '1' },
        ],
      },
    });
    await rig.call('/wa/custom/sendMsg', textTo('2348030000001'));
    await rig.call('/wa/custom/sendMsg', textTo('2348130000001'));
    expect((await rig.call('/sms/getBalance')).body.balance).toBe('8.5');
    expect((await rig.call('/wa/custom/sendMsg', textTo('35312345678'))).body.status).toBe('-69');
  });
});

describe('the order of checks', () => {
  it('is credentials, timestamp, signature, fields, references, state, limits, balance', async () => {
    await using rig = await sandboxRig({
      world: { ...mondayMorning, money: { balance: 0, gift: 0 }, limits: { otpPerPhone: { count: 0, per: '1m' } } },
    });
    const wrong = { appId: 'nobody', templateId: 99, to: 'x', orderId: '' };
    const rule = async (body: unknown, headers = {}): Promise<unknown> =>
      (await rig.call('/otp/verification/send', body, { headers })).headers['x-sandbox-rule'];
    const old = { Timestamp: '1', Sign: 'wrong' };
    expect(await rule('{', { ...old, Sign: '' })).toBe('request.json');
    expect(await rule(wrong, { ...old, Sign: '', 'Api-Key': '' })).toBe('auth.sign.present');
    expect(await rule(wrong, { ...old, Timestamp: '', 'Api-Key': '' })).toBe('auth.timestamp.present');
    expect(await rule(wrong, { ...old, 'Api-Key': '' })).toBe('auth.apiKey.present');
    expect(await rule(wrong, { ...old, 'Api-Key': 'nobody' })).toBe('auth.apiKey.known');
    expect(await rule(wrong, old)).toBe('auth.timestamp.current');
    expect(await rule(wrong, { Sign: 'wrong' })).toBe('auth.sign.right');
    expect(await rule(wrong)).toBe('otp.to.format');
    expect(await rule({ ...wrong, to: '2348030000001' })).toBe('otp.appId.known');
    expect(await rule({ ...wrong, to: '2348030000001', appId: 'sandbox-app' })).toBe('otp.templateId.known');
    const right = { appId: 'sandbox-app', templateId: 31, to: '2348030000001' };
    expect(await rule({ ...right, templateId: 32 })).toBe('otp.template.words');
    expect(await rule(right)).toBe('otp.limit.phone');
    const message = async (body: unknown): Promise<unknown> =>
      (await rig.call('/wa/custom/sendMsg', body)).headers['x-sandbox-rule'];
    expect(await message({ ...textTo('2348030000000'), businessPhone: '2348000000009' })).toBe(
      'whatsapp.businessPhone.known',
    );
    expect(await message(textTo('2348030000000'))).toBe('whatsapp.session.open');
    expect(await message(textTo('2348030000001'))).toBe('whatsapp.balance.sufficient');
  });

  it('takes a timestamp up to its validity, in both directions, and moves with the clock', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    const now = Date.parse('2026-11-23T08:00:00Z') / 1000;
    const { createPlainClient } = await import('../rig/plain-client.ts');
    const statusAt = async (seconds: number): Promise<unknown> => {
      const client = createPlainClient({ url: rig.url, seconds: () => seconds });
      return [
        (await client.call('/sms/getBalance')).body.status,
        (await client.call('/aivoice/taskStop', {})).body.status,
      ];
    };
    expect(await statusAt(now - 301)).toEqual(['-16', '-4']);
    expect(await statusAt(now - 300)).toEqual(['0', '-27']);
    expect(await statusAt(now + 300)).toEqual(['0', '-27']);
    expect(await statusAt(now + 301)).toEqual(['-16', '-4']);
    await rig.change('clock', { advance: '2h' });
    expect(await statusAt(now)).toEqual(['-16', '-4']);
    expect(await statusAt(now + 7200)).toEqual(['0', '-27']);
  });

  it('verifies the published vector', async () => {
    await using rig = await sandboxRig({
      world: { keys: [{ key: 'bDqJFiq9', secret: '7bz1lzh9' }], clock: { start: '2021-09-01T04:00:00Z', speed: 0 } },
    });
    const headers = { 'Api-Key': 'bDqJFiq9', Timestamp: '1630468800', Sign: '05d7a50893e22a5c4bb3216ae3396c7c' };
    expect((await rig.call('/sms/getBalance', undefined, { headers })).body.status).toBe('0');
    for (const Sign of [
      '05d7a50893e22a5c4bb3216ae3396c7d',
      '05D7A50893E22A5C4BB3216AE3396C7C',
      '05d7',
      'é'.repeat(32),
    ]) {
      expect((await rig.call('/sms/getBalance', undefined, { headers: { ...headers, Sign } })).body.status).toBe('-1');
    }
  });
});

it('says in words why it cannot start', async () => {
  await using rig = await sandboxRig();
  const { port } = rig.sandbox;
  await expect(sandboxRig({ port })).rejects.toThrow(`127.0.0.1:${port} is in use by another program`);
  await expect(sandboxRig({ port: 99_999 })).rejects.toThrow('99999 is not a port number; use 0 to 65535');
  await expect(sandboxRig({ host: '203.0.113.1' })).rejects.toThrow('203.0.113.1:0 is not an address of this machine');
});
