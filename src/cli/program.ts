import type { CommandGroup, Values } from './options/definitions.ts';
import { beforeAndAfter, startHere } from './program/before-and-after.ts';
import { carryOut, underWay } from './program/carry-out.ts';
import { others } from './program/other-commands.ts';

const groups = [startHere, beforeAndAfter, carryOut, underWay, others] as const;

export const program = {
  description: 'Campaigns as code for messaging, voice and verification: check, plan, rehearse, and run exactly once.',
  help: 'Show the options of a command, with an example.',
  groups: groups as readonly CommandGroup[],
};

type Command = (typeof groups)[number]['commands'][number];

export type CommandName = Command['name'];

/** What the command of this name gets from its command line, by its definition: `Given<'plan'>`. */
export type Given<Name extends CommandName> = Values<Extract<Command, { readonly name: Name }>>;
