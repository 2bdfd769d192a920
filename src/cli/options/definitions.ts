import type { ExitCode } from '../exit-code.ts';

/** One option of a command, and by `initial` and `read` the type of its value. Its name on the command line is its key's. */
export interface OptionDefinition<Value> {
  readonly description: string;
  /** The letter of its short form. */
  readonly short?: string;
  /** The value's placeholder in the help, such as `<file>`; a flag has none. */
  readonly takes?: string;
  readonly choices?: readonly string[];
  readonly initial?: Value;
  /** The word that it stands for when it is given without one. */
  readonly preset?: string;
  /** Its value may hold a password: it is not repeated where it is refused. */
  readonly isSecret?: true;
  /** Options that it contradicts, by their keys; with why, where that is not plain. */
  readonly conflicts?: Readonly<Record<string, string>>;
  /** Options without which it means nothing, as `conflicts` has them. */
  readonly needs?: Readonly<Record<string, string>>;
  /** Why a word is not a value of this option. */
  fault?(text: string): string | undefined;
  /** The value of a word; `earlier` is what the words before it on the same command line made. */
  read?(text: string, earlier: Value): Value;
}

/** An option that has a value on every command line. */
export interface OptionWithDefault<Value> extends OptionDefinition<Value> {
  readonly initial: Value;
}

export type OptionDefinitions = Readonly<Record<string, OptionDefinition<unknown>>>;

/** What a command gets from its options. One that may be missing has no default. */
export type OptionValues<Options> = {
  readonly [Key in keyof Options as Options[Key] extends OptionWithDefault<unknown> ? Key : never]: ValueOf<
    Options[Key]
  >;
} & {
  readonly [Key in keyof Options as Options[Key] extends OptionWithDefault<unknown> ? never : Key]?: ValueOf<
    Options[Key]
  >;
};

type ValueOf<Option> = Option extends OptionDefinition<infer Value> ? Value : never;

export function flag(description: string, more: { readonly short?: string } = {}): OptionWithDefault<boolean> {
  return { description, initial: false, ...more };
}

/** `--no-NAME`, for what is done unless it is given. */
export function negatedFlag(description: string): OptionWithDefault<boolean> {
  return { description, initial: true };
}

export function text(takes: string, description: string): OptionDefinition<string> {
  return { description, takes };
}

/** One of these words; the first where none is given. */
export function choice<const Word extends string>(
  takes: string,
  description: string,
  choices: readonly [Word, ...Word[]],
): OptionWithDefault<Word> {
  return { description, takes, choices, initial: choices[0] };
}

/** May be given more than once. */
export function list(takes: string, description: string): OptionWithDefault<readonly string[]> {
  return { description, takes, initial: [], read: (text, earlier) => [...earlier, text] };
}

export function wholeNumber(takes: string, description: string): OptionDefinition<number> {
  return {
    description,
    takes,
    fault: (text) => (/^\d{1,15}$/.test(text) ? undefined : 'Use a whole number.'),
    read: Number,
  };
}

/** At least one. */
export function positiveNumber(takes: string, description: string): OptionDefinition<number> {
  return {
    ...wholeNumber(takes, description),
    fault: (text) => (/^0*[1-9]\d{0,8}$/.test(text) ? undefined : 'Use a whole number from 1 on.'),
  };
}

export function withDefault<Value>(option: OptionDefinition<Value>, initial: Value): OptionWithDefault<Value> {
  return { ...option, initial };
}

/** Options with their values as words of a command line; what is undefined, false or empty is not there. */
export function optionWords(
  values: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>,
): readonly string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined || value === false) return [];
    const name = optionName(key, undefined);
    return value === true ? [name] : [value].flat().flatMap((one) => [name, String(one)]);
  });
}

/** `--no-color` of `color`, which is true unless it is given; `--env-file` of `envFile`. */
export function optionName(key: string, initial: unknown): string {
  return `--${initial === true ? 'no-' : ''}${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

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
