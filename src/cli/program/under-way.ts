import { namedOptions, signedOptions } from '../decide/signed-by.ts';
import { campaignOptions } from '../options/campaign-options.ts';
import { type CommandGroup, command } from '../options/command-definition.ts';
import { choice, flag, list, text } from '../options/option-definition.ts';
import { campaignFile, couldNotRead, showNumbers } from './shared-parts.ts';

/** Run control needs only the campaign's name, and takes what other commands take: to pause must not fail because of an option. */
const runControl = {
  arguments: campaignFile,
  mustAct: true,
  exits: { 0: 'requested', 2: couldNotRead },
  options: {
    ...campaignOptions,
    ...namedOptions,
    comment: signedOptions.comment,
    sandbox: flag('for the sandbox run'),
  },
};

export const underWay = {
  title: 'During a run:',
  commands: [
    command({
      name: 'pause',
      description: 'Start nothing new until `resume`. A running process obeys within a second.',
      example: 'callsheet pause campaigns/spring-renewal.yaml',
      ...runControl,
    }),
    command({
      name: 'resume',
      description: 'Let a paused or cancelled run continue.',
      example: 'callsheet resume campaigns/spring-renewal.yaml',
      ...runControl,
    }),
    command({
      name: 'cancel',
      description: 'Stop the run: finish the requests in flight, and start no new ones.',
      example: 'callsheet cancel campaigns/spring-renewal.yaml',
      ...runControl,
    }),
    command({
      name: 'promote',
      description: 'Start the next wave of a step, or let one that `haltIf` halted continue.',
      example: 'callsheet promote campaigns/careful-launch.yaml --comment "the first 50 were read"',
      arguments: campaignFile,
      exits: {
        0: 'done',
        1: 'the campaign has errors',
        2: 'could not run, or no wave waits; nothing was recorded',
      },
      options: {
        ...campaignOptions,
        step: text('<id>', 'the step, where several wait'),
        ...signedOptions,
        sandbox: flag('use the state of sandbox runs'),
      },
    }),
    command({
      name: 'reconcile',
      description: 'List the jobs in doubt and decide about them, or send rejected jobs again.',
      example: 'callsheet reconcile campaigns/spring-renewal.yaml --accept "followUp[2340001000900]"',
      arguments: campaignFile,
      exits: {
        0: 'done',
        1: 'the campaign has errors',
        2: 'could not run, or a decision is refused; nothing was recorded',
      },
      options: {
        ...campaignOptions,
        accept: list('<address>', 'it was delivered; a step stands for all of its jobs in doubt'),
        resend: list('<address>', 'it was not delivered, or was rejected: send it again in the next run'),
        drop: list('<address>', 'give up'),
        where: list('<condition>', 'only jobs of the step with COLUMN=VALUE, !=, >= or <=; also job.reason, job.at'),
        from: text('<file>', 'a CSV or JSONL list with the columns address, decision (accept, resend, drop), comment'),
        now: flag('resend although the earlier request may still arrive'),
        output: list('<name=value>', 'an output of an accepted job, for the steps that need it'),
        ...signedOptions,
        format: choice('<format>', 'output format', ['text', 'json']),
        sandbox: flag('use the state of sandbox runs'),
        showNumbers,
      },
    }),
  ],
} satisfies CommandGroup;
