import { expect, test } from 'vitest';
import { auditStarts } from '../../src/audit/audit.ts';
import type { AuditedStart, AuditFinding } from '../../src/audit/audited-start.ts';
import type { Limits } from '../../src/campaign/campaign.ts';
import { audienceOf, campaignOf, stepOf } from '../rig/campaign.ts';
import { fc } from '../rig/properties.ts';
import { rosterOf } from '../rig/roster.ts';

/*
 * The auditor keeps starts in columns. What it finds is what somebody finds who compares each start with each other one.
 */

const noon = Date.parse('2026-11-23T12:00:00Z');
const forEach = { audience: 'members', where: {} };
const keys = ['2348000000007', '2348000000014', '9223372036854775807', '0123'];
const steps = [
  stepOf({ id: 'hello', uses: 'whatsapp.send', forEach, window: 'always' }),
  stepOf({ id: 'code', uses: 'otp.send', forEach, window: 'always', rate: { count: 2, perMs: 100 } }),
  stepOf({ id: 'balance', uses: 'sms.balance', window: 'always', needs: ['hello'], delayMs: 50 }),
];
const rosters = new Map([['members', rosterOf('members', [{ key: keys[0]! }])]]);

function campaignWith(limits: Partial<Limits>): ReturnType<typeof campaignOf> {
  const audiences = [audienceOf({ name: 'members' })];
  return campaignOf({ timezone: 'UTC', audiences, steps, limits });
}

const start: fc.Arbitrary<AuditedStart> = fc
  .record({
    steps: fc.constantFrom(['hello'], ['code'], ['balance'], ['hello', 'code'], ['gone']),
    key: fc.option(fc.constantFrom(...keys), { nil: undefined }),
    at: fc.integer({ min: noon, max: noon + 1_000 }),
    repeat: fc.boolean(),
  })
  .map((one) => ({ ...one, isTakenOut: one.steps[0] === 'gone' }));

test('what it finds is found by comparing each start with each other', () => {
  const found = { once: 0, perRecipient: 0, rate: 0, order: 0 };
  const property = fc.property(
    fc.array(start, { minLength: 5, maxLength: 40, size: 'max' }),
    fc.boolean(),
    fc.boolean(),
    (starts, hasGap, uninterrupted) => {
      const campaign = campaignWith({
        ...(hasGap ? { perRecipient: { count: 2, perMs: 400 } } : {}),
        rate: { count: 5, perMs: 100 },
      });
      const input = { campaign, rosters, starts, uninterrupted, jitterMs: 10, remembers: () => true };
      const { findings } = auditStarts(input);
      const of = (...rules: readonly AuditFinding['rule'][]) => findings.filter(({ rule }) => rules.includes(rule));
      expect(of('once', 'perRecipient')).toEqual(peopleByHand(starts, hasGap ? 190 : undefined));
      expect(of('rate').map(({ at }) => at)).toEqual([
        ...ratesByHand(starts, 5),
        ...ratesByHand(
          starts.filter(({ steps }) => steps.join() === 'code'),
          2,
        ),
      ]);
      const at = (step: string) => starts.flatMap((one) => (one.steps.join() === step ? [one.at] : []));
      const [first, hello] = [Math.min(...at('balance')), at('hello')];
      const needed = uninterrupted ? Math.max(...hello) : Math.min(...hello);
      const wasEmpty = !uninterrupted && needed > first && !hadSomebodyByHand(starts, first);
      expect(of('order').length).toBe(hello.length > 0 && first < needed + 50 && !wasEmpty ? 1 : 0);
      for (const { rule } of findings) if (rule in found) found[rule as keyof typeof found]++;
    },
  );
  fc.assert(property, { numRuns: 300 });
  expect(Object.entries(found).filter(([, count]) => count < 50)).toEqual([]);
});

/** Whether somebody to whom `hello` has sent was in the audience by then. */
function hadSomebodyByHand(starts: readonly AuditedStart[], at: number): boolean {
  const ofAudience = (one: AuditedStart): boolean => one.steps.every((step) => step === 'hello' || step === 'code');
  const known = starts.filter((one) => ofAudience(one) && one.at <= at).map(({ key }) => key);
  return starts.some(({ steps: ids, key }) => ids.join() === 'hello' && known.includes(key));
}

function inOrder(starts: readonly AuditedStart[]): readonly AuditedStart[] {
  return [...starts].sort((a, b) => a.at - b.at);
}

function peopleByHand(starts: readonly AuditedStart[], gap: number | undefined): readonly AuditFinding[] {
  const found: AuditFinding[] = [];
  const before: AuditedStart[] = [];
  const isOfPerson = ({ steps: [step], isTakenOut }: AuditedStart): boolean =>
    step === 'hello' || step === 'code' || isTakenOut === true;
  for (const one of inOrder(starts).filter((each) => each.key !== undefined && isOfPerson(each))) {
    const { steps, key, at, repeat } = one;
    const theirs = before.filter((other) => other.key === key);
    const ofJob = theirs.filter((other) => other.steps.join() === steps.join());
    const who = { step: steps[0]!, key, at };
    if (repeat !== true) {
      const times = ofJob.filter((other) => other.repeat !== true).length + 1;
      const message = steps.length === 1 ? 'started twice' : `started ${times} times by ${steps.length} steps`;
      if (times > steps.length) found.push({ rule: 'once', ...who, message });
      const latest = theirs.at(-1);
      const isOfJob = latest?.repeat === true && latest === ofJob.at(-1);
      if (gap !== undefined && latest !== undefined && !isOfJob && at - latest.at < gap)
        found.push({ rule: 'perRecipient', ...who, message: `only ${at - latest.at} ms after another message` });
    }
    before.push(one);
  }
  return found;
}

/** Each start that is one too many; the next that can be has none of those before it. */
function ratesByHand(starts: readonly AuditedStart[], count: number): readonly number[] {
  const found: number[] = [];
  let left = inOrder(starts).map(({ at }) => at);
  while (left.length > count) {
    const [last, isTooMany] = [left[count]!, left[count]! - left[0]! < 90];
    if (isTooMany) found.push(last);
    left = left.slice(isTooMany ? count + 1 : 1);
  }
  return found;
}

test('of starts that may be of either of two steps it judges what can be judged, and says that nothing else was', () => {
  const campaign = campaignWith({});
  const ofTwo = (at: number, key = keys[0]) => ({ steps: ['code', 'balance'], key, at });
  const input = { campaign, rosters, uninterrupted: false, jitterMs: 0, remembers: () => true };
  const two = auditStarts({ ...input, starts: [ofTwo(noon), ofTwo(noon + 1), ofTwo(noon, keys[1])] });
  expect(two.findings).toEqual([]);
  expect(two.checkedOn).toMatchObject({ once: 3, order: 0, rate: 0, waves: 0 });
  const message = 'started 3 times by 2 steps';
  expect(auditStarts({ ...input, starts: [ofTwo(noon), ofTwo(noon + 1), ofTwo(noon + 2)] }).findings).toEqual([
    { rule: 'once', step: 'code', key: keys[0], at: noon + 2, message },
  ]);
});

test('in fifty thousand starts it finds the one that was made twice', () => {
  const campaign = campaignWith({});
  const starts = Array.from({ length: 50_000 }, (_, n) => ({
    steps: ['hello'],
    key: String(2_348_000_000_000 + ((n * 7_919) % 50_000) * 7),
    at: noon + n,
  }));
  const again = { ...starts[20_000]!, at: noon + 60_000 };
  const input = { campaign, rosters, uninterrupted: true, jitterMs: 0, remembers: () => true };
  expect(auditStarts({ ...input, starts }).findings).toEqual([]);
  expect(auditStarts({ ...input, starts: [again, ...starts] }).findings).toEqual([
    { rule: 'once', step: 'hello', key: again.key, at: again.at, message: 'started twice' },
  ]);
});
