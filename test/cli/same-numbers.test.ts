import { expect, test } from 'vitest';
import { type CampaignRig, createCampaignRig, eventsOf, people, sumsOf } from '../rig/campaign-rig.ts';
import { type ControlRoomRig, openControlRoom } from '../rig/control-room.ts';
import { freePort } from '../rig/free-port.ts';
import { receiver } from '../rig/notice-receiver.ts';
import { fc, runs } from '../rig/properties.ts';
import { sampleOf } from '../rig/sample-of.ts';

const outcomes = ['accepted', 'rejected', 'skipped', 'expired', 'inDoubt', 'pending'] as const;
type Sums = Readonly<Record<(typeof outcomes)[number], number>> & { readonly cancelled?: number };

const steps = `
hello:
  uses: whatsapp.send
  forEach: members
  with: { type: text, text: { body: "Hello {{ recipient.first_name }}" } }
fallback:
  uses: otp.send
  needs: hello
  forEach: { audience: members, onlyIf: { step: hello, outcome: rejected } }
  with: { templateId: 31 }
thanks:
  uses: otp.send
  needs: hello
  forEach: { audience: members, onlyIf: { step: hello, outcome: accepted } }
  with: { templateId: 31 }
`;

/** What goes wrong: a lost answer, a refusal of one person, of everybody, or of a call that is made again. */
const faults = fc.array(
  fc.record({
    fault: fc.constantFrom<object>(
      { kind: 'reset-after' },
      { kind: 'status', status: '-69' },
      { kind: 'status', status: '-68' },
      // Each pause before the next attempt is twice as long.
      { kind: 'http', http: 503, times: 1 },
    ),
    operation: fc.constantFrom('whatsapp.send', 'otp.send'),
    skip: fc.nat(12),
    times: fc.integer({ min: 1, max: 6 }),
  }),
  { maxLength: 3 },
);

const lost = (times: number) => [
  { fault: { kind: 'reset-after' }, operation: 'whatsapp.send' as const, skip: 0, times },
];
/** Somebody who waited for the decision is left to send, or nobody is: once the run had ended, and once `limits.doubts` had halted it. */
const decided: [ReturnType<typeof lost>, number, 'accept' | 'resend' | 'drop'][] = [
  [lost(1), 4, 'accept'],
  [lost(2), 4, 'resend'],
  [lost(3), 3, 'drop'],
  [lost(3), 8, 'accept'],
];
const decisions = sampleOf(decided, 2);

test('run, its metrics and notice, status, report, plan, reconcile and the pages count the same, after a run and after decisions', async () => {
  await fc.assert(
    fc.asyncProperty(
      faults,
      fc.integer({ min: 1, max: 14 }),
      fc.constantFrom('accept', 'resend', 'drop'),
      async (wrong, size, way) => {
        await using rig = await createCampaignRig();
        await rig.members(people(size));
        await rig.campaign(
          steps,
          'limits: { concurrency: 2, doubts: 3 }\non: { halted: { webhook: true }, finished: { webhook: true } }',
        );
        for (const { fault, ...when } of wrong) await rig.fault({ ...when, ...fault });
        const room = await openControlRoom(rig, ['campaign.yaml']);

        const { doubtful } = await runAndAgree(rig, room);
        await rig.noFaults();
        for (const step of doubtful) {
          const decision = [`--${way}`, step, ...(way === 'resend' ? ['--now'] : [])];
          expect(await rig.callsheet(['reconcile', 'campaign.yaml', ...decision]).ended).toMatchObject({ code: 0 });
        }
        if (doubtful.length > 0) await agree(rig, room);
        expect(await runAndAgree(rig, room)).toMatchObject({ doubtful: [] });
      },
    ),
    { numRuns: runs(5) + decisions.length, examples: [...decisions] },
  );
});

test('so they do of a run that was left before its end, once that has passed', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(9));
  const limits = (ends: string) => `ends: "${ends}"\nlimits: { concurrency: 1, doubts: 5 }`;
  await rig.campaign(steps, limits('2099-01-01 00:00'));
  const room = await openControlRoom(rig, ['campaign.yaml']);
  const second = { operation: 'whatsapp.send', skip: 1, times: 1 };
  for (const fault of [{ kind: 'status', status: '-69' }, { kind: 'reset-after' }])
    await rig.fault({ ...second, ...fault });
  await rig.write('contacts.yaml', 'project: shop\n');
  expect((await rig.callsheet(['suppress', people(9)[0]!, '--reason', 'asked']).ended).code).toBe(0);
  await rig.run('--first', '5');
  // Some are left out already, for a reason of their own, and one of these is not in the list any more.
  await rig.members(people(9).filter((_, index) => index !== 1));
  await rig.campaign(steps, limits('2020-01-01 00:00'));
  const before = await agree(rig, room);
  expect([before.state, before.summary.pending]).toEqual(['finished', 0]);
  await rig.run();
  expect(await agree(rig, room)).toEqual(before);
});

interface Status {
  readonly state: string;
  readonly summary: Sums;
  readonly steps: readonly { readonly id: string; readonly summary: Sums }[];
}

async function runAndAgree(rig: CampaignRig, room: ControlRoomRig) {
  const port = await freePort();
  let metrics = '';
  // The process waits for its notice: so long it shows its metrics.
  await using hook = await receiver([204], false, async () => {
    metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  });
  rig.env['CALLSHEET_NOTICE_URL'] = hook.url;
  const ended = await rig.run('--format', 'json', '--metrics-port', String(port));
  const { summary, exitCode } = eventsOf(ended).at(-1) as unknown as { summary: Sums; exitCode: number };
  const seen = await agree(rig, room);
  expect(hook.bodies).toMatchObject([{ event: ended.code === 4 ? 'halted' : 'finished', exitCode, counts: summary }]);
  expect(jobsIn(metrics)).toEqual(Object.fromEntries(Object.entries(summary).filter(([, jobs]) => jobs > 0)));
  const isDone = summary.rejected + summary.expired + summary.inDoubt + summary.pending === 0;
  expect({ ...seen, code: ended.code, isDone: ended.code === 0 }).toMatchObject({
    summary,
    state: ended.code === 4 ? 'stopped' : 'finished',
    code: exitCode,
    isDone,
  });
  return seen;
}

/** Jobs by state, of all steps, as Prometheus reads them. */
function jobsIn(metrics: string): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const [, state, jobs] of metrics.matchAll(/^callsheet_jobs\{.*state="(\w+)".*\} (\d+)$/gm))
    if (jobs !== '0') sums[state!] = (sums[state!] ?? 0) + Number(jobs);
  return sums;
}

/** Every view has the same sums; resolves with them, and with the steps that have jobs in doubt. */
async function agree(rig: CampaignRig, room: ControlRoomRig) {
  const printed = async (...words: readonly string[]) => (await rig.callsheet(words).ended).stdout;
  const json = async (...words: readonly string[]) => JSON.parse(await printed(...words, '--format', 'json')) as never;
  const status: Status = await json('status', 'campaign.yaml');
  const { summary, state } = status;
  const { cancelled } = summary;
  const row = [...outcomes.map((outcome) => summary[outcome]), ...(cancelled === undefined ? [] : [cancelled])];
  for (const command of ['status', 'report'])
    expect(sumsOf({ stdout: await printed(command, 'campaign.yaml') } as never)['total']).toBe(
      row.map((count) => count || '·').join(' '),
    );
  const rows: readonly { readonly state: string }[] = await json('report', 'campaign.yaml');
  for (const outcome of outcomes)
    expect([outcome, rows.filter((one) => one.state === outcome).length]).toEqual([outcome, summary[outcome]]);
  const doubts = await printed('reconcile', 'campaign.yaml', '--format', 'json');
  expect(doubts.split('\n').filter((line) => line !== '')).toHaveLength(summary.inDoubt);
  const page = /<p class="verdict">(.*)<\/p>/.exec(await printed('report', 'campaign.yaml', '--format', 'html'))?.[1];
  const [, least, most, all] = /<b>(?:At least )?(\d+)(?:, at most (\d+))?<\/b> of (\d+) jobs/.exec(page ?? '') ?? [];
  const before = /(\d+) had a request in doubt before/.exec(page ?? '')?.[1] ?? '0';
  expect((await printed('report', 'campaign.yaml')).includes(`${before} had a request in doubt before`)).toBe(
    before !== '0',
  );
  expect([least, most ?? least, all].map(Number)).toEqual([
    summary.accepted,
    summary.accepted + summary.inDoubt + (cancelled ?? 0) + Number(before),
    row.reduce((sum, count) => sum + count, 0),
  ]);
  expect(page).toContain(`${summary.inDoubt === 0 ? 'none' : summary.inDoubt} in doubt`);
  for (const outcome of ['rejected', 'skipped', 'pending'] as const)
    expect(page?.includes(` ${outcome}`)).toBe(
      summary[outcome] > 0 || (outcome === 'pending' && page?.includes('none pending')),
    );

  const plan: { readonly totals: { readonly toSend: number } } = await json('plan', 'campaign.yaml');
  const overview = (await room.follow('/api/overview?file=campaign.yaml', (view) => {
    const { counts, planning } = view as { planning: boolean; counts: Sums };
    return !planning && counts.accepted === summary.accepted && counts.pending === plan.totals.toSend;
  })) as { readonly state: string; readonly counts: Sums; readonly pill: { readonly text: string } };
  const { pending: _, ...settled } = summary;
  expect(overview).toMatchObject({ state, counts: { ...settled, pending: plan.totals.toSend } });
  expect(state).toBe(plan.totals.toSend > 0 ? 'stopped' : 'finished');
  // Also those that were skipped until a person decided.
  expect(summary.pending).toBeGreaterThanOrEqual(plan.totals.toSend);
  const { rows: campaigns } = (await room.follow('/api/campaigns', () => true)) as {
    readonly rows: readonly { readonly counts: Sums; readonly pill: object }[];
  };
  expect(campaigns[0]).toMatchObject({ counts: overview.counts, pill: overview.pill });
  const { toSend } = plan.totals;
  return {
    summary,
    state,
    toSend,
    doubtful: status.steps.flatMap((step) => (step.summary.inDoubt > 0 ? [step.id] : [])),
  };
}
