import type { Host } from '../../platform/ports.ts';
import type { ExitCode } from './exit-code.ts';
import type { OptionDefinitions, OptionValues } from './option-definition.ts';

/** One command as its help shows it. */
export interface AnyCommand {
  readonly name: string;
  readonly description: string;
  readonly example: string;
  readonly furtherExamples?: readonly string[];
  readonly exits: ExitMeanings;
  /** Environment variables that it needs, each with what it holds. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Its page, if it is not the heading of `docs/cli.md` with its name. */
  readonly docs?: string;
  /** In the order of the command line. */
  readonly arguments: ArgumentDefinitions;
  readonly options: OptionDefinitions;
  /** Every word after the first is an argument, one that begins with `-` too. */
  readonly passThrough?: boolean;
  /** People pause in haste: an env file that cannot be read is said and left out, and keeps nobody from it. */
  readonly mustAct?: boolean;
  /** Imports the command and runs it. `given` has the types of the arguments and options above. */
  run(given: object, host: Host): Promise<ExitCode>;
}

/** What each of its exit codes means for this command. */
export type ExitMeanings = Readonly<Partial<Record<ExitCode, string>>>;

interface CommandDefinition<Arguments, Options> extends AnyCommand {
  readonly arguments: Arguments & ArgumentDefinitions;
  readonly options: Options & OptionDefinitions;
  run(given: ArgumentValues<Arguments> & OptionValues<Options>, host: Host): Promise<ExitCode>;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly AnyCommand[];
}

export interface ArgumentDefinition<Value> {
  readonly description: string;
  /** It takes every word that is left. */
  readonly variadic: Value extends readonly string[] ? true : false;
  readonly initial?: Value;
}

export type ArgumentDefinitions = Readonly<Record<string, ArgumentDefinition<string> | ArgumentDefinition<string[]>>>;

export type ArgumentValues<Arguments> = {
  readonly [Key in keyof Arguments]: Arguments[Key] extends ArgumentDefinition<infer Value> ? Value : never;
};

/** Lets the compiler take the types of what `run` gets from the arguments and options. */
export function command<Arguments extends ArgumentDefinitions, Options extends OptionDefinitions>(
  definition: CommandDefinition<Arguments, Options>,
): AnyCommand {
  return definition;
}

export function word(description: string, initial?: string): ArgumentDefinition<string> {
  return { description, variadic: false, ...(initial === undefined ? {} : { initial }) };
}

export function words(description: string, initial?: string[]): ArgumentDefinition<string[]> {
  return { description, variadic: true, ...(initial === undefined ? {} : { initial }) };
}
