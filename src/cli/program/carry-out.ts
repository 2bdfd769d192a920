import { scenarios } from '../../rehearsal/scenarios.ts';
import {
  type CommandGroup,
  choice,
  command,
  flag,
  list,
  positiveNumber,
  text,
  wholeNumber,
  withDefault,
  words,
} from '../options/definitions.ts';
import {
  campaignFile,
  campaignOptions,
  couldNotRead,
  monitorOptions,
  namedOptions,
  partOptions,
  runOnly,
  runs,
  runsIn,
  sendingOptions,
  service,
  showNumbers,
  signedOptions,
  watchedCampaignOptions,
} from '../options/shared-options.ts';

/** A watch alone plans, and sends nothing. */
const ofRuns = { run: '' };

export const carryOut = {
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
    }),
    command({
      name: 'worker',
      description: 'Help to send campaigns that `run` leads from the same store. Stop with Ctrl-C.',
      example: 'callsheet worker campaigns --store postgres://runner@db.example/callsheet',
      furtherExamples: ['callsheet worker campaigns/spring-renewal.yaml --may-lead --concurrency 32'],
      arguments: { files: words('campaign files, or a folder with them; the current folder by default', []) },
      exits: {
        0: 'ended by Ctrl-C; what was in flight is recorded',
        1: 'a campaign has errors; nothing of it was sent',
        2: 'could not run: no store or service, or the files, version or key are not those of the leader',
        4: 'ended by a second Ctrl-C; what was in flight is treated as after a crash',
      },
      environment: service,
      options: {
        ...campaignOptions,
        format: choice('<format>', 'text, or events as NDJSON', ['text', 'json']),
        mayLead: flag('continue a run whose leader has died'),
        concurrency: positiveNumber('<number>', 'requests in flight at most; `limits.concurrency` by default'),
        ...monitorOptions,
      },
    }),
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
        format: { ...sendingOptions.format, needs: ofRuns },
        yes: { ...sendingOptions.yes, needs: ofRuns },
        late: { ...sendingOptions.late, needs: ofRuns },
        acceptEdits: { ...sendingOptions.acceptEdits, needs: ofRuns },
        at: text('<date-time>', 'plan as of this time; in the sandbox, start time of its clock'),
        run: flag('also run what is left'),
      },
    }),
    command({
      name: 'rehearse',
      description: 'Run the whole campaign in virtual time, in its own sandbox. Sends and writes nothing.',
      example: 'callsheet rehearse campaigns/spring-renewal.yaml --scenario flaky --kill-everywhere',
      arguments: campaignFile,
      exits: {
        ...runs,
        1: 'the campaign or the world has errors, or a guarantee was broken',
        2: 'could not run: wrong options, a missing file',
        4: 'stopped with work left, or by Ctrl-C',
      },
      options: {
        ...campaignOptions,
        format: choice('<format>', 'a report, events as NDJSON, or a page', ['text', 'json', 'html']),
        scenario: choice('<scenario>', 'fault scenario', scenarios),
        seed: withDefault(wholeNumber('<number>', 'the same seed gives the same result'), 1),
        killEverywhere: flag('kill the run at every boundary in turn, resume, and compare by recipient'),
        at: text('<date-time>', 'when it starts; `starts` by default'),
        world: text('<file>', 'the sandbox’s initial data (schemas/world.schema.json)'),
        showNumbers,
      },
    }),
  ],
} satisfies CommandGroup;

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
        wave: positiveNumber('<number>', 'only if it is this wave that waits to begin'),
        halted: positiveNumber('<number>', 'only if it is this wave that `haltIf` has halted'),
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
