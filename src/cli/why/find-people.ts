import { plainText } from '../../audience/number/written-number.ts';
import type { Roster } from '../../audience/roster.ts';
import { askedKeys } from '../../campaign/audiences/part.ts';
import { nameColumns, nameIn } from '../../campaign/audiences/person-name.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Host } from '../../platform/ports.ts';
import { shownKey } from '../../report/mask.ts';
import { withCampaign } from '../open/open-campaign.ts';
import { couldNot } from '../open/refuse.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import type { Given } from '../program.ts';

interface FindOptions extends Omit<Given<'why'>, 'key' | 'format'> {
  /** A number or a part of one, or a part of a name. */
  readonly key: string;
  readonly format: 'text' | 'json';
}

const fewest = 3;
/** Why a part is not looked for. */
export const tooShort = `Give at least ${fewest} digits of a number, or ${fewest} letters of a name.`;
const shownMost = 200;

/** callsheet why FILE TEXT --find: the recipients whose number this is, or has these digits; of a text with letters, those with such a name. */
export async function findPeople(options: FindOptions, host: Host): Promise<ExitCode> {
  const { isNumber, part } = partOf(options.key);
  const isName = !isNumber && !options.whole;
  if (isTooShort(options.key) && !options.whole) return couldNot(host, tooShort);
  return withCampaign(options, host, { columns: nameColumns }, async (opened) => {
    const found = new Map<string, { readonly name: string; readonly audiences: string[] }>();
    // Each once, though several audiences may have them.
    const others = new Set<number>();
    const add = (roster: Roster, index: number): void => {
      const known = found.get(roster.key(index));
      if (known !== undefined) known.audiences.push(roster.audience);
      else if (found.size < shownMost)
        found.set(roster.key(index), { name: nameIn(roster, index), audiences: [roster.audience] });
      else others.add(roster.number(index));
    };
    const whole = await askedKeys(options.key, opened.campaign.audiences);
    for (const roster of opened.rosters.values()) {
      for (const key of whole) {
        const index = roster.indexOf(key);
        if (index !== undefined) add(roster, index);
      }
      for (let index = 0; index < roster.size && !options.whole; index++) {
        const key = roster.key(index);
        const isFound = isName ? folded(nameIn(roster, index)).includes(part) : key.includes(part);
        if (isFound && !whole.includes(key)) add(roster, index);
      }
    }
    const more = others.size;
    if (options.format === 'json') {
      const people = [...found].map(([number, one]) => ({ number, ...one }));
      host.console.out(`${JSON.stringify({ people, more })}\n`);
      return exitCode.done;
    }
    for (const [key, { name, audiences }] of found) {
      const called = name === '' ? '' : `${visibleLine(name)}, `;
      host.console.out(`${called}${shownKey(key, options.showNumbers)}  ${audiences.join(', ')}\n`);
    }
    if (more > 0) host.console.out(`and ${more} more: type more to narrow it down\n`);
    if (found.size === 0)
      host.console.out(
        `No recipient of ${options.file} has ${options.whole ? `the number ${options.key}` : `${part} in their ${isName ? 'name' : 'number'}`}.\n`,
      );
    return exitCode.done;
  });
}

export function isTooShort(key: string): boolean {
  return partOf(key).part.length < fewest;
}

/** A name may have digits: `Room 12`. */
function partOf(key: string): { readonly isNumber: boolean; readonly part: string } {
  const digits = plainText(key).replace(/\D/g, '');
  const isNumber = digits !== '' && !/\p{L}/u.test(key);
  return { isNumber, part: isNumber ? digits : folded(key.trim()) };
}

/** `jose` finds José. */
function folded(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}
