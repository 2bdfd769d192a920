import { expect, test } from 'vitest';
import { readHistory } from '../../src/run/resume/effective-history.ts';
import { audienceOf, campaignOf, stepOf } from '../rig/campaign.ts';
import { intend, settle } from '../rig/lease.ts';
import { rosterOf } from '../rig/roster.ts';
import { accepted, ada, backends, intent, leaseOf } from '../rig/state-backends.ts';
import { lines, turn } from '../rig/turn.ts';

const minute = 60_000;
const hello = stepOf({
  id: 'hello',
  uses: 'otp.send',
  forEach: { audience: 'members', where: {} },
  expiresMs: 5 * minute,
});
const campaign = campaignOf({ timezone: 'UTC', audiences: [audienceOf({ name: 'members' })], steps: [hello] });
const rosters = [rosterOf('members', [{ key: ada.key }])];

const cases = Object.entries(backends).flatMap(([name, create]) => [
  [name, 'at once', '14:00', create] as const,
  [name, 'when the clock was set back to before the decision', '09:30', create] as const,
]);

test.each(cases)(
  'with %s, the time of a code begins again when a person has it sent again, %s',
  async (_name, _when, resent, create) => {
    const lease = await leaseOf(create());
    const at = (clock: string): number => Date.parse(`2026-11-23T${clock}:00Z`);
    const end = (number: number, at: number, state: 'rejected' | 'pending'): Promise<void> =>
      settle(lease, { ...accepted, attempt: number, at, state, doubtful: state === 'pending', outputs: undefined });
    const next = async (clock: string, detail: 'times' | 'states') =>
      lines(
        turn({ campaign, rosters, history: await readHistory(campaign, lease, detail), now: `2026-11-23T${clock}:00` }),
      ).map((line) => line.slice(11));

    await intend(lease, { ...intent, attempt: 1, at: at('09:00') });
    await end(1, at('09:00'), 'rejected');
    const decision = { attempts: 1, at: at('10:00'), state: 'pending', by: 'Ada' } as const;
    await lease.apply([{ kind: 'decide', to: { ...ada, ...decision } }]);
    for (const detail of ['times', 'states'] as const)
      expect(await next(resent, detail)).toEqual([`${resent}:00 hello[${ada.key}]`]);

    // It was, and nobody knows with what result: its time runs from then on, also where its process died meanwhile.
    await intend(lease, { ...intent, attempt: 2, at: at(resent) });
    const { steps } = await readHistory(campaign, lease);
    expect(steps.get('hello')?.others.get(ada.key)).toMatchObject({ state: 'sending', resent: true });
    await end(2, at(resent), 'pending');
    const [soon, late] = [resent.replace(/.$/, '4'), resent.replace(/.$/, '6')];
    for (const detail of ['times', 'states'] as const) {
      expect(await next(soon, detail)).toEqual([`${soon}:00 hello[${ada.key}]`]);
      expect(await next(late, detail)).toEqual([`${late}:00 hello[${ada.key}] inDoubt expires`]);
    }
    await lease.close();
  },
);
