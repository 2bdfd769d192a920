import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { didYouMean } from '../diagnostic/did-you-mean.ts';
import { visibleLine } from '../diagnostic/visible-text.ts';
import type { Host } from '../platform/ports.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import {
  type CommandDefinition,
  type OptionDefinition,
  type OptionDefinitions,
  optionName,
} from './options/definitions.ts';
import { type CommandName, type Given, program } from './program.ts';

/** Reads the command line strictly (a typo in a flag must never send) and runs the command, imported only then. */
export async function parseArguments(argv: readonly string[], host: Host): Promise<ExitCode> {
  if (argv[0] === '__complete') return printOffers(argv.slice(1), host);
  let code: ExitCode = exitCode.done;
  const parser = createParser(host, (value) => void (code = value));
  try {
    await parser.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version are not mistakes.
    return error.exitCode === 0 ? exitCode.done : exitCode.couldNotRun;
  }
}

/** For the scripts of `completion`: what may replace the last word. */
async function printOffers(words: readonly string[], host: Host): Promise<ExitCode> {
  const { complete, offersToText } = await import('./guide/complete.ts');
  host.console.out(offersToText(complete(words, program.groups)));
  return exitCode.done;
}

function createParser(host: Host, end: (code: ExitCode) => void): Command {
  const parser = new Command('callsheet')
    .description(program.description)
    .version(packageJson.version, '-V, --version')
    .option('--no-color', 'no colours (also off with NO_COLOR or CI)')
    .enablePositionalOptions()
    .showHelpAfterError('(callsheet --help shows every command)')
    .configureOutput({ writeOut: host.console.out, writeErr: host.console.err })
    // Without `[options]`, which all commands have, descriptions are wrapped also in 80 columns.
    // In a narrow terminal, too: without this, commander leaves less than 40 columns to the terminal, which breaks words.
    .configureHelp({ optionDescription, subcommandTerm, minWidthToWrap: 20 })
    .exitOverride()
    .hook('preAction', (_, given) => refuseEmpty(given));
  for (const { title, commands } of program.groups) {
    parser.commandsGroup(title);
    for (const definition of commands) addCommand(parser, definition, host, end);
  }
  parser.addHelpText('after', '\nDocumentation: docs/README.md, in the folder of this package');
  parser.addHelpCommand(false);
  parser
    .command('help')
    .argument('[command]')
    .description(program.help)
    .action((name: string | undefined) => showHelp(parser, name));
  return parser;
}

function showHelp(parser: Command, name: string | undefined): void {
  if (name === undefined) return parser.outputHelp();
  const asked = parser.commands.find((command) => command.name() === name);
  if (asked !== undefined) return asked.outputHelp();
  const meant = didYouMean(
    name,
    parser.commands.map((command) => command.name()),
  );
  parser.error(`error: unknown command '${name}'${meant === undefined ? '' : `\n(Did you mean ${meant}?)`}`);
}

function addCommand(parser: Command, definition: CommandDefinition, host: Host, end: (code: ExitCode) => void): void {
  const { name, description, passThrough, mustAct } = definition;
  const made = parser
    .command(name)
    .description(description)
    .showHelpAfterError(`(callsheet ${name} --help shows an example)`)
    .addHelpText('after', () => furtherHelp(definition));
  const names = Object.keys(definition.arguments);
  for (const [key, { description, variadic, initial }] of Object.entries(definition.arguments)) {
    const dots = variadic ? '...' : '';
    const argument = new Argument(initial === undefined ? `<${key}${dots}>` : `[${key}${dots}]`, description);
    // Without words, commander has an empty list of its own.
    made.addArgument(typeof initial === 'string' ? argument.default(initial) : argument);
  }
  for (const [key, option] of Object.entries(definition.options)) made.addOption(createOption(key, option, made));
  if (passThrough) made.passThroughOptions().allowUnknownOption();
  made.action(async () => {
    refuseContradictions(made, definition.options);
    const given = Object.fromEntries(names.map((key, index) => [key, made.processedArgs[index]]));
    const options: { readonly envFile?: string } = made.opts();
    // First of all: without its env file, a command would look at another state, or use other settings.
    const { envFile } = options;
    const read = envFile && (await import('../project/env-file.ts')).openEnvFile(envFile, host.cwd);
    if (read && 'fault' in read) {
      host.console.err(`${visibleLine(read.fault)}${mustAct ? ' Nothing of it is used.' : ''}\n`);
      if (!mustAct) return end(exitCode.couldNotRun);
    }
    const run = commands[name as CommandName] as (given: object, host: Host) => Promise<ExitCode>;
    end(await run({ ...options, ...given }, host));
  });
}

function furtherHelp(definition: CommandDefinition): string {
  const { name: command, example, furtherExamples = [], exits, options, docs = `docs/cli.md#${command}` } = definition;
  const ofStore = 'store' in options ? { CALLSHEET_STORE: 'the store, where --store is not given' } : {};
  const environment = { ...ofStore, ...definition.environment };
  const width = Math.max(...Object.keys(environment).map((name) => name.length));
  const sections = {
    [furtherExamples.length > 0 ? 'Examples' : 'Example']: [example, ...furtherExamples].map((line) => `$ ${line}`),
    'Exit codes': Object.entries(exits).map(([code, meaning]) => `${code}  ${meaning}`),
    Environment: Object.entries(environment).map(([name, holds]) => `${name.padEnd(width)}  ${holds}`),
    Documentation: [`${docs}, in the folder of this package`],
  };
  return Object.entries(sections)
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `\n${[`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n')}`)
    .join('\n');
}

function createOption(key: string, definition: OptionDefinition<unknown>, command: Command): Option {
  const { description, short, takes, choices, initial, preset, isSecret } = definition;
  const long = optionName(key, initial);
  const flags = `${short === undefined ? '' : `-${short}, `}${long}${takes === undefined ? '' : ` ${takes}`}`;
  const option = new Option(flags, description).default(initial);
  if (preset !== undefined) option.preset(preset);
  if (choices !== undefined) option.choices(choices);
  if (takes === undefined) return option;
  return option.argParser((text, earlier) => {
    // Of two env files or runs, the first would be ignored silently.
    if (!Array.isArray(initial) && command.getOptionValueSource(key) === 'cli')
      command.error(`error: option '${flags}' is given twice`);
    const isChoice = choices?.includes(text) ?? true;
    const fault = isChoice ? definition.fault?.(text) : `Allowed choices are ${choices?.join(', ')}.`;
    if (fault !== undefined && isSecret) command.error(`error: option '${flags}' is invalid. ${fault}`);
    if (fault !== undefined) throw new InvalidArgumentError(fault);
    return definition.read === undefined ? text : definition.read(text, earlier);
  });
}

/**
 * An empty word is a shell's variable that is not set. `--run ""` would be a further run, to the same people once more, and
 * `--state ""` the root of the disk.
 */
function refuseEmpty(given: Command): void {
  const option = given.options.find((each) => [given.getOptionValue(each.attributeName())].flat().includes(''));
  if (option !== undefined) given.error(`error: option '${option.flags}' is empty`);
  const index = given.processedArgs.findIndex((value) => [value].flat().includes(''));
  if (index !== -1) given.error(`error: argument '${given.registeredArguments[index]?.name()}' is empty`);
}

/** None of two options that contradict each other is ignored silently. */
function refuseContradictions(given: Command, options: OptionDefinitions): void {
  const isGiven = (key: string): boolean => given.getOptionValueSource(key) === 'cli';
  const named = (key: string): string => optionName(key, options[key]?.initial);
  const refuse = (key: string, verb: string, [other, why]: readonly [string, string]): void =>
    given.error(`error: ${named(key)} ${verb} ${named(other)}${why === '' ? '' : `: ${why}`}`);
  for (const [key, { conflicts = {}, needs = {} }] of Object.entries(options)) {
    if (!isGiven(key)) continue;
    for (const entry of Object.entries(conflicts)) if (isGiven(entry[0])) refuse(key, 'cannot be combined with', entry);
    for (const entry of Object.entries(needs)) if (!isGiven(entry[0])) refuse(key, 'needs', entry);
  }
}

function subcommandTerm(command: Command): string {
  return `${command.name()} ${command.usage().replace(/^\[options\] ?/, '')}`.trim();
}

/** What an option does, and its default where that says something. */
function optionDescription({ description, argChoices, defaultValue, defaultValueDescription }: Option): string {
  const isPlain = defaultValue === undefined || typeof defaultValue === 'boolean' || Array.isArray(defaultValue);
  const notes = [
    ...(argChoices === undefined ? [] : [argChoices.join(', ')]),
    ...(isPlain ? [] : [`default: ${defaultValueDescription ?? String(defaultValue)}`]),
  ];
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}

/** Each is imported when it is run. */
const commands: { readonly [Name in CommandName]: (given: Given<Name>, host: Host) => Promise<ExitCode> } = {
  init: async (given, host) => (await import('./commands/init.ts')).init(given, host),
  open: async (given, host) => (await import('./commands/open.ts')).open(given, host),
  inbox: async (given, host) => (await import('./commands/serve.ts')).inbox(given, host),
  check: async (given, host) => (await import('./commands/check.ts')).check(given, host),
  plan: async (given, host) => (await import('./commands/plan.ts')).planFiles(given, host),
  snapshot: async (given, host) => (await import('./commands/snapshot.ts')).snapshot(given, host),
  approve: async (given, host) => (await import('./decide/approve.ts')).approve(given, host),
  status: async (given, host) => (await import('./commands/status.ts')).status(given, host),
  report: async (given, host) => (await import('./commands/report.ts')).report(given, host),
  why: async (given, host) => (await import('./commands/why.ts')).answerWhy(given, host),
  audit: async (given, host) => (await import('./commands/audit.ts')).audit(given, host),
  run: async (given, host) => (await import('./run/run-to-end.ts')).runToEnd(given, host),
  worker: async (given, host) => (await import('./run/worker.ts')).worker(given, host),
  watch: async ({ run, ...given }, host) =>
    (await import('./commands/watch.ts')).watch({ ...given, carryOut: run }, host),
  rehearse: async (given, host) => (await import('./commands/rehearse.ts')).rehearse(given, host),
  pause: async (given, host) =>
    (await import('./commands/control-run.ts')).controlRun({ ...given, control: 'pause' }, host),
  resume: async (given, host) =>
    (await import('./commands/control-run.ts')).controlRun({ ...given, control: 'run' }, host),
  cancel: async (given, host) =>
    (await import('./commands/control-run.ts')).controlRun({ ...given, control: 'cancel' }, host),
  promote: async (given, host) => (await import('./decide/promote.ts')).promote(given, host),
  reconcile: async (given, host) => (await import('./decide/reconcile.ts')).reconcile(given, host),
  consent: async (given, host) => (await import('./commands/consent.ts')).consent(given, host),
  suppress: async (given, host) => (await import('./commands/suppress.ts')).suppress(given, host),
  calendar: async (given, host) => (await import('./commands/calendar.ts')).calendar(given, host),
  explain: async (given, host) => (await import('./commands/explain.ts')).explain(given, host),
  call: async (given, host) => (await import('./commands/call.ts')).call(given, host),
  forget: async (given, host) => (await import('./commands/forget.ts')).forget(given, host),
  doctor: async (given, host) => (await import('./commands/doctor.ts')).doctor(given, host),
  store: async (given, host) => (await import('./commands/store.ts')).store(given, host),
  serve: async (given, host) => (await import('./commands/serve.ts')).serve(given, host),
  completion: async (given, host) => (await import('./guide/complete.ts')).completion(given, host),
};
