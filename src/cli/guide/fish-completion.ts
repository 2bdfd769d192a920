import type { Candidates, CompletedCommand } from './completion-data.ts';

/** One `complete` a line; `callsheet completion fish > ~/.config/fish/completions/callsheet.fish`. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const rows = commands.flatMap(({ name, description, options, words }) => {
    const here = `-n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      `-n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
      ...options.map(({ name: option, short, description: meaning, value }) => {
        const names = `-l ${option.slice(2)}${short === undefined ? '' : ` -s ${short.slice(1)}`}`;
        return `${here} ${names}${value === undefined ? '' : ` ${ofOption(value)}`} -d ${quoted(meaning)}`;
      }),
      ...(words.kind === 'nothing' ? [] : [`${here} ${ofWord(words)}`]),
    ];
  });
  const head =
    '# Completion of callsheet for fish: callsheet completion fish > ~/.config/fish/completions/callsheet.fish';
  return `${[head, ...['-f', ...rows].map((row) => `complete -c callsheet ${row}`)].join('\n')}\n`;
}

function ofOption(candidates: Candidates): string {
  switch (candidates.kind) {
    case 'nothing':
      return '-x';
    case 'files':
    case 'campaigns':
      return '-r -F';
    case 'folders':
    case 'words':
      return `-x ${ofWord(candidates)}`;
    default:
      return candidates satisfies never;
  }
}

function ofWord(candidates: Candidates): string {
  switch (candidates.kind) {
    case 'words':
      return `-a ${quoted(candidates.words.map((word) => word.replace(/[*\\$"'() ]/g, '\\$&')).join(' '))}`;
    case 'files':
      return '-F';
    case 'folders':
      return `-a ${quoted('(__fish_complete_directories)')}`;
    case 'campaigns':
      return `-a ${quoted('(__fish_complete_suffix .yaml)')}`;
    case 'nothing':
      return '';
    default:
      return candidates satisfies never;
  }
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
