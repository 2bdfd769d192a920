import { campaignOf, listOf, numbersOf, type ReachingOperation, stepFor } from '../attacked-campaign.ts';
import { honest, refusalMessage } from '../service/behaviour.ts';
import { credentials } from '../service/independent-service.ts';
import { type AttackClass, judgedSteps } from './attack-class.ts';

const { apiKey, apiSecret } = credentials;

/** What a service, a list or a pull request may say, in the hope that somebody's terminal, CI or spreadsheet obeys. */
const hostile: readonly ((number: string) => string)[] = [
  () => '\u001b[2J\u001b]0;owned\u0007\u001b]8;;http://evil.example\u001b\\click\u001b]8;;\u001b\\',
  () => 'a\u009b31mb\u0085c\u0090d',
  () => 'ab\u202edcba\u2066',
  () => 'x\n::add-mask::everything\nFORGED 1000 accepted',
  () => 'x\r\nFORGED 22 Nov 12:00 everybody was reached',
  () => 'x\ufffe\uffffy\u0000z\u0008',
  () => `unknown key ${apiKey}, and its secret ${apiSecret}`,
  (number) => `+${number.slice(0, 3)} ${number.slice(3, 6)} ${number.slice(6, 9)} ${number.slice(9)} is not reachable`,
  (number) => `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6, 9)}-${number.slice(9)} is not reachable`,
  () => 'long '.repeat(180_000),
];

/** Every command that prints what others wrote. */
const commands: readonly (readonly string[])[] = [
  ['report', '--format', 'text'],
  ['report', '--format', 'html'],
  ['report', '--format', 'junit'],
  ['report', '--format', 'csv'],
  ['plan'],
  ['status'],
  ['audit'],
  ['check', '--format', 'github'],
  ['plan', '--format', 'html'],
  ['plan', '--format', 'markdown'],
];

/** Texts of others are printed as what they are: nothing of them commands, nothing of them is secret, and they are bounded. */
export const foreignText: AttackClass = {
  about: 'the texts of others',
  tls: false,
  variants: ['reasons', 'title and list', 'secret in a template'],
  async carryOut(setup, variant) {
    const { dice, service } = setup;
    const people = numbersOf(dice.between(6, 12));
    const operation = dice.pick<ReachingOperation>(['message', 'code']);
    const step = stepFor('first', operation);
    const isSecret = variant === 'secret in a template';
    const code = operation === 'message' ? '-69' : '-22';
    const campaign = campaignOf([step]);
    await setup.write('members.csv', listOf(people));
    if (variant === 'reasons') {
      await setup.campaign(campaign);
      const reasons = new Map(
        people.map((number, index) => [number, hostile[(index + dice.between(0, 1)) % hostile.length]!(number)]),
      );
      service.choose = ({ work }) => {
        const reason = reasons.get(work.people[0] ?? '');
        return reason === undefined ? honest : refusalMessage(code, reason);
      };
    } else if (variant === 'title and list') {
      const words = hostile.slice(0, 5).map((make) => make(''));
      await setup.campaign({ ...campaign, title: dice.pick(words) });
      const rows = people.map((number) => `${number},"${dice.pick(words)}"`);
      await setup.write('members.csv', `phone,name\n${rows.join('\n')}\n`);
    } else {
      const name = dice.pick(['CALLSHEET_API_SECRET', 'CALLSHEET_API_KEY']);
      const leaking = {
        ...step.entry,
        uses: 'whatsapp.send',
        with: { type: 'text', text: { body: `first: {{ env.${name} }}` } },
      };
      await setup.campaign({ ...campaign, env: [name], steps: { first: leaking } });
    }
    await setup.command(['run', 'campaign.yaml', '--yes']);
    const asked = isSecret ? [] : dice.some(commands, 3);
    for (const [name = '', ...more] of asked) await setup.command([name, 'campaign.yaml', ...more]);
    if (variant === 'title and list') await setup.command(['why', 'campaign.yaml', people[0] ?? '']);
    const evidence = await setup.evidence();
    return { ...evidence, steps: judgedSteps([{ ...step, mark: isSecret ? 'first' : step.mark }], people) };
  },
};
