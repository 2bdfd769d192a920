import type { Candidates, CompletedCommand, CompletedOption } from './completion-data.ts';

/** A completion function; `source <(callsheet completion zsh)` after `compinit`, or a file `_callsheet` in `fpath`. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name, description }) => `    ${quoted(`${name}:${escaped(description)}`)}`);
  const cases = commands.map(
    ({ name, options, words }) =>
      `    ${name}) _arguments -s -S ${[...options.map(specOf), quoted(`*:word:${action(words)}`)].join(' \\\n        ')} ;;`,
  );
  return `#compdef callsheet
# Completion of callsheet for zsh. Add to ~/.zshrc, after compinit: source <(callsheet completion zsh)
_callsheet() {
  local -a commands
  commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _callsheet ]; then _callsheet "$@"; else compdef _callsheet callsheet; fi
`;
}

/** Every option may come again: which ones may not is said by the command itself. */
function specOf({ name, short, description, value }: CompletedOption): string {
  const names = short === undefined ? [name] : [short, name];
  const rest = `[${escaped(description)}]${value === undefined ? '' : `:value:${action(value)}`}`;
  return names.map((each) => quoted(`*${each}${rest}`)).join(' ');
}

function action(candidates: Candidates): string {
  switch (candidates.kind) {
    case 'words':
      return `(${candidates.words.map((word) => word.replace(/[*:\\$`"'() ]/g, '\\$&')).join(' ')})`;
    case 'files':
      return '_files';
    case 'folders':
      return '_files -/';
    case 'campaigns':
      return '_files -g "*.(yaml|yml)"';
    case 'nothing':
      return ' ';
    default:
      return candidates satisfies never;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\[\]:]/g, '\\$&');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
