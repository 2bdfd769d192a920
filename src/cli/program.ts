import type { CommandGroup } from './options/command-definition.ts';
import { beforeAndAfter } from './program/before-and-after.ts';
import { carryOut } from './program/carry-out.ts';
import { others } from './program/other-commands.ts';
import { startHere } from './program/start-here.ts';
import { underWay } from './program/under-way.ts';

const groups: readonly CommandGroup[] = [startHere, beforeAndAfter, carryOut, underWay, others];

export const program = {
  description: 'Campaigns as code for messaging, voice and verification: check, plan, rehearse, and run exactly once.',
  help: 'Show the options of a command, with an example.',
  groups,
};
