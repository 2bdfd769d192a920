import { type CommandContext, formatCommand, shellWord } from './format-command.ts';

/** How to start a sandbox run over. The state file may hold other runs, which `--fresh` does not discard. */
export function startOverHint(options: CommandContext, stateFile: string, hasOtherRuns: boolean): string {
  if (hasOtherRuns) return `rm ${shellWord(stateFile.replace(/\.db$/, ''))}*`;
  return `\`${formatCommand(options)('run', '--fresh')}\``;
}
