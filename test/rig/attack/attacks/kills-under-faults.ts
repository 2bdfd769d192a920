import type { Child, Ended } from '../../child.ts';
import type { AttackSetup } from '../attack-setup.ts';
import { campaignOf, fallbackFor, listOf, numbersOf, type ReachingOperation, stepFor } from '../attacked-campaign.ts';
import type { Dice } from '../dice.ts';
import { afterTheWork, type Behaviour, hangAfterTheWork, honest, insteadOfTheWork } from '../service/behaviour.ts';
import type { Asked } from '../service/independent-service.ts';
import { type AttackClass, judgedSteps, wait } from './attack-class.ts';
import { ordinaryRefusal } from './misleading-answers.ts';

/** kill -9 and stops at any moment, while the service misbehaves, and the same command again. */
export const killsUnderFaults: AttackClass = {
  about: 'kill -9 and SIGSTOP while the service misbehaves',
  tls: false,
  variants: ['message', 'code', 'redial'],
  async carryOut(setup, variant) {
    const { dice, service } = setup;
    const operation = variant as ReachingOperation;
    const people = numbersOf(dice.between(30, 60));
    const steps = [stepFor('first', operation), fallbackFor('first', 'message')] as const;
    await setup.write('members.csv', listOf(people));
    // Beyond five minutes the service refuses the timestamp (-16), and the product measures its clock.
    service.account.skewMs = dice.pick([0, 0, 0, 3_600_000, -86_400_000]);
    await setup.campaign(campaignOf(steps, { limits: { concurrency: dice.pick([2, 8, 16]) } }));
    const faults = dice.pick([0.1, 0.3]);
    // Decided per request, in the order in which they come: that order is the machine's.
    service.choose = ({ work }: Asked) =>
      work.mark === steps[0].mark && work.operation === operation ? faulty(dice, operation, faults) : honest;
    const kills = dice.between(2, 4);
    for (let left = kills; left > 0; left--) {
      const ended = await killed(setup, dice.between(1, Math.ceil((people.length * 1.2) / kills)));
      if (ended.signal !== 'SIGKILL') break;
    }
    service.choose = () => honest;
    await setup.runToTheEnd(2);
    return { ...(await setup.evidence()), steps: judgedSteps(steps, people) };
  },
};

function faulty(dice: Dice, operation: ReachingOperation, faults: number): Behaviour {
  if (!dice.chance(faults)) return dice.chance(0.1) ? ordinaryRefusal(operation) : honest;
  if (dice.chance(0.1)) return hangAfterTheWork;
  return dice.pick(dice.chance(0.7) ? afterTheWork(operation) : insteadOfTheWork(operation));
}

/** With every slot hanging on an answer nothing more comes. */
const stuckMs = 5_000;

/** Runs until so many more requests have come, and some turns or milliseconds on; perhaps it sleeps a little on the way. */
async function killed(setup: AttackSetup, more: number): Promise<Ended> {
  const { dice, service } = setup;
  const before = service.arrivals.length;
  const run = setup.start(['run', 'campaign.yaml', '--yes']);
  await Promise.race([service.when(() => service.arrivals.length >= before + more), run.ended, wait(stuckMs)]);
  if (dice.chance(0.3)) await nap(run, dice.between(20, 200));
  await wait(dice.pick([0, 0, 1, 3, 10]));
  run.kill('SIGKILL');
  return run.ended;
}

async function nap(run: Child, ms: number): Promise<void> {
  run.kill('SIGSTOP');
  await wait(ms);
  run.kill('SIGCONT');
}
