import { type AnyCommand, type CommandGroup, command, word } from '../options/command-definition.ts';

/** Of all commands, itself included: so it is given the table that it is in. */
export function completionCommand(groups: () => readonly CommandGroup[]): AnyCommand {
  return command({
    name: 'completion',
    description: 'Print a script with which a shell completes commands, options, files and codes.',
    example: 'callsheet completion fish > ~/.config/fish/completions/callsheet.fish',
    furtherExamples: ['eval "$(callsheet completion bash)"', 'source <(callsheet completion zsh)'],
    arguments: { shell: word('bash, zsh or fish') },
    exits: { 0: 'printed', 2: 'there is no completion for that shell' },
    options: {},
    run: async ({ shell }, host) => (await import('./completion.ts')).completion(shell, groups(), host),
  });
}
