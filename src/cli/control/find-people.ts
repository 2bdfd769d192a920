import { plainText } from '../../audience/number/written-number.ts';
import { askedKeys } from '../../campaign/audiences/asked-number.ts';
import type { Host } from '../../platform/ports.ts';
import { shownKey } from '../../report/mask.ts';
import { couldNot, openCampaign } from '../open/open-campaign.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';

export interface FindOptions extends CampaignOptions {
  /** A number, or a part of one. */
  readonly key: string;
  /** Only the whole number is looked for, in any notation. */
  readonly whole: boolean;
  readonly format: 'text' | 'json';
  readonly showNumbers: boolean;
}

const fewestDigits = 3;
const shownMost = 200;

/** callsheet why FILE DIGITS --find: the recipients whose number this is, or has these digits. */
export async function findPeople(options: FindOptions, host: Host): Promise<ExitCode> {
  const digits = plainText(options.key).replace(/\D/g, '');
  if (digits.length < fewestDigits && !options.whole)
    return couldNot(host, `--find takes at least ${fewestDigits} digits of a number`);
  const opened = await openCampaign(options, host);
  if (typeof opened === 'number') return opened;
  try {
    const found = new Map<string, string[]>();
    let more = 0;
    const add = (key: string, audience: string): void => {
      const known = found.get(key);
      if (known !== undefined) known.push(audience);
      else if (found.size < shownMost) found.set(key, [audience]);
      else more++;
    };
    const whole = await askedKeys(options.key, opened.campaign.audiences);
    for (const [audience, roster] of opened.rosters) {
      for (const key of whole) if (roster.indexOf(key) !== undefined) add(key, audience);
      for (let index = 0; index < roster.size && !options.whole; index++) {
        const key = roster.key(index);
        if (key.includes(digits) && !whole.includes(key)) add(key, audience);
      }
    }
    if (options.format === 'json') {
      const people = [...found].map(([number, audiences]) => ({ number, audiences }));
      host.console.out(`${JSON.stringify({ people, more })}\n`);
      return exitCode.done;
    }
    for (const [key, audiences] of found)
      host.console.out(`${shownKey(key, options.showNumbers)}  ${audiences.join(', ')}\n`);
    if (more > 0) host.console.out(`and ${more} more: give more digits\n`);
    if (found.size === 0)
      host.console.out(
        `No recipient of ${options.file} has ${options.whole ? `the number ${options.key}` : `${digits} in their number`}.\n`,
      );
    return exitCode.done;
  } finally {
    await opened.close();
  }
}
