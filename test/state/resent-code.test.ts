import { expect, test } from 'vitest';
import { readHistory } from '../../src/run/resume/read-history.ts';
import { audienceOf, campaignOf, stepOf } from '../rig/campaign.ts';
import { intend, settle } from '../rig/lease.ts';
import { rosterOf } from '../rig/roster.ts';
import { accepted, ada, backends, intent, leaseOf } from '../rig/state-backends.ts';
import { lines, turn } from '../rig/turn.ts';

const minute = 60_000;
const began = Date.parse('2026-11-23T09:00:00Z');
const hello = stepOf({
  id: 'hello',
  uses: 'otp.send',
  forEach: { audience: 'members', where: {} },
  expiresMs: 5 * minute,
});
const campaign = campaignOf({ timezone: 'UTC', audiences: [audienceOf({ name: 'members' })], steps: [hello] });
const rosters = [rosterOf('members', [{ key: ada.key }])];

test.each(Object.entries(backends))(
  'with %s, the time of a code begins again when a person has it sent again',
  async (_, create) => {
    const lease = await leaseOf(create());
    const attempt = async (number: number, at: number, state: 'rejected' | 'pending'): Promise<void> => {
      await intend(lease, { ...intent, attempt: number, at });
      await settle(lease, {
        ...accepted,
        attempt: number,
        at,
        state,
        doubtful: state === 'pending',
        outputs: undefined,
      });
    };
    const next = async (now: string, detail: 'times' | 'states') =>
      lines(turn({ campaign, rosters, history: await readHistory(campaign, lease, detail), now })).map((line) =>
        line.slice(11),
      );

    await attempt(1, began, 'rejected');
    const decision = { attempts: 1, at: began + 60 * minute, state: 'pending', by: 'Ada' } as const;
    await lease.apply([{ kind: 'decide', to: { ...ada, ...decision } }]);
    for (const detail of ['times', 'states'] as const)
      expect(await next('2026-11-23T14:00:00', detail)).toEqual([`14:00:00 hello[${ada.key}]`]);

    // It was, and nobody knows with what result: its time runs from then on.
    await attempt(2, began + 300 * minute, 'pending');
    for (const detail of ['times', 'states'] as const) {
      expect(await next('2026-11-23T14:04:00', detail)).toEqual([`14:04:00 hello[${ada.key}]`]);
      expect(await next('2026-11-23T14:06:00', detail)).toEqual([`14:06:00 hello[${ada.key}] inDoubt expires`]);
    }
    await lease.close();
  },
);
