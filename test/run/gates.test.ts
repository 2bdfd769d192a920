import { describe, expect, test } from 'vitest';
import { createCampaignRig, once, people, sumsOf, whatsappStep } from '../rig/campaign-rig.ts';
import { crew, members as crewMembers } from '../rig/crew.ts';
import { runEngine } from '../rig/engine.ts';

const members = people(5);
const gated = `
funds: { uses: sms.balance, expect: { available: { atLeast: 2000 } } }
${whatsappStep.trim()}
  needs: funds
`;

describe('a gate on what the account answers', () => {
  test('not met: what needs it does not start, the end is 3, and the next run asks again', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(gated);
    const ended = await rig.run();
    expect(ended.code).toBe(3);
    expect(sumsOf(ended)).toMatchObject({ funds: '· 1 · · · ·', hello: '· · · · · 5' });
    expect(ended.stderr).toContain('funds rejected: available is 1050, expected at least 2000');
    expect(ended.stderr).toMatch(/hello does not start: /);
    expect(rig.requests().map(({ operation }) => operation)).toEqual(['sms.balance']);

    await rig.campaign(gated.replace('2000', '1000'));
    const second = await rig.run();
    expect(second.code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
    expect(rig.requests('sms.balance')).toHaveLength(2);

    // What was met is not asked again.
    expect((await rig.run()).code).toBe(0);
    expect(rig.requests('sms.balance')).toHaveLength(2);
  });

  test('the next leader has a worker ask again, and goes on when it is met', async () => {
    await using all = await crew('', { step: gated });
    const { rig } = all;
    const worker = await all.worker();
    expect((await all.lead().ended).code).toBe(3);
    worker.kill('SIGTERM');
    await worker.ended;
    await rig.campaign(gated.replace('2000', '1000'));
    await all.worker();
    expect((await all.lead().ended).code).toBe(0);
    expect(rig.requests('sms.balance')).toHaveLength(2);
    expect(rig.effects('whatsapp.send')).toEqual(once(crewMembers));
  });

  test('a gate that was not met and whose time is over is given up, not a failure of ours', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(gated);
    expect((await rig.run()).code).toBe(3);
    await rig.campaign(gated.replace('sms.balance,', 'sms.balance, until: 2020-01-01 12:00,'));
    const ended = await rig.run();
    expect(ended.stderr).not.toContain('Internal error');
    expect(rig.effects('whatsapp.send')).toEqual({});
    expect(sumsOf(ended)).toMatchObject({ hello: '· · · · · 5' });
  });

  test('with `every` it is asked again until it holds', async () => {
    await using rig = await createCampaignRig({ world: { timestampValid: '1d' } });
    await rig.members(members);
    await rig.campaign(`
      idle: { uses: agents.list, every: 5m, with: { params: { status: 2 } }, expect: { total: { atLeast: 1 } } }
      ${whatsappStep.trim().replaceAll('\n', '\n      ')}
        needs: idle`);
    await rig.fault({ kind: 'http', operation: 'agents.list', http: 200, body: noAgents, times: 3 });
    const { result, events } = await runEngine({ file: rig.file, url: rig.sandbox.url });
    expect(result).toMatchObject({
      ended: 'finished',
      summary: { accepted: 6, rejected: 0 },
      steps: [
        { id: 'idle', summary: { accepted: 1 } },
        { id: 'hello', summary: { accepted: 5 } },
      ],
    });
    expect(rig.requests('agents.list')).toHaveLength(4);
    const waits = events.flatMap((event) =>
      event.event === 'waiting' ? [[event.heldBy, event.until - event.at]] : [],
    );
    expect(waits.map(([heldBy]) => heldBy)).toEqual(['every', 'every', 'every']);
    for (const [, ms] of waits) expect(Number(ms)).toBeGreaterThan(290_000);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
  });

  test('lists are read to their last page, and their records do not stay in the state file', async () => {
    const agents = Array.from({ length: 25 }, (_, index) => ({
      keyId: 900 + index,
      name: `Agent${index}`,
      voiceGroupId: 9,
      status: '2' as const,
    }));
    await using rig = await createCampaignRig({ world: { agents } });
    await rig.members(members);
    await rig.campaign(`
      idle: { uses: agents.list, with: { size: 10, params: {} }, expect: { records: { atLeast: 25 } } }`);
    expect((await rig.run()).code).toBe(0);
    const pages = rig.requests('agents.list').map(({ body }) => (body as { current: number }).current);
    expect(pages).toEqual([1, 2, 3]);
    for (const text of Object.values(await rig.artefacts())) expect(text).not.toMatch(/Agent\d|password/);
  });
});

describe('steps for when things go wrong', () => {
  const ladder = (runs: string): string => `
    funds: { uses: sms.balance, expect: { available: { atLeast: 2000 } } }
    robot: { uses: aivoice.pause, runs: ${runs}, needs: funds, with: { jobId: 2001 } }`;

  test.each([
    ['on-failure', '2000', 1],
    ['on-failure', '1000', 0],
    ['on-success', '2000', 0],
    ['on-success', '1000', 1],
    ['always', '2000', 1],
    ['always', '1000', 1],
  ])('%s, with a gate at %s: carried out %i times', async (runs, gate, times) => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(ladder(runs).replace('2000', gate));
    await rig.run();
    await rig.run();
    expect(rig.requests('aivoice.pause')).toHaveLength(times);
  });

  test('who was refused, and nobody else, goes to the next rung', async () => {
    await using rig = await createCampaignRig();
    const [a, b, c] = people(3) as [string, string, string];
    await rig.members([a, b, c]);
    await rig.campaign(
      `
      ${whatsappStep.trim().replaceAll('\n', '\n      ')}
      code:
        uses: otp.send
        needs: hello
        forEach: { audience: members, onlyIf: { step: hello, outcome: rejected } }
        with: { templateId: 31 }`,
      'limits: { concurrency: 1, doubts: 9 }',
    );
    await rig.fault({ kind: 'status', operation: 'whatsapp.send', recipient: a, status: '-69' });
    await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send', recipient: b });
    const ended = await rig.run();
    expect(ended.code).toBe(3);
    expect(sumsOf(ended)).toMatchObject({ hello: '1 1 · · 1 ·', code: '1 · 2 · · ·' });
    expect(rig.effects('otp.send')).toEqual(once([a]));
  });
});

const noAgents = JSON.stringify({
  status: '0',
  reason: '',
  data: { total: 0, size: 10, current: 1, pages: 0, records: [] },
});
