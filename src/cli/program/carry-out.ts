import { campaignOptions, envFile, input, runLabel, watchedCampaignOptions } from '../options/campaign-options.ts';
import { type CommandGroup, command } from '../options/command-definition.ts';
import { monitorOptions } from '../options/monitor-options.ts';
import { choice, flag, text, wholeNumber, withDefault } from '../options/option-definition.ts';
import { partOptions } from '../options/part-options.ts';
import { runOnly, sendingOptions } from '../options/run-options.ts';
import { workerCommand } from '../worker/worker-command.ts';
import { campaignFile, couldNotRead, runs, runsIn, service, showNumbers } from './shared-parts.ts';

export const carryOut: CommandGroup = {
  title: 'Run:',
  commands: [
    command({
      name: 'run',
      description: 'Run what is left of the plan, exactly once. Resumes automatically.',
      example: 'callsheet run campaigns/spring-renewal.yaml --sandbox',
      furtherExamples: [
        'callsheet run campaigns/spring-renewal.yaml --sandbox --fresh',
        'callsheet run campaigns/spring-renewal.yaml --plan plan.json',
        'callsheet run campaigns/spring-renewal.yaml --require-approval',
        'callsheet run campaigns/spring-renewal.yaml --only 2340001000900',
      ],
      arguments: campaignFile,
      exits: runs,
      environment: runsIn,
      options: {
        ...campaignOptions,
        ...sendingOptions,
        ...monitorOptions,
        ...partOptions,
        ...runOnly,
      },
      run: async (given, host) => (await import('../run/run-to-end.ts')).runToEnd(given, host),
    }),
    workerCommand(service),
    command({
      name: 'watch',
      description: 'On every save: check, plan again, and show what changed. Sends only with --run.',
      example: 'callsheet watch campaigns/spring-renewal.yaml --at "2026-11-23 08:30"',
      arguments: campaignFile,
      exits: { 0: 'ended by Ctrl-C', 2: couldNotRead, 4: 'with --run: a run was stopped with work left' },
      environment: runsIn,
      options: {
        ...watchedCampaignOptions,
        ...sendingOptions,
        at: text('<date-time>', 'plan as of this time; in the sandbox, start time of its clock'),
        run: flag('also run what is left'),
      },
      run: async ({ run, ...given }, host) =>
        (await import('../commands/watch.ts')).watch({ ...given, carryOut: run }, host),
    }),
    command({
      name: 'rehearse',
      description: 'Run the whole campaign in virtual time, in its own sandbox. Sends and writes nothing.',
      example: 'callsheet rehearse campaigns/spring-renewal.yaml --scenario flaky --kill-everywhere',
      arguments: campaignFile,
      exits: {
        ...runs,
        1: 'the campaign has errors, or a guarantee was broken',
        2: 'could not run: wrong options, a missing file',
        4: 'stopped with work left, or by Ctrl-C',
      },
      options: {
        input,
        run: runLabel,
        format: choice('<format>', 'a report, events as NDJSON, or a page', ['text', 'json', 'html']),
        scenario: choice('<scenario>', 'fault scenario', ['calm', 'flaky', 'storm', 'poor']),
        seed: withDefault(wholeNumber('<number>', 'the same seed gives the same result'), 1),
        killEverywhere: flag('kill the run at every boundary in turn, resume, and compare by recipient'),
        at: text('<date-time>', 'when it starts; `starts` by default'),
        world: text('<file>', 'the sandbox’s initial data (schemas/world.schema.json)'),
        envFile,
        showNumbers,
      },
      run: async (given, host) => (await import('../commands/rehearse.ts')).rehearse(given, host),
    }),
  ],
};
