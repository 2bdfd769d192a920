import { campaignOf, fallbackFor, listOf, numbersOf, type ReachingOperation, stepFor } from '../attacked-campaign.ts';
import type { Dice } from '../dice.ts';
import { afterTheWork, type Behaviour, honest, insteadOfTheWork, refusalMessage } from '../service/behaviour.ts';
import type { Asked } from '../service/independent-service.ts';
import { type AttackClass, judgedSteps } from './attack-class.ts';

/** The work is done and the answer says otherwise, or the other way round; some people are refused honestly, for the fallback. */
export const misleadingAnswers: AttackClass = {
  about: 'answers that do not say what was done',
  tls: false,
  variants: ['message', 'code', 'redial', 'unasked answers'],
  async carryOut(setup, variant) {
    const { dice, service } = setup;
    const isUnasked = variant === 'unasked answers';
    const operation = isUnasked ? dice.pick<ReachingOperation>(['message', 'code']) : (variant as ReachingOperation);
    if (isUnasked) service.greeting = unaskedAnswer;
    const behaviours = dealt(dice, operation);
    const people = numbersOf(behaviours.length);
    const steps = [stepFor('first', operation), fallbackFor('first', dice.pick(['message', 'code']))] as const;
    await setup.write('members.csv', listOf(people));
    // Beyond five minutes the service refuses the timestamp (-16), and the product measures its clock.
    service.account.skewMs = dice.pick([0, 0, 0, 3_600_000, -86_400_000]);
    await setup.campaign(campaignOf(steps, { limits: { concurrency: dice.pick([1, 4, 8, 16]) } }));
    const meets = new Map(people.map((person, index) => [person, behaviours[index] ?? honest]));
    service.choose = ({ work, earlier }: Asked) =>
      work.mark === steps[0].mark && earlier === 0 ? (meets.get(work.people[0] ?? '') ?? honest) : honest;
    await setup.runToTheEnd(3);
    return { ...(await setup.evidence()), steps: judgedSteps(steps, people) };
  },
};

const accepted = JSON.stringify({ status: '0', reason: 'success', data: { messageId: 'm-1', timestamp: 1 } });
const unaskedAnswer = `HTTP/1.1 200 OK\r\nContent-Length: ${accepted.length}\r\n\r\n${accepted}`;

/** What the first request for each person meets: every misleading answer once, among honest ones. */
function dealt(dice: Dice, operation: ReachingOperation): readonly Behaviour[] {
  const misleading = [...afterTheWork(operation), ...dice.some(insteadOfTheWork(operation), 3)];
  const ordinary = misleading.map((_, index) => (index % 3 === 0 ? ordinaryRefusal(operation) : honest));
  const all = [...misleading, ...ordinary];
  return dice.some(all, all.length);
}

export function ordinaryRefusal(operation: ReachingOperation): Behaviour {
  const code = { message: '-69', code: '-22', redial: '-24' }[operation];
  return refusalMessage(code, 'an ordinary refusal of one person');
}
