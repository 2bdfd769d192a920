import type { Candidates, CompletedCommand } from './completion-data.ts';

/** A function and its `complete`, for bash 3.2 and later. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const values = commands.flatMap(({ name, options }) =>
    options.flatMap(({ name: option, short, value }) =>
      value === undefined
        ? []
        : [
            `    ${[option, short]
              .flatMap((each) => each ?? [])
              .map((each) => quoted(`${name} ${each}`))
              .join('|')}) ${offer(value)}; return ;;`,
          ],
    ),
  );
  const words = commands.map(({ name, words: candidates }) => `    ${name}) ${offer(candidates)} ;;`);
  const options = commands.map(
    ({ name, options: all }) => `    ${name}) _callsheet_words ${lines(all.map((option) => option.name))} ;;`,
  );
  const names = lines(commands.map(({ name }) => name));
  return `# Completion of callsheet for bash. Add to ~/.bashrc: eval "$(callsheet completion bash)"
_callsheet_words() { COMPREPLY=($(compgen -W "$1" -- "$current")); }
_callsheet_folders() { compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current")); }
_callsheet_files() { compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); }
_callsheet_campaigns() {
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -d -- "$current"; compgen -f -X '!*.y*ml' -- "$current"))
}
_callsheet() {
  local IFS=$'\\n' current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command= word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) ;; *) command=$word; break ;; esac
  done
  case "$command $before" in
${values.join('\n')}
  esac
  case $current in
    -*) case $command in
${options.join('\n')}
    '') _callsheet_words ${lines(['--help', '--version', '--no-color'])} ;;
    esac; return ;;
  esac
  case $command in
    '') _callsheet_words ${names} ;;
${words.join('\n')}
  esac
}
complete -F _callsheet callsheet
`;
}

function offer(candidates: Candidates): string {
  switch (candidates.kind) {
    case 'words':
      return `_callsheet_words ${lines(candidates.words)}`;
    case 'nothing':
      return ':';
    case 'files':
    case 'folders':
    case 'campaigns':
      return `_callsheet_${candidates.kind}`;
    default:
      return candidates satisfies never;
  }
}

/** Words apart by line ends, so that one may have blanks; `compgen -W` expands what is in its list. */
function lines(words: readonly string[]): string {
  return quoted(words.map((word) => word.replace(/[*\\$`"' ]/g, '\\$&')).join('\n'));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
