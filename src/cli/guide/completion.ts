import { listed } from '../../diagnostic/did-you-mean.ts';
import type { Host } from '../../platform/ports.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import type { Given } from '../program.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

/** callsheet completion SHELL: the script with which a shell completes words. */
export function completion({ shell }: Given<'completion'>, host: Host): ExitCode {
  const name = shells.find((each) => each === shell);
  if (name === undefined) {
    host.console.err(`There is no completion for ${shell}; there is one for ${listed(shells, 'and')}.\n`);
    return exitCode.couldNotRun;
  }
  host.console.out(scripts[name]);
  return exitCode.done;
}

/** For each shell a script that asks `callsheet __complete` for the word at the cursor. */
const scripts: Readonly<Record<(typeof shells)[number], string>> = {
  bash: `# Completion of callsheet for bash. Add to ~/.bashrc: eval "$(callsheet completion bash)"
_callsheet() {
  local IFS=$'\\n' current=\${COMP_WORDS[COMP_CWORD]} offers
  offers=$(callsheet __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  case $offers in
    :*) compopt -o filenames 2>/dev/null ;;
  esac
  case $offers in
    :files) COMPREPLY=($(compgen -f -- "$current")) ;;
    :folders) COMPREPLY=($(compgen -d -- "$current")) ;;
    :campaigns) COMPREPLY=($(compgen -d -- "$current"; compgen -f -X '!*.y*ml' -- "$current")) ;;
    *) COMPREPLY=($(cut -f 1 <<<"$offers")) ;;
  esac
}
complete -F _callsheet callsheet
`,
  zsh: `#compdef callsheet
# Completion of callsheet for zsh. Add to ~/.zshrc, after compinit: source <(callsheet completion zsh)
_callsheet() {
  local -a offers
  offers=("\${(@f)$(callsheet __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  case $offers[1] in
    :files) _files ;;
    :folders) _files -/ ;;
    :campaigns) _files -g '*.(yaml|yml)' ;;
    *)
      offers=("\${(@)offers//:/\\:}")
      offers=("\${(@)offers/$'\\t'/:}")
      _describe word offers ;;
  esac
}
if [ "$funcstack[1]" = _callsheet ]; then _callsheet "$@"; else compdef _callsheet callsheet; fi
`,
  fish: `# Completion of callsheet for fish: callsheet completion fish > ~/.config/fish/completions/callsheet.fish
function __callsheet_offers
    set -l typed (commandline -opc) (commandline -ct | string unescape)
    set -l offers (callsheet __complete $typed[2..-1] 2>/dev/null)
    switch "$offers[1]"
        case :files
            __fish_complete_path (commandline -ct)
        case :folders
            __fish_complete_directories (commandline -ct)
        case :campaigns
            __fish_complete_suffix (commandline -ct) .yaml
        case '*'
            printf '%s\\n' $offers
    end
end
complete -c callsheet -f -a '(__callsheet_offers)'
`,
};
