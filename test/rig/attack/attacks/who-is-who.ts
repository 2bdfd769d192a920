import { campaignOf, listOf, numbersOf, type ReachingOperation, stepFor } from '../attacked-campaign.ts';
import { type AttackClass, judgedSteps } from './attack-class.ts';

/** A way to write a number of thirteen digits. */
type Notation = (number: string) => string;

/** They leave no doubt whose number it is: in a list they reach that person, on a do-not-contact list they keep them out. */
const clear: readonly Notation[] = [
  (number) => number,
  (number) => `+${number}`,
  (number) => `00${number}`,
  (number) => `+${spaced(number, ' ')}`,
  (number) => `+${spaced(number, '-')}`,
  (number) => spaced(number, '.'),
  (number) => `+${spaced(number, '\u00a0')}`,
  (number) => `+${number.slice(0, 3)} (${number.slice(3, 6)}) ${number.slice(6)}`,
  (number) => ` ${number} `,
  (number) => `\u202a+${number}\u202c`,
];

/** They may be read or not; nobody else may be reached by them, and who is left out must be reported. */
const unclear: readonly Notation[] = [
  // As pandas and spreadsheets write a column of numbers.
  (number) => `${number}.0`,
  (number) => `${number[0]}.${number.slice(1)}E+12`,
  (number) => spaced(number, ','),
  (number) => `'${number}`,
  // As letterheads do.
  (number) => `+${number.slice(0, 3)} (0) ${number.slice(3)}`,
  (number) => `+${number.slice(0, 3)}(0)${number.slice(3)}`,
  (number) => `0${number.slice(3)}`,
  (number) => `+${number}/2`,
  (number) => `${number}x5`,
  (number) => `tel:+${number}`,
  (number) => `+${spaced(number, '\u2013')}`,
  (number) => `+${number.slice(0, 7)}\u00ad${number.slice(7)}`,
  (number) => digitsFrom(number, '\uff10'),
  (number) => digitsFrom(number, '\u0660'),
];

/**
 * One person in several notations, in the list and on the do-not-contact list: nobody is reached twice, nobody else, and
 * who is on the list of those who must not be contacted is not.
 */
export const whoIsWho: AttackClass = {
  about: 'the notations of numbers',
  tls: false,
  variants: [
    'unclear on the do-not-contact list',
    'unclear in the audience',
    'clear everywhere',
    'JSONL do-not-contact list',
  ],
  async carryOut(setup, variant) {
    const { dice } = setup;
    const people = numbersOf(dice.between(14, 24));
    const doNotContact = dice.some(people, dice.between(3, 6));
    const step = stepFor('first', dice.pick<ReachingOperation>(['message', 'code']));
    const once = people.map((number) => ({ number, written: dice.pick(clear)(number) }));
    // Some occur twice, in another notation.
    const again = dice.some(people, 3).map((number) => ({ number, written: dice.pick(clear)(number) }));
    const rows = [...once, ...again];
    const unread: string[] = [];
    if (variant === 'unclear in the audience') {
      for (const row of dice.some(once, 4)) {
        row.written = dice.pick(unclear)(row.number);
        unread.push(row.written);
      }
    }
    await setup.write('members.csv', listOf(rows.map(({ written }) => written)));
    const exclude = await writeExclude(setup, variant, doNotContact);
    await setup.campaign(
      campaignOf([step], { audiences: { members: { ...campaignOf([]).audiences['members']!, exclude } } }),
    );
    await setup.command(['run', 'campaign.yaml', '--yes']);
    await setup.command(['plan', 'campaign.yaml']);
    const evidence = await setup.evidence();
    const reached = new Set(evidence.arrivals.flatMap(({ effect, work }) => (effect ? (work?.people ?? []) : [])));
    // Whose only row is unclear may be left out in words: what `people` are owed is a state of their own.
    const left = rows.filter(({ number, written }) => unread.includes(written) && !reached.has(number));
    const unowed = left.map(({ number }) => number);
    const owed = people.filter((number) => !unowed.includes(number));
    const named = left.filter(({ number }) => !doNotContact.includes(number)).map(({ written }) => written);
    const unhindered = variant === 'clear everywhere';
    return {
      ...evidence,
      steps: judgedSteps([step], owed),
      doNotContact,
      unhindered,
      unclear: evidence.ran ? named : [],
    };
  },
};

async function writeExclude(
  { dice, write }: Pick<Parameters<AttackClass['carryOut']>[0], 'dice' | 'write'>,
  variant: string,
  numbers: readonly string[],
): Promise<readonly string[]> {
  const [odd] = dice.some(numbers, 1);
  const notations = variant === 'unclear on the do-not-contact list' ? unclear : clear;
  if (variant !== 'JSONL do-not-contact list') {
    const rows = numbers.map((number) => dice.pick(number === odd ? notations : clear)(number));
    await write('gone.csv', listOf(rows));
    return ['gone.csv'];
  }
  const row = dice.pick<(number: string) => unknown>([
    (number) => ({ phone: number }),
    (number) => ({ phone: Number(number) }),
    (number) => ({ number }),
    (number) => ({ phone: { value: number } }),
    (number) => ({ phone: [number] }),
  ]);
  const lines = numbers.map((number) => JSON.stringify(number === odd ? row(number) : { phone: `+${number}` }));
  await write('gone.jsonl', `${lines.join('\n')}\n`);
  return ['gone.jsonl'];
}

function spaced(number: string, by: string): string {
  return [number.slice(0, 3), number.slice(3, 6), number.slice(6, 9), number.slice(9)].join(by);
}

function digitsFrom(number: string, zero: string): string {
  return number.replace(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)));
}
