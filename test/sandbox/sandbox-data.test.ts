import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createPlainClient } from '../rig/plain-client.ts';
import { isLong } from '../rig/sample-of.ts';
import { mondayMorning, sandboxRig, textTo } from '../rig/sandbox.ts';

const code = { appId: 'sandbox-app', templateId: 31, to: '2348030000001', orderId: 'o-1' };
const redial = { taskId: 1001, taskName: 'again', source: 1, voiceFileId: 'f' };

describe('a sandbox with a data file', () => {
  it('has, after kill -9 at any moment, all that it ever answered', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'sandbox.db');
    const answered: string[] = [];
    let next = 0;
    for (let life = 0; life < (isLong ? 4 : 2); life++) {
      const { child, url } = await start(file);
      const client = createPlainClient({ url });
      const sender = async (): Promise<void> => {
        for (;;) {
          const recipient = `23480300${String(10_001 + next++)}`;
          const answer = await client.call('/wa/custom/sendMsg', textTo(recipient)).catch(() => undefined);
          if (answer === undefined) return;
          expect(answer.body.status).toBe('0');
          answered.push(recipient);
          // The kill comes while others are under way.
          if (answered.length === 40 * (life + 1)) child.kill('SIGKILL');
        }
      };
      await Promise.all(Array.from({ length: 8 }, sender));
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    await using rig = await sandboxRig({ data: file });
    const { messages } = await rig.read<{ messages: { recipient: string; messageId: string }[] }>('messages');
    const reached = messages.map(({ recipient }) => recipient);
    expect(answered.filter((recipient) => !reached.includes(recipient))).toEqual([]);
    expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(messages.length);
    expect(rig.sandbox.account.ledger.messages).toBe(messages.length);
  });

  it('keeps its file to itself, and says so', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'sandbox.db');
    {
      await using rig = await sandboxRig({ data });
      await expect(sandboxRig({ data })).rejects.toThrow(`${data} is in use by another sandbox`);
      expect((await rig.call('/sms/getBalance')).body.status).toBe('0');
    }
    await using again = await sandboxRig({ data });
    expect((await again.read<{ requests: unknown[] }>('requests')).requests).toHaveLength(1);
    await writeFile(join(folder.path, 'notes.txt'), 'no database at all, but longer than a header is '.repeat(9));
    await expect(sandboxRig({ data: join(folder.path, 'notes.txt') })).rejects.toThrow(
      'notes.txt is not a file of a sandbox',
    );
  });

  it('says so where its file cannot grow, whatever the request, and answers on', async () => {
    await using folder = await temporaryFolder();
    // No file may be larger than that.
    const { child, url } = await start(join(folder.path, 'sandbox.db'), 'ulimit -f 64;');
    try {
      const client = createPlainClient({ url });
      let http = 200;
      while (http === 200) ({ http } = await client.call('/_sandbox/inbound', { recipient: '2348030000001' }));
      const tooLarge = { to: 'x'.repeat(70_000) };
      expect(http).toBe(500);
      expect((await client.call('/nothing', {})).http).toBe(500);
      expect((await client.call('/otp/verification/send', tooLarge)).http).toBe(500);
      expect((await client.call('/_sandbox/ledger')).http).toBe(200);
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });

  it('remembers names, money, tasks, files, sessions, faults and the clock', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'sandbox.db');
    const facts = async (): Promise<unknown> => {
      await using rig = await sandboxRig({ data, world: mondayMorning });
      const ledger = await rig.read<Record<string, unknown>>('ledger');
      const rules = [];
      for (const [path, body] of [
        ['/otp/verification/send', code],
        ['/voice/group/call/resend', redial],
        ['/voice/fileUpload', { fileName: 'a.mp3', file: 'SUQzBA==' }],
        ['/aivoice/taskStop', { appId: 'sandbox-app', jobId: 2001 }],
        ['/wa/custom/sendMsg', textTo('2348030000000')],
      ] as const)
        rules.push((await rig.call(path, body)).headers['x-sandbox-rule']);
      const { bytes } = await rig.read<{ bytes: number }>('files/file-3').catch(() => ({ bytes: 0 }));
      return { ledger, rules, bytes };
    };
    {
      await using rig = await sandboxRig({ data, world: mondayMorning });
      expect((await stat(data)).mode & 0o777).toBe(0o600);
      await rig.call('/otp/verification/send', code);
      await rig.call('/voice/group/call/resend', redial);
      await rig.call('/voice/fileUpload', { fileName: 'a.mp3', file: 'SUQzBA==' });
      await rig.call('/aivoice/taskStop', { appId: 'sandbox-app', jobId: 2001 });
      await rig.change('clock', { advance: '2h' });
      await rig.change('inbound', { recipient: '2348030000000' });
      await rig.change('faults', { kind: 'status', status: '-18', operation: 'agents.list', times: 2 });
      await rig.call('/v3/cc/seat/query', { current: 1, size: 1, params: {} });
    }
    expect(await facts()).toMatchObject({
      ledger: {
        now: '2026-11-23T10:00:00.000Z',
        startedAt: '2026-11-23T08:00:00.000Z',
        money: { available: '1049.995' },
        counts: { messages: 0, codes: 1, files: 1, backfills: 0, tasks: 5 },
      },
      rules: ['otp.orderId.unique', 'voice.taskName.unique', 'audio.fileName.unique', 'aivoice.job.running', undefined],
    });
    await using rig = await sandboxRig({ data, world: mondayMorning });
    const { faults } = await rig.read<{ faults: { seen: number; struck: number }[] }>('faults');
    expect(faults).toMatchObject([{ seen: 1, struck: 1 }]);
    const file = await rig.call('/_sandbox/files/file-3');
    expect([file.headers['content-type'], Buffer.from(file.text)]).toEqual([
      'audio/mpeg',
      Buffer.from('SUQzBA==', 'base64'),
    ]);
  });
});

describe('after a restart', () => {
  it('time that the world began goes on from what happened last', async () => {
    await using folder = await temporaryFolder();
    let now = Date.parse('2026-11-29T12:00:00Z');
    const options = {
      data: join(folder.path, 'sandbox.db'),
      world: { clock: { start: '2026-11-23T09:00:00+01:00' } },
      clock: { now: () => now, sleepUntil: () => Promise.resolve() },
    };
    {
      await using rig = await sandboxRig(options);
      now += 3_600_000;
      await rig.call('/sms/getBalance');
    }
    now += 60_000;
    await using again = await sandboxRig(options);
    expect(await again.read('clock')).toEqual({ now: '2026-11-23T09:00:00.000Z', speed: 1 });
  });

  it.each([false, true])(
    'a session is as old as before it, counted from the start (after a reset: %s)',
    async (isReset) => {
      await using folder = await temporaryFolder();
      let now = Date.parse('2026-11-29T12:00:00Z');
      const recipient = '2348030000001';
      const options = {
        data: join(folder.path, 'sandbox.db'),
        world: { sessions: { default: 'closed' as const, lastInbound: [{ recipient, ago: '23h' }] } },
        clock: { now: () => now, sleepUntil: () => Promise.resolve() },
      };
      const statuses = [];
      for (let life = 0; life < 2; life++) {
        await using rig = await sandboxRig(options);
        if (life === 0 && isReset) await rig.change('reset');
        // Nobody asks anything before the session is over.
        if (life === 0) now += 2 * 3_600_000;
        statuses.push((await rig.call('/wa/custom/sendMsg', textTo(recipient))).body.status);
      }
      expect(statuses).toEqual(['-131', '-131']);
    },
  );

  it('a fault has hit what it had hit: nothing that HTTP refused', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'sandbox.db');
    {
      await using rig = await sandboxRig({ data });
      await rig.change('faults', { kind: 'status', status: '-18', times: 1 });
      const type = { headers: { 'content-type': 'text/plain' } };
      expect((await rig.call('/otp/verification/send', code, type)).http).toBe(415);
    }
    await using again = await sandboxRig({ data });
    expect(await again.read('faults')).toMatchObject({ faults: [{ seen: 0, struck: 0 }] });
  });
});

describe('going back', () => {
  it('resets to the beginning: ledger, log, faults and clock', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    await rig.call('/otp/verification/send', code);
    await rig.change('clock', { advance: '2h' });
    await rig.change('faults', { kind: 'hang' });
    expect((await rig.change('reset')).body).toEqual({ reset: true });
    expect(await rig.read('requests')).toEqual({ requests: [] });
    expect(await rig.read('faults')).toEqual({ faults: [] });
    expect(await rig.read('clock')).toEqual({ now: '2026-11-23T08:00:00.000Z', speed: 0 });
    expect((await rig.call('/otp/verification/send', code)).body.status).toBe('0');
  });

  it.each(['in memory', 'in a file'])('takes a snapshot and goes back to it, %s', async (where) => {
    await using folder = await temporaryFolder();
    const data = where === 'in a file' ? { data: join(folder.path, 'sandbox.db') } : {};
    await using rig = await sandboxRig({ ...data, world: mondayMorning });
    await rig.call('/wa/custom/sendMsg', textTo('2348030000001'));
    const { snapshot } = (await rig.change('snapshot')).body;
    const before = await rig.read('ledger');
    await rig.call('/wa/custom/sendMsg', textTo('2348030000002'));
    await rig.change('clock', { advance: '1h' });
    await rig.call('/otp/verification/send', code);
    expect((await rig.change('restore', { snapshot })).body).toEqual({ restored: snapshot });
    expect(await rig.read('ledger')).toEqual(before);
    const { requests } = await rig.read<{ requests: unknown[] }>('requests');
    expect(requests).toHaveLength(1);
    expect((await rig.call('/otp/verification/send', code)).body.status).toBe('0');
    expect((await rig.change('restore', { snapshot: 99 })).http).toBe(400);
  });

  it('cuts back over many compressed blocks', async () => {
    await using rig = await sandboxRig();
    const body = 'x'.repeat(4000);
    for (let at = 0; at < 150; at++)
      await rig.call('/wa/custom/sendMsg', textTo(`23480300${10_001 + at}`, `${at} ${body}`));
    await rig.change('restore', { snapshot: 70 });
    const { requests } = await rig.read<{ requests: { seq: number }[] }>('requests');
    expect(requests.map(({ seq }) => seq)).toEqual(Array.from({ length: 70 }, (_, index) => index + 1));
    await rig.call('/wa/custom/sendMsg', textTo('2348030099999', body));
    const { messages } = await rig.read<{ messages: { seq: number; recipient: string }[] }>('messages?limit=2');
    expect(messages.map(({ seq, recipient }) => [seq, recipient])).toEqual([
      [70, '2348030010070'],
      [71, '2348030099999'],
    ]);
  });
});

describe('separate worlds', () => {
  it('keep parallel tests apart by their API keys', async () => {
    await using rig = await sandboxRig();
    const keys = [{ key: 'test-1', secret: 's' }];
    expect((await rig.change('worlds', { keys, money: { balance: 1, gift: 0 } })).body).toEqual({ keys: ['test-1'] });
    expect((await rig.change('worlds', { keys })).body).toEqual({
      error: 'this key has a world already',
      key: 'test-1',
    });
    expect((await rig.change('worlds', { keys: [{ key: 'test-2', secret: 's' }], nope: 1 })).body).toEqual({
      error: 'the world has findings',
      findings: [{ path: ['nope'], message: 'a world has no such field here' }],
    });
    const other = createPlainClient({ url: rig.url, apiKey: 'test-1', apiSecret: 's' });
    await rig.call('/otp/verification/send', code);
    expect((await other.call('/otp/verification/send', code)).body.status).toBe('0');
    expect((await other.call('/sms/getBalance')).body.balance).toBe('0.995');
    await other.call('/_sandbox/clock', { advance: '3h' });
    expect((await rig.call('/sms/getBalance')).body.status).toBe('0');
    expect((await other.call('/sms/getBalance')).body.status).toBe('-16');
    const seen = async (query: string): Promise<unknown> =>
      (await rig.read<{ requests: { operation: string }[] }>(`requests${query}`)).requests.map(
        ({ operation }) => operation,
      );
    expect(await seen('')).toEqual(['otp.send', 'sms.balance']);
    expect(await seen('?key=test-1')).toEqual(['otp.send', 'sms.balance', 'sms.balance']);
    await rig.change('reset?key=test-1');
    expect(await seen('?key=test-1')).toEqual([]);
    const unknown = await rig.change('reset?key=test-l');
    expect([unknown.http, unknown.body]).toEqual([404, { error: 'no world has this key' }]);
    expect(await seen('')).toHaveLength(2);
  });

  it('exist after a restart, and continue when they are opened again', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'sandbox.db');
    const keys = [{ key: 'main', secret: 's' }];
    const asTest = (url: string) => createPlainClient({ url, apiKey: 'main', apiSecret: 's' });
    {
      await using rig = await sandboxRig({ data });
      await rig.change('worlds', { keys, money: { balance: 1, gift: 0 } });
      await asTest(rig.url).call('/otp/verification/send', code);
      await rig.change('reset');
    }
    {
      await using rig = await sandboxRig({ data });
      expect((await asTest(rig.url).call('/sms/getBalance')).body.balance).toBe('0.995');
      expect((await rig.call('/sms/getBalance')).body.balance).toBe('1000');
      expect((await rig.change('worlds', { keys, money: { balance: 2, gift: 0 } })).http).toBe(201);
      expect((await rig.change('worlds', { keys, money: { balance: 2, gift: 0 } })).http).toBe(409);
      expect((await asTest(rig.url).call('/sms/getBalance')).body.balance).toBe('1.995');
    }
    {
      await using rig = await sandboxRig({ data });
      expect((await asTest(rig.url).call('/sms/getBalance')).body.balance).toBe('1.995');
      expect((await asTest(rig.url).call('/otp/verification/send', code)).headers['x-sandbox-rule']).toBe(
        'otp.orderId.unique',
      );
    }
    const lines: string[] = [];
    const taken = { world: { keys }, data, log: (line: string) => lines.push(line) };
    await using _ = await sandboxRig(taken);
    expect(lines).toEqual([
      'sandbox: a world of an earlier start stays closed: key main is taken',
      'sandbox: a world of an earlier start stays closed: key main is taken',
    ]);
  });
});

describe('looking', () => {
  it('finds who was reached twice, and by what', async () => {
    await using rig = await sandboxRig();
    await rig.call('/wa/custom/sendMsg', textTo('2348030000001', 'Hello'));
    await rig.call('/wa/custom/sendMsg', textTo('2348030000001', 'Hello'));
    await rig.call('/wa/custom/sendMsg', textTo('2348030000001', 'Again'));
    await rig.call('/wa/custom/sendMsg', textTo('2348030000002'));
    await rig.call('/otp/verification/send', code);
    // What the service ignores says nothing of who was reached.
    await rig.call('/otp/verification/send', { ...code, orderId: 'o-2', recipient: '2348030000009' });
    expect(await rig.read('doubles')).toEqual({
      doubles: [
        { operation: 'whatsapp.send', recipient: '2348030000001', times: 3, sameWords: 2, requests: [1, 2, 3] },
        { operation: 'otp.send', recipient: '2348030000001', times: 2, sameWords: 1, requests: [5, 6] },
      ],
    });
  });

  it.each(['in memory', 'in a file'])(
    'shows each request once, whatever it is asked to show them after, %s',
    async (where) => {
      await using folder = await temporaryFolder();
      await using rig = await sandboxRig(where === 'in a file' ? { data: join(folder.path, 'sandbox.db') } : {});
      for (let sent = 0; sent < 3; sent++) await rig.call('/sms/getBalance');
      const seqs = async (after: string): Promise<number[]> =>
        (await rig.read<{ requests: { seq: number }[] }>(`requests?after=${after}`)).requests.map(({ seq }) => seq);
      // A file begins with its start.
      const first = where === 'in a file' ? 2 : 1;
      const all = [first, first + 1, first + 2];
      expect([await seqs('-5'), await seqs(`${first}`), await seqs('x'), await seqs('9')]).toEqual([
        all,
        all.slice(1),
        all,
        [],
      ]);
    },
  );

  it('begins with the latest, and ends after the one that is named', async () => {
    await using rig = await sandboxRig();
    for (let sent = 0; sent < 4; sent++) await rig.call('/sms/getBalance');
    const { requests } = await rig.read<{ requests: { seq: number }[] }>('requests?order=newest&after=2');
    expect(requests.map(({ seq }) => seq)).toEqual([4, 3]);
  });

  it('shows every request whole, but no key and no signature', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    await rig.call('/sms/getBalance');
    await rig.call('/nowhere?x=1', '{"a":\n1}');
    const text = (await rig.call('/_sandbox/requests')).text.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST');
    expect(text).toBe(
      '{"requests":[\n' +
        '{"seq":1,"at":"2026-11-23T08:00:00.000Z","operation":"sms.balance","method":"GET","path":"/sms/getBalance","headers":{"content-type":"application/json;charset=UTF-8","api-key":"***","timestamp":"1795420800","sign":"***","host":"HOST","connection":"close"},"body":null,"answer":{"http":200,"body":{"status":"0","reason":"success","balance":"1000","gift":"50","credit":"0"}}},\n' +
        '{"seq":2,"at":"2026-11-23T08:00:00.000Z","operation":null,"method":"POST","path":"/nowhere?x=1","headers":{"content-type":"application/json;charset=UTF-8","api-key":"***","timestamp":"1795420800","sign":"***","host":"HOST","connection":"close","content-length":"8"},"body":{"a": 1},"answer":{"http":404,"body":{"status":"-22","reason":"the service has no such path"}},"rule":"request.path"}\n' +
        ']}\n',
    );
  });
});

async function start(file: string, limit = ''): Promise<{ child: ChildProcess; url: string }> {
  const program = fileURLToPath(new URL('../rig/sandbox-process.ts', import.meta.url));
  const command = [process.execPath, '--import', 'tsx', program, file];
  const child = spawn('sh', ['-c', `${limit} exec "$@"`, 'sh', ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: line.toString().trim() };
}

async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'callsheet-sandbox-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
