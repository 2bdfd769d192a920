import type { CampaignOptions } from './open-campaign.ts';

/** Which run and state a command is about. */
export type SaidOf = Pick<CampaignOptions, 'file' | 'sandbox' | 'state' | 'run'>;

/** `callsheet <command> FILE …` as it is to be typed for the same run and state. */
export function sayCommand(options: SaidOf) {
  const { file, sandbox, state, run } = options;
  const tail = [
    shellWord(file),
    ...(sandbox === true ? ['--sandbox'] : []),
    ...(state === undefined ? [] : ['--state', shellWord(state)]),
    ...(run === undefined ? [] : ['--run', shellWord(run)]),
  ].join(' ');
  return (command: string, more?: string): string =>
    `callsheet ${command} ${tail}${more === undefined ? '' : ` ${more}`}`;
}

/** A word as it is to be typed: a path with blanks goes in quotes. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
