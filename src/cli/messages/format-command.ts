import { dirname } from 'node:path';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Approval } from '../../ledger/signed/approval.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';

/** Which run and state a command is about, and what a run of it is given. */
export interface CommandContext extends Pick<CampaignOptions, 'file' | 'sandbox' | 'state' | 'store' | 'run'> {
  readonly input?: readonly string[];
  readonly envFile?: string;
  readonly plan?: string | undefined;
  readonly requireApproval?: boolean;
  readonly allowCommands?: boolean;
  readonly realTime?: boolean;
  readonly only?: readonly string[];
  readonly first?: number | undefined;
}

/** `callsheet <command> FILE …` as it is to be typed for the same run and state. */
export function formatCommand(options: CommandContext) {
  const { file, sandbox, state, store, run, input = [], envFile, plan, realTime, only = [], first } = options;
  const { requireApproval = false, allowCommands = false } = options;
  const checks = [...(requireApproval ? ['--require-approval'] : []), ...(allowCommands ? ['--allow-commands'] : [])];
  const which = (command: string): readonly string[] => [
    shellWord(file),
    ...(sandbox === true && !isOfTrials(command) ? ['--sandbox'] : []),
    ...option('state', state),
    ...(command === 'inbox' ? [] : option('store', store && shownStore(store))),
    ...option('run', run),
  ];
  // Without its inputs and variables a campaign is not complete, or a run would be another one, with other words; run control needs only its
  // name, and the env file, which may name the store.
  const inputs = input.flatMap((each) => option('input', each));
  const variables = option('env-file', envFile);
  const part = [...only.flatMap((each) => option('only', each)), ...option('first', first?.toString())];
  const given = [...option('plan', plan), ...checks, ...part, ...(realTime === true ? ['--real-time'] : [])];
  return (command: string, more?: string): string =>
    [
      'callsheet',
      command,
      ...which(command),
      ...(runControl.has(command) ? [] : inputs),
      ...(command === 'inbox' ? [] : variables),
      ...(command === 'run' ? given : []),
      ...(more === undefined ? [] : [more]),
    ].join(' ');
}

/** `callsheet suppress …` for the project of the campaign, in whichever folder it is typed. */
function formatOfProject({ file, sandbox, state, store, envFile }: CommandContext, command: string): string {
  const folder = dirname(file);
  return [
    'callsheet',
    command,
    ...option('project', folder === '.' ? undefined : folder),
    ...(sandbox === true ? ['--sandbox'] : []),
    ...option('state', state),
    ...option('store', store && shownStore(store)),
    ...option('env-file', envFile),
  ].join(' ');
}

function option(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`--${name}`, shellWord(value)];
}

/** Without its password, which the person adds again. */
function shownStore(text: string): string {
  const url = new URL(text);
  if (url.password !== '') url.password = 'PASSWORD';
  return url.href;
}

/** They know no other service than a sandbox. */
function isOfTrials(command: string): boolean {
  return command === 'inbox' || command === 'rehearse';
}

const runControl: ReadonlySet<string> = new Set(['pause', 'resume', 'cancel', 'inbox']);

/** What the engine and a plan say knows of no file: the commands that it names are completed, so that they can be pasted. */
export function completeCommands(text: string, options: CommandContext): string {
  const format = formatCommand(options);
  const envFile = options.envFile === undefined ? '' : ` --env-file ${shellWord(options.envFile)}`;
  return text
    .replace('`callsheet doctor`', () => `\`callsheet doctor${envFile}\``)
    .replace(
      /`callsheet (suppress --import FILE --list [^` ]+)`/g,
      (_, command: string) => `\`${formatOfProject(options, command)}\``,
    )
    .replace(
      /`callsheet (approve|plan|promote|reconcile|resume|run)(?: (--[^`]*))?`/g,
      (_, command: string, more: string | undefined) => `\`${format(command, more)}\``,
    );
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
