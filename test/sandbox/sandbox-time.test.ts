import { describe, expect, it } from 'vitest';
import { mondayMorning, type SandboxRig, sandboxRig, textTo } from '../rig/sandbox.ts';

describe('time in the sandbox', () => {
  it('carries a redialled task through its periods to its end', async () => {
    // 120 numbers, 10 at a time, 30 minutes each: six hours of dialling.
    await using rig = await sandboxRig({ world: { ...mondayMorning, calls: { each: '30m' } } });
    const allowSendTime = [
      { strTime: '10:00', endTime: '12:00' },
      { strTime: '14:00', endTime: '17:00' },
    ];
    const redial = { taskId: 1001, taskName: 'again', source: 1, voiceFileId: 'f', allowSendTime };
    const { data: taskId } = (await rig.call('/voice/group/call/resend', redial)).body;
    const story = [];
    for (const at of ['09:30', '10:00', '11:30', '12:00', '15:00', '17:00', '18:00'])
      story.push(await taskAt(rig, taskId, `2026-11-23T${at}:00+01:00`));
    for (const at of ['10:30', '11:00']) story.push(await taskAt(rig, taskId, `2026-11-24T${at}:00+01:00`));
    expect(story).toEqual([
      'waiting 0',
      'running 0',
      'running 30',
      'waiting 40',
      'running 60',
      'waiting 100',
      'waiting 100',
      'running 110',
      'completed 120',
    ]);
    expect((await rig.call('/voice/group/call/resend', { ...redial, taskId, taskName: 'once more' })).body.code).toBe(
      '0',
    );
  });

  it('makes a new task of a redial, whatever ids the world uses', async () => {
    const tasks = [100_001, 100_002].map((taskId) => ({
      taskId,
      taskName: `task ${taskId}`,
      state: 'completed' as const,
    }));
    await using rig = await sandboxRig({ world: { ...mondayMorning, tasks } });
    const made = [];
    for (const taskName of ['one', 'two', 'three'])
      made.push(
        (await rig.call('/voice/group/call/resend', { taskId: 100_001, taskName, source: 1, voiceFileId: 'f' })).body
          .data,
      );
    expect(made).toEqual([100_003, 100_004, 100_005]);
  });

  it('keeps a task to its sendTime, and may not redial it before it is over', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    const redial = {
      taskId: 1002,
      taskName: 'later',
      source: 3,
      text: 'Hello',
      lan: 'en',
      sendTime: '2026-11-23 20:00:00',
    };
    const { data: taskId } = (await rig.call('/voice/group/call/resend', redial)).body;
    expect(await taskAt(rig, taskId, '2026-11-23T19:59:59+01:00')).toBe('waiting 0');
    const { code, msg } = (await rig.call('/voice/group/call/resend', { ...redial, taskId, taskName: 'too soon' }))
      .body;
    expect([code, msg]).toEqual([
      '-42',
      'redial is allowed only when the task is canceled or completed: it is waiting',
    ]);
    expect(await taskAt(rig, taskId, '2026-11-23T20:00:00+01:00')).toBe('running 0');
    expect(await taskAt(rig, taskId, '2026-11-23T20:04:00+01:00')).toBe('completed 80');
  });

  it('dials over midnight in a period that ends before it starts', async () => {
    await using rig = await sandboxRig({ world: { ...mondayMorning, calls: { each: '10m' } } });
    const redial = {
      taskId: 1001,
      taskName: 'night',
      source: 1,
      voiceFileId: 'f',
      allowSendTime: [{ strTime: '23:00', endTime: '01:00' }],
    };
    await rig.call('/voice/group/call/resend', redial);
    const { tasks } = await rig.read<{ tasks: { dials?: unknown }[] }>('tasks');
    expect(tasks.at(-1)?.dials).toEqual([{ from: '2026-11-23T22:00:00.000Z', to: '2026-11-24T00:00:00.000Z' }]);
  });

  it('opens a session for 24 hours when a recipient writes', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    const status = async (): Promise<unknown> =>
      (await rig.call('/wa/custom/sendMsg', textTo('2348030000000'))).body.status;
    expect(await status()).toBe('-131');
    await rig.change('inbound', { recipient: '2348030000000', text: 'Hello?' });
    expect(await status()).toBe('0');
    await rig.change('clock', { advance: '23h59m59s' });
    expect(await status()).toBe('0');
    await rig.change('clock', { advance: '1s' });
    expect(await status()).toBe('-131');
  });

  it('knows from the world when somebody last wrote', async () => {
    const lastInbound = [
      { recipient: '2348030000001', ago: '25h' },
      { recipient: '2348030000002', at: '2026-11-22T09:00:01+01:00' },
    ];
    await using rig = await sandboxRig({ world: { ...mondayMorning, sessions: { default: 'closed', lastInbound } } });
    const statuses = [];
    for (const last of ['1', '2', '3'])
      statuses.push((await rig.call('/wa/custom/sendMsg', textTo(`234803000000${last}`))).body.status);
    expect(statuses).toEqual(['-131', '0', '-131']);
  });

  it('begins when the sandbox does, also after somebody went back', async () => {
    let now = Date.parse('2026-11-23T08:00:00Z');
    const clock = { now: () => now, sleepUntil: () => Promise.resolve() };
    const lastInbound = [{ recipient: '2348030000001', ago: '23h' }];
    await using rig = await sandboxRig({ clock, world: { sessions: { default: 'closed', lastInbound } } });
    const status = async () => (await rig.call('/wa/custom/sendMsg', textTo('2348030000001'))).body.status;
    now += 30 * 60_000;
    expect(await status()).toBe('0');
    const { snapshot } = (await rig.change('snapshot')).body;
    now += 40 * 60_000;
    expect(await status()).toBe('-131');
    await rig.change('restore', { snapshot });
    expect(await status()).toBe('-131');
  });

  it('forgets codes that are older than the period of their limit', async () => {
    await using rig = await sandboxRig({
      world: { ...mondayMorning, limits: { otpTotal: { count: 3, per: '1m' }, otpPerPhone: { count: 2, per: '10m' } } },
    });
    const send = async (last: number): Promise<unknown> =>
      (await rig.call('/otp/verification/send', { appId: 'sandbox-app', templateId: 31, to: `234803000000${last}` }))
        .body.status;
    expect([await send(1), await send(1), await send(1), await send(2), await send(2)]).toEqual([
      '0',
      '0',
      '-28',
      '0',
      '-27',
    ]);
    await rig.change('clock', { advance: '60s' });
    expect([await send(1), await send(2)]).toEqual(['-28', '0']);
    await rig.change('clock', { advance: '9m' });
    expect([await send(1)]).toEqual(['0']);
    const { codes } = await rig.read<{ codes: { to: string; code: string }[] }>('codes?to=2348030000001');
    expect(codes.map(({ code }) => code)).toEqual([
      expect.stringMatching(/^\d{6}$/),
      expect.stringMatching(/^\d{6}$/),
      expect.stringMatching(/^\d{6}$/),
    ]);
  });

  it('lets an AI voice job complete, and a fast clock run', async () => {
    await using rig = await sandboxRig({
      world: { ...mondayMorning, aiVoiceJobs: [{ jobId: 1, state: 'running', completesAfter: '1h' }] },
    });
    expect((await rig.change('clock', { advance: '1h' })).body).toEqual({ now: '2026-11-23T09:00:00.000Z', speed: 0 });
    expect((await rig.call('/aivoice/taskStop', { appId: 'sandbox-app', jobId: 1 })).body.reason).toBe(
      'current task cannot be paused: it is completed',
    );
    expect((await rig.change('clock', { to: '2026-11-24T00:00:00Z', speed: 0 })).body.now).toBe(
      '2026-11-24T00:00:00.000Z',
    );
    expect((await rig.change('clock', { speed: 1000 })).body.speed).toBe(1000);
    expect((await rig.call('/_sandbox/clock')).headers.date).toBeDefined();
  });

  it('is moved to an instant, or to a wall clock of its zone, and by nothing that is not understood', async () => {
    await using rig = await sandboxRig({ world: mondayMorning });
    const move = async (body: unknown) => {
      const answer = (await rig.change('clock', body)).body;
      return answer.now ?? answer.error;
    };
    expect(await move({ to: '2026-11-23T12:00:00+02:00' })).toBe('2026-11-23T10:00:00.000Z');
    expect(await move({ to: '2026-11-23 12:00' })).toBe('2026-11-23T11:00:00.000Z');
    expect(await move({ to: '2026-02-30T12:00:00Z' })).toBe('to must be an instant such as "2026-11-23T09:00:00Z"');
    for (const advance of ['soon', true, null, {}]) {
      expect(await move({ advance })).toBe('advance must be a duration such as "2h" or "90s", or milliseconds');
    }
    expect(await move({ advence: '2h' })).toBe('there is no field advence here');
    expect(await move({})).toBe('2026-11-23T11:00:00.000Z');
    expect((await rig.change('inbound', { recipient: '2348030000001', message: 'Hi' })).http).toBe(400);
  });

  it('is that of a clock which the caller brings', async () => {
    let now = Date.parse('2027-01-01T00:00:00Z');
    const clock = { now: () => now, sleepUntil: () => Promise.resolve() };
    await using rig = await sandboxRig({ clock });
    const first = await rig.call('/sms/getBalance');
    expect([first.body.status, first.headers.date]).toEqual(['0', 'Fri, 01 Jan 2027 00:00:00 GMT']);
    now += 90_000;
    expect((await rig.call('/sms/getBalance')).headers.date).toBe('Fri, 01 Jan 2027 00:01:30 GMT');
  });
});

async function taskAt(rig: SandboxRig, taskId: unknown, to: string): Promise<string> {
  await rig.change('clock', { to });
  const { tasks } = await rig.read<{ tasks: { taskId: unknown; state: string; called: number }[] }>('tasks');
  const task = tasks.find((candidate) => candidate.taskId === taskId);
  return `${task?.state} ${task?.called}`;
}
