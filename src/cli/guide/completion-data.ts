import { schemaPlace } from '../../campaign/schema/schema-paths.ts';
import { diagnosticCodes } from '../../diagnostic/codes.ts';
import { glossary } from '../../diagnostic/glossary.ts';
import { operationIds } from '../../service/operations/operations.ts';
import type { AnyCommand, CommandGroup } from '../options/command-definition.ts';
import { optionName } from '../options/option-definition.ts';

/** What a shell may offer for a word of the command line. */
export type Candidates =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'files' | 'campaigns' | 'folders' | 'nothing' };

export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  readonly words: Candidates;
}

export interface CompletedOption {
  /** With its hyphens. */
  readonly name: string;
  readonly short: string | undefined;
  readonly description: string;
  /** Undefined for a flag. */
  readonly value: Candidates | undefined;
}

/** The commands as each shell is to offer them. */
export function completionData(groups: readonly CommandGroup[]): readonly CompletedCommand[] {
  const commands = groups.flatMap((group) => group.commands);
  const names = commands.map(({ name }) => name);
  return [
    ...commands.map((command) => ({
      name: command.name,
      description: command.description,
      options: [...optionsOf(command), help],
      words: wordsOf(command),
    })),
    {
      name: 'help',
      description: 'Show the options of a command.',
      options: [],
      words: { kind: 'words', words: names },
    },
  ];
}

const help: CompletedOption = {
  name: '--help',
  short: '-h',
  description: 'show the options of this command',
  value: undefined,
};

function optionsOf({ options }: AnyCommand): readonly CompletedOption[] {
  return Object.entries(options).map(([key, { initial, short, takes, choices, description }]) => ({
    name: optionName(key, initial),
    short: short === undefined ? undefined : `-${short}`,
    description,
    value: takes === undefined ? undefined : valuesOf(takes, choices),
  }));
}

function valuesOf(takes: string, choices: readonly string[] | undefined): Candidates {
  if (choices !== undefined) return { kind: 'words', words: choices };
  if (takes === '<file>') return { kind: 'files' };
  return { kind: takes === '<folder>' ? 'folders' : 'nothing' };
}

/** Names of arguments say what they take; a few commands have words of their own. */
function wordsOf(command: AnyCommand): Candidates {
  const own = ownWords[command.name];
  if (own !== undefined) return own();
  const names = Object.keys(command.arguments);
  if (names.includes('file') || names.includes('files')) return { kind: 'campaigns' };
  return { kind: names.includes('folder') ? 'folders' : 'nothing' };
}

const ownWords: Readonly<Record<string, () => Candidates>> = {
  call: () => ({ kind: 'words', words: operationIds }),
  completion: () => ({ kind: 'words', words: shells }),
  consent: () => ({ kind: 'files' }),
  explain: () => ({ kind: 'words', words: explained() }),
};

export const shells = ['bash', 'zsh', 'fish'] as const;

/** Everything that `explain` knows by one word or by a path. */
function explained(): readonly string[] {
  const keys = ['', 'steps.*', 'audiences.*'].flatMap((path) => {
    const place = schemaPlace(path);
    return 'problem' in place ? [] : place.keys.map(({ name }) => (path === '' ? name : `${path}.${name}`));
  });
  return [...new Set([...Object.keys(diagnosticCodes), ...operationIds, ...Object.keys(glossary), ...keys])];
}
