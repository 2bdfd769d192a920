import { listed } from '../../diagnostic/did-you-mean.ts';
import type { Host } from '../../platform/ports.ts';
import type { CommandGroup } from '../options/command-definition.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { bashCompletion } from './bash-completion.ts';
import { completionData, shells } from './completion-data.ts';
import { fishCompletion } from './fish-completion.ts';
import { zshCompletion } from './zsh-completion.ts';

/** callsheet completion SHELL: a script that holds everything, so that pressing a key starts no process. */
export function completion(shell: string, groups: readonly CommandGroup[], host: Host): ExitCode {
  const name = shells.find((each) => each === shell);
  if (name === undefined) {
    host.console.err(`There is no completion for ${shell}; there is one for ${listed(shells, 'and')}.\n`);
    return exitCode.couldNotRun;
  }
  host.console.out(scripts[name](completionData(groups)));
  return exitCode.done;
}

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };
