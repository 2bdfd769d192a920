import { dirname } from 'node:path';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Approval } from '../../ledger/signed.ts';
import { optionWords } from '../options/definitions.ts';
import type { RunOptions } from '../options/shared-options.ts';

type OfState = 'sandbox' | 'state' | 'store' | 'run' | 'input' | 'envFile';
type OfRun = 'plan' | 'requireApproval' | 'allowCommands' | 'only' | 'first' | 'realTime';

/** Which run and state a command is about, and what a run of it is given. */
export type CommandContext = Pick<RunOptions, 'file'> & {
  readonly [Key in OfState | OfRun]?: RunOptions[Key] | undefined;
};

/** `callsheet <command> FILE …` as it is to be typed for the same run and state. */
export function formatCommand(options: CommandContext) {
  const { file, state, run, envFile, plan, requireApproval, allowCommands, only, first, realTime } = options;
  const ofRun = { plan, requireApproval, allowCommands, only, first, realTime };
  return (command: string, more?: string): string => {
    const isInbox = command === 'inbox';
    const isSnapshot = command === 'snapshot';
    const words = optionWords({
      // They know no other service than a sandbox, or none.
      sandbox: options.sandbox === true && !isInbox && !isSnapshot && command !== 'rehearse',
      state,
      store: isInbox ? undefined : shownStore(options),
      run: isSnapshot ? undefined : run,
      // Without its inputs and variables a campaign is not complete, or a run would be another one, with other words; run control needs only
      // its name, and the env file, which may name the store.
      input: runControl.has(command) ? [] : options.input,
      envFile: isInbox ? undefined : envFile,
      ...(command === 'run' && ofRun),
    });
    return [...['callsheet', command, file, ...words].map(shellWord), ...(more === undefined ? [] : [more])].join(' ');
  };
}

/** `callsheet run FILE --sandbox --fresh`, which discards approvals, too, so it is refused where one is asked for. */
export function formatFresh(options: CommandContext): string {
  return formatCommand({ ...options, requireApproval: false })('run', '--fresh');
}

/** `callsheet suppress …` for the project of the campaign, in whichever folder it is typed. */
function formatOfProject(options: CommandContext, command: string): string {
  const { sandbox, state, envFile } = options;
  const folder = dirname(options.file);
  const project = folder === '.' ? undefined : folder;
  const words = optionWords({ project, sandbox, state, store: shownStore(options), envFile });
  return ['callsheet', command, ...words.map(shellWord)].join(' ');
}

/** Without its password, which the person adds again. */
function shownStore({ store }: CommandContext): string | undefined {
  if (store === undefined) return undefined;
  const url = new URL(store);
  if (url.password !== '') url.password = 'PASSWORD';
  return url.href;
}

const runControl: ReadonlySet<string> = new Set(['pause', 'resume', 'cancel', 'inbox']);

/** What the engine and a plan say knows of no file: the commands that it names are completed, so that they can be pasted. */
export function completeCommands(text: string, options: CommandContext): string {
  const format = formatCommand(options);
  return text
    .replace('`callsheet doctor`', () => `\`${formatDoctor(options)}\``)
    .replace(
      /`callsheet (suppress (?:--import FILE --list [^` ]+|NUMBER --remove))`/g,
      (_, command: string) => `\`${formatOfProject(options, command)}\``,
    )
    .replace(
      /`callsheet (approve|plan|promote|reconcile|resume|run|snapshot)(?: (--[^`]*))?`/g,
      (_, command: string, more: string | undefined) => `\`${format(command, more)}\``,
    );
}

/** `callsheet doctor`, with the settings that it is asked about. */
export function formatDoctor({ envFile }: { readonly envFile?: string | undefined }): string {
  return ['callsheet', 'doctor', ...optionWords({ envFile }).map(shellWord)].join(' ');
}

/** Where a plan was approved, `run` is named so that it keeps to it. */
export function asApproved<T extends CommandContext>(options: T, approvals: readonly Approval[]): T {
  return approvals.length === 0 ? options : { ...options, requireApproval: true };
}

/** A word as it is to be typed: a path with blanks goes in quotes, one with a line end in quotes that know escapes. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (visibleLine(word) === word) return `'${word.replaceAll("'", `'\\''`)}'`;
  return `$'${visibleLine(word.replace(/[\\']/g, '\\$&'))}'`;
}

/** A service as people read it: its base URL, or the sandbox. */
export function formatService(service: string): string {
  return service === 'sandbox' ? 'the sandbox' : visibleLine(service);
}
