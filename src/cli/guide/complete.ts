import { schemaPlace } from '../../campaign/schema/schema-paths.ts';
import { diagnosticCodes } from '../../diagnostic/codes.ts';
import { listed } from '../../diagnostic/did-you-mean.ts';
import { glossary } from '../../diagnostic/glossary.ts';
import type { Host } from '../../platform/ports.ts';
import { operationIds } from '../../service/operations/operations.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { type CommandDefinition, type CommandGroup, optionName } from '../options/definitions.ts';
import type { Given } from '../program.ts';

/** What a shell may offer for a word of the command line: words, or what it finds by itself. */
type Offers = readonly Offer[] | 'files' | 'folders' | 'campaigns';

interface Offer {
  readonly word: string;
  readonly description?: string;
}

const nothing: Offers = [];

/** What may replace the last of these words, behind the name of the program. */
export function complete(words: readonly string[], groups: readonly CommandGroup[]): Offers {
  const [current = '', before = ''] = [words.at(-1), words.at(-2)];
  const offers = offersFor(words.slice(0, -1), before, current.startsWith('-'), groups);
  return typeof offers === 'string' ? offers : offers.filter(({ word }) => word.startsWith(current));
}

function offersFor(
  earlier: readonly string[],
  before: string,
  isOption: boolean,
  groups: readonly CommandGroup[],
): Offers {
  const commands = groups.flatMap((group) => group.commands);
  const name = earlier.find((word) => !word.startsWith('-'));
  if (name === undefined && isOption) return asOffers(['--help', '--version', '--no-color']);
  if (name === undefined || name === 'help')
    return [
      ...commands.map(({ name: word, description }) => ({ word, description })),
      ...(name === undefined ? [{ word: 'help', description: 'Show the options of a command.' }] : []),
    ];
  const command = commands.find((one) => one.name === name);
  if (command === undefined) return nothing;
  const options = Object.entries(command.options).map(([key, option]) => ({
    ...option,
    word: optionName(key, option.initial),
  }));
  const ofValue = options.find(({ word, short }) => before === word || (short && before === `-${short}`));
  if (ofValue?.takes !== undefined) return valuesOf(ofValue.takes, ofValue.choices);
  if (!isOption) return wordsOf(command);
  const described = options.map(({ word, description }) => ({ word, description }));
  return [...described, { word: '--help', description: 'show the options of this command' }];
}

function valuesOf(takes: string, choices: readonly string[] | undefined): Offers {
  if (choices !== undefined) return asOffers(choices);
  if (takes === '<file>') return 'files';
  return takes === '<folder>' ? 'folders' : nothing;
}

/** Names of arguments say what they take; a few commands have words of their own. */
function wordsOf(command: CommandDefinition): Offers {
  const own = ownWords[command.name];
  if (own !== undefined) return own();
  const names = Object.keys(command.arguments);
  if (names.includes('file') || names.includes('files')) return 'campaigns';
  return names.includes('folder') ? 'folders' : nothing;
}

const ownWords: Readonly<Record<string, () => Offers>> = {
  call: () => asOffers(operationIds),
  completion: () => asOffers(shells),
  consent: () => 'files',
  explain: () => asOffers(explained()),
};

function asOffers(words: readonly string[]): Offers {
  return words.map((word) => ({ word }));
}

/** Everything that `explain` knows by one word or by a path. */
function explained(): readonly string[] {
  const keys = ['', 'steps.*', 'audiences.*'].flatMap((path) => {
    const place = schemaPlace(path);
    return 'problem' in place ? [] : place.keys.map(({ name }) => (path === '' ? name : `${path}.${name}`));
  });
  return [...new Set([...Object.keys(diagnosticCodes), ...operationIds, ...Object.keys(glossary), ...keys])];
}

/** A line for each word, with a tab before its description; or `:files` and the like. */
export function offersToText(offers: Offers): string {
  if (typeof offers === 'string') return `:${offers}\n`;
  return offers.map(({ word, description }) => `${word}${description ? `\t${description}` : ''}\n`).join('');
}

const shells = ['bash', 'zsh', 'fish'] as const;

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
