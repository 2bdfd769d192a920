import type { ExitCode } from './exit-code.ts';
import type { OptionDefinitions, OptionValues } from './option-definition.ts';

/** One command as its help shows it. */
export interface CommandDefinition<Name = string, Arguments = ArgumentDefinitions, Options = OptionDefinitions> {
  readonly name: Name;
  readonly description: string;
  readonly example: string;
  readonly furtherExamples?: readonly string[];
  readonly exits: ExitMeanings;
  /** Environment variables that it needs, each with what it holds. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Its page, if it is not the heading of `docs/cli.md` with its name. */
  readonly docs?: string;
  /** In the order of the command line. */
  readonly arguments: Arguments;
  readonly options: Options;
  /** Every word after the first is an argument, one that begins with `-` too. */
  readonly passThrough?: boolean;
  /** People pause in haste: an env file that cannot be read is said and left out, and keeps nobody from it. */
  readonly mustAct?: boolean;
}

/** What each of its exit codes means for this command. */
export type ExitMeanings = Readonly<Partial<Record<ExitCode, string>>>;

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CommandDefinition[];
}

export interface ArgumentDefinition<Value> {
  readonly description: string;
  /** It takes every word that is left. */
  readonly variadic: Value extends readonly string[] ? true : false;
  readonly initial?: Value;
}

export type ArgumentDefinitions = Readonly<
  Record<string, ArgumentDefinition<string> | ArgumentDefinition<readonly string[]>>
>;

/** What a command gets: the values of its arguments and options. */
export type Values<Command extends CommandDefinition> = OptionValues<Command['options']> & {
  readonly [Key in keyof Command['arguments']]: Command['arguments'][Key] extends ArgumentDefinition<infer Value>
    ? Value
    : never;
};

/** Keeps the types of the name, the arguments and the options. */
export function command<
  const Name extends string,
  Arguments extends ArgumentDefinitions,
  Options extends OptionDefinitions,
>(definition: CommandDefinition<Name, Arguments, Options>): CommandDefinition<Name, Arguments, Options> {
  return definition;
}

export function word(description: string, initial?: string): ArgumentDefinition<string> {
  return { description, variadic: false, ...(initial === undefined ? {} : { initial }) };
}

export function words(description: string, initial?: readonly string[]): ArgumentDefinition<readonly string[]> {
  return { description, variadic: true, ...(initial === undefined ? {} : { initial }) };
}
