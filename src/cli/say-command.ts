import type { CampaignOptions } from './open-campaign.ts';

/** Which run and state a command is about. */
export type SaidOf = Pick<CampaignOptions, 'file' | 'sandbox' | 'state' | 'run'>;

/** `callsheet <command> FILE …` as it is to be typed for the same run and state. */
export function sayCommand(options: SaidOf) {
  const { file, sandbox, state, run } = options;
  const tail = [
    quoted(file),
    ...(sandbox === true ? ['--sandbox'] : []),
    ...(state === undefined ? [] : ['--state', quoted(state)]),
    ...(run === undefined ? [] : ['--run', quoted(run)]),
  ].join(' ');
  return (command: string, more?: string): string =>
    `callsheet ${command} ${tail}${more === undefined ? '' : ` ${more}`}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
