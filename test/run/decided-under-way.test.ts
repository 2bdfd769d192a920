import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/service/contract/outcome.ts';
import { type Beside, begins, decidedRun, statesOf } from '../rig/decided-run.ts';
import { about, backends } from '../rig/state-backends.ts';

const ada = '2348030000001';
const ben = '2348030000002';
const lost: Outcome = { kind: 'unknown', reason: 'the connection broke' };
const hello = '  hello: { uses: whatsapp.send, forEach: people, with: { type: text, text: { body: Hello } } }\n';
const code = (more: string, onlyIf = '{ step: hello, outcome: accepted }'): string =>
  `  code: { uses: otp.send, needs: hello, forEach: { audience: people, onlyIf: ${onlyIf} }, ${more}, with: { templateId: 31 } }`;
const answers = (address: string, attempt: number): Outcome | 'accepted' =>
  address === `hello[${ada}]` && attempt === 1 ? lost : 'accepted';

/** Decides after so many seconds. */
const after =
  (seconds: number, state: 'accepted' | 'pending' | 'cancelled') =>
  async ({ clock, decide, look }: Beside): Promise<void> => {
    await clock.sleepUntil(begins + seconds * 1_000);
    await decide({ step: 'hello', key: ada, state });
    await look();
  };

describe.each(Object.entries(backends))('a decision beside a run, in %s,', (_, open) => {
  const given = { people: [ada, ben], answers };

  test('counts at once: the step that waits reaches that person, when it reaches the others', async () => {
    const { sent, result } = await decidedRun({
      ...given,
      backend: open(),
      steps: hello + code('delay: 45s'),
      beside: after(20, 'accepted'),
    });
    expect(sent.toSorted()).toEqual([
      `code[${ada}] at 45 s`,
      `code[${ben}] at 45 s`,
      `hello[${ada}] at 0 s`,
      `hello[${ben}] at 0 s`,
    ]);
    expect(result).toMatchObject({ ended: 'finished', exitCode: 0, summary: { accepted: 4, inDoubt: 0, skipped: 0 } });
  });

  test('that comes after the step was judged has it judged again', async () => {
    const { sent, result, events } = await decidedRun({
      ...given,
      backend: open(),
      steps: `${hello}${code('until: 2026-11-23T10:30:00')}\n  late: { uses: agents.list, needs: code, delay: 60s }`,
      beside: after(30, 'accepted'),
    });
    expect(sent).toContain(`code[${ben}] at 0 s`);
    expect(sent).toContain(`code[${ada}] at 30 s`);
    expect(result).toMatchObject({ ended: 'finished', exitCode: 0, summary: { accepted: 5, skipped: 0 } });
    const skips = events.filter((event) => event.event === 'job' && event.state === 'skipped');
    expect(skips).toMatchObject([{ job: { step: 'code', key: ada }, reason: 'undecided:hello' }]);
  });

  test('that says nothing of the outputs leaves no work for those who would read them, until a person adds them', async () => {
    const report =
      '  report: { uses: sms.backfill, needs: code, forEach: people, with: { msgid: "{{ steps.code.verificationId }}", time: "1795420800" } }';
    const receipt: Outcome = { kind: 'rejected', code: '-20', reason: 'duplicate' };
    const { sent, result, jobs } = await decidedRun({
      ...given,
      backend: open(),
      answers: (address, attempt) => (address === `code[${ada}]` ? [lost, receipt][attempt - 1]! : 'accepted'),
      steps: `  code: { uses: otp.send, forEach: people, expires: 1d, with: { templateId: 31 } }\n${report}`,
    });
    expect(statesOf(jobs)).toMatchObject({ [`code[${ada}]`]: 'accepted', [`report[${ada}]`]: 'skipped' });
    expect(sent.filter((one) => one.startsWith('report'))).toHaveLength(1);
    expect(result).toMatchObject({ ended: 'finished', exitCode: 0, summary: { accepted: 3, skipped: 1 } });
  });

  test('that comes too late for the step that waited replaces the reason that it waits', async () => {
    const backend = open();
    const steps = hello + code('until: 2026-11-23T10:30:00');
    await decidedRun({ ...given, backend, steps });
    const from = begins + 3_600_000;
    const decision = { step: 'hello', key: ada, state: 'accepted', at: from, attempts: 1, by: 'Ada' } as const;
    expect(await backend.decide(about, [decision])).toBeUndefined();
    const { jobs } = await decidedRun({ ...given, backend, steps, from });
    const late = jobs.find((job) => job.step === 'code' && job.key === ada);
    expect(late).toMatchObject({ state: 'expired', reason: 'until', settledAt: from });
  });

  test('to send again is carried out by this run, once', async () => {
    const { sent, result, jobs } = await decidedRun({
      ...given,
      backend: open(),
      steps: hello + code('delay: 45s'),
      beside: after(20, 'pending'),
    });
    expect(sent.filter((one) => one.startsWith(`hello[${ada}]`))).toEqual([
      `hello[${ada}] at 0 s`,
      `hello[${ada}] at 20 s`,
    ]);
    expect(statesOf(jobs)[`code[${ada}]`]).toBe('accepted');
    expect(result).toMatchObject({ ended: 'finished', exitCode: 0, summary: { accepted: 4 } });
  });

  test('to give up is nobody’s failure, and reaches nobody', async () => {
    const { sent, result, jobs } = await decidedRun({
      ...given,
      backend: open(),
      steps: hello + code('delay: 45s'),
      beside: after(20, 'cancelled'),
    });
    expect(sent.filter((one) => one.includes(ada))).toEqual([`hello[${ada}] at 0 s`]);
    expect(statesOf(jobs)).toMatchObject({ [`hello[${ada}]`]: 'cancelled', [`code[${ada}]`]: 'skipped' });
    expect(result).toMatchObject({ ended: 'finished', exitCode: 0 });
  });

  test('that comes while the end is being recorded is carried out before the process ends', async () => {
    let isDecided = false;
    const { sent, result } = await decidedRun({
      ...given,
      backend: open(),
      steps: hello + code('until: 2026-11-23T10:30:00'),
      async onApply([change], { decide }) {
        if (change?.kind !== 'ended' || isDecided) return;
        isDecided = true;
        await decide({ step: 'hello', key: ada, state: 'accepted' });
      },
    });
    expect(sent.filter((one) => one.startsWith(`code[${ada}]`))).toHaveLength(1);
    expect(result).toMatchObject({ ended: 'finished', exitCode: 0, summary: { accepted: 4, inDoubt: 0 } });
  });
});

test('what was skipped for another reason is skipped once, however often people decide', async () => {
  const people = Array.from({ length: 30 }, (_, index) => `23480300000${index + 10}`);
  const { events, result } = await decidedRun({
    backend: backends['the memory backend']!(),
    people: [ada, ...people],
    answers,
    steps: `${hello}${code('until: 2026-11-23T10:30:00', '{ step: hello, outcome: rejected }')}\n  late: { uses: agents.list, needs: code, delay: 60s }`,
    async beside(beside) {
      await after(20, 'pending')(beside);
      await beside.clock.sleepUntil(begins + 30_000);
      // Of another run of the campaign, as far as this one knows.
      beside.control.noteDecisions(1_000);
    },
  });
  const skips = events.filter((event) => event.event === 'job' && event.state === 'skipped');
  // One is skipped for its doubt, and then because it was reached.
  expect(skips).toHaveLength(people.length + 2);
  expect(result).toMatchObject({ exitCode: 0, summary: { accepted: people.length + 2, skipped: people.length + 1 } });
});

test('a step that cannot succeed is not tried again because somebody decided', async () => {
  const refused: Outcome = { kind: 'rejected', code: '-29', reason: 'no such template' };
  const { sent, result } = await decidedRun({
    backend: backends['the memory backend']!(),
    people: [ada, ben],
    answers: (address, attempt) => (address.startsWith('code') ? refused : answers(address, attempt)),
    head: 'limits: { concurrency: 1, doubts: 5 }',
    steps: `${hello}  code: { uses: otp.send, forEach: people, with: { templateId: 31 } }
  late: { uses: agents.list, needs: hello, delay: 60s }`,
    beside: after(20, 'accepted'),
  });
  expect(sent.filter((one) => one.startsWith('code'))).toHaveLength(1);
  expect(result).toMatchObject({ ended: 'stopped', exitCode: 3, kept: [{ step: 'code', state: 'stopped' }] });
});

test('a run that leaves what its plan does not include does not say that nothing is left', async () => {
  const { result } = await decidedRun({
    backend: backends['the memory backend']!(),
    people: [ada, ben],
    steps: hello,
    isApproved: (_, key) => key === ben,
  });
  expect(result).toMatchObject({ ended: 'stopped', exitCode: 4, next: { step: 'hello' } });
});
