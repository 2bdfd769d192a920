import { contactCommands } from './contacts/contact-commands.ts';
import { campaignOptions, envFile, input, runLabel, watchedCampaignOptions } from './options/campaign-options.ts';
import { type CommandGroup, command, type ExitMeanings, word, words } from './options/command-definition.ts';
import { monitorOptions } from './options/monitor-options.ts';
import { choice, flag, list, text, wholeNumber, withDefault } from './options/option-definition.ts';
import { partOptions } from './options/part-options.ts';
import { allowCommands, approvedPlan, fresh, send, sendingOptions } from './options/run-options.ts';
import { show } from './options/show-option.ts';
import { storeCommand } from './store-command.ts';
import { workerCommand } from './worker/worker-command.ts';

const campaignFile = { file: word('campaign file') };
const showNumbers = flag('show full numbers instead of masked ones');

const service = {
  CALLSHEET_BASE_URL: 'where the service is',
  CALLSHEET_API_KEY: 'the key of the account',
  CALLSHEET_API_SECRET: 'its secret',
};
const runsIn = { ...service, CALLSHEET_NOTICE_URL: 'where the notices of `on` go' };

const couldNotRead = 'could not run: wrong options, a missing file, a damaged state';

/** Of a command that shows what is in a campaign or its state. */
const shows: ExitMeanings = { 0: 'done', 1: 'the campaign has errors', 2: couldNotRead };

const runs: ExitMeanings = {
  0: 'finished, or nothing is left to do',
  1: 'the campaign has errors; nothing was sent',
  2: 'could not run: wrong options, no service, not confirmed, another process runs it; nothing was sent',
  3: 'finished, but some jobs were rejected or are in doubt',
  4: 'stopped with work left: the same command resumes',
};

const controls: ExitMeanings = { 0: 'requested', 2: couldNotRead };

const beforeAndAfter: CommandGroup = {
  title: 'Before and after a run:',
  commands: [
    command({
      name: 'check',
      description: 'Check campaign files, their audiences and every rendered request.',
      example: 'callsheet check campaigns/*.yaml',
      arguments: { files: words('campaign files') },
      exits: {
        0: 'no errors; there may be warnings',
        1: 'errors were found',
        2: 'could not run: wrong options, a missing file',
      },
      options: {
        format: choice('<format>', 'output format', ['pretty', 'json', 'github', 'sarif']),
        quiet: flag('print errors only', { short: 'q' }),
        maxFindings: wholeNumber('<number>', 'print at most this many; all are counted'),
        input,
        envFile,
      },
      run: async (given, host) => (await import('./commands/check.ts')).check(given, host),
    }),
    command({
      name: 'plan',
      description: 'Show what will happen, when, for how many, and why not. Sends and writes nothing.',
      example: 'callsheet plan campaigns/spring-renewal.yaml --at "2026-11-23 08:30"',
      furtherExamples: [
        'callsheet plan campaigns/spring-renewal.yaml --show',
        'callsheet plan campaigns/spring-renewal.yaml --show 2340001000900',
        'callsheet plan campaigns/spring-renewal.yaml --out plan.json',
        'callsheet plan campaigns/spring-renewal.yaml --against plan.json --format markdown --exit-code',
      ],
      arguments: campaignFile,
      exits: { ...shows, 5: 'with --exit-code: the plans differ' },
      environment: service,
      options: {
        ...campaignOptions,
        format: choice('<format>', 'output format', ['text', 'json', 'markdown', 'html']),
        at: text('<date-time>', 'plan as of this time: a local date-time in the campaign’s zone, or with an offset'),
        out: text('<file>', 'write the plan with every job to a file, for approval and `run --plan`'),
        against: text('<file>', 'show what changes compared with a plan written before'),
        exitCode: flag('with --against: end with 5 if anything differs, with 0 if nothing does'),
        ...partOptions,
        jobs: flag('one NDJSON line per job'),
        show,
        withBalance: flag('query the account’s balance and show how far it lasts (one request)'),
        sandbox: flag('use the state of sandbox runs'),
        allowCommands,
        showNumbers,
      },
      run: async (given, host) => (await import('./commands/plan.ts')).plan(given, host),
    }),
    command({
      name: 'snapshot',
      description: 'Read audiences from their databases, addresses and programs, for plans and runs. Sends nothing.',
      example: 'callsheet snapshot campaigns/spring-renewal.yaml members',
      arguments: { ...campaignFile, audiences: words('audiences; all that are read from elsewhere by default', []) },
      exits: { 0: 'read', 1: 'the campaign or a source has errors; its last snapshot stays', 2: couldNotRead },
      environment: { CALLSHEET_AUDIENCE_NAME_URL: 'the address of the source of the audience `name`' },
      options: {
        input,
        state: campaignOptions.state,
        envFile,
        format: choice('<format>', 'output format', ['text', 'json']),
        allowCommands,
        acceptChange: flag('accept more change than `expect.change` allows, once'),
      },
      run: async (given, host) => (await import('./commands/snapshot.ts')).snapshot(given, host),
    }),
    command({
      name: 'status',
      description: 'Show counts by step and outcome, what is next, and what is in doubt.',
      example: 'callsheet status campaigns/spring-renewal.yaml --follow',
      arguments: campaignFile,
      exits: shows,
      options: {
        ...campaignOptions,
        format: choice('<format>', 'output format', ['text', 'json']),
        follow: flag('keep printing until the run ends'),
        sandbox: flag('use the state of sandbox runs'),
        showNumbers,
      },
      run: async (given, host) => (await import('./commands/status.ts')).status(given, host),
    }),
    command({
      name: 'report',
      description: 'Show the outcome of every job: totals and reasons, a web page, or one row per job.',
      example: 'callsheet report campaigns/spring-renewal.yaml --format csv > jobs.csv',
      arguments: campaignFile,
      exits: shows,
      options: {
        ...campaignOptions,
        format: choice('<format>', 'output format', ['text', 'html', 'json', 'csv', 'junit']),
        sandbox: flag('use the state of sandbox runs'),
        showNumbers,
      },
      run: async (given, host) => (await import('./commands/report.ts')).report(given, host),
    }),
    command({
      name: 'why',
      description: 'Show every rule, deferral and outcome for one recipient, with its place in the file.',
      example: 'callsheet why campaigns/spring-renewal.yaml 2340001000900',
      arguments: { ...campaignFile, key: word('the recipient’s number') },
      exits: { 0: 'done', 1: 'the campaign has errors, or the number is in no audience', 2: couldNotRead },
      options: {
        ...campaignOptions,
        format: choice('<format>', 'output format', ['text', 'json']),
        at: text('<date-time>', 'explain as of this time'),
        sandbox: flag('use the state of sandbox runs'),
        showNumbers,
      },
      run: async (given, host) => (await import('./commands/why.ts')).why(given, host),
    }),
    command({
      name: 'audit',
      description: 'Check hours, order, rates and totals independently of the planner.',
      example: 'callsheet audit campaigns/spring-renewal.yaml --sandbox',
      arguments: campaignFile,
      exits: { 0: 'no breach', 1: 'a breach was found, or the campaign has errors', 2: couldNotRead },
      options: {
        ...campaignOptions,
        format: choice('<format>', 'output format', ['text', 'json']),
        jobs: text('<file>', 'audit the output of `plan --jobs`'),
        log: text('<file>', 'audit the sandbox’s request log'),
        sandbox: flag('use the state of sandbox runs'),
        showNumbers,
      },
      run: async (given, host) => (await import('./commands/audit.ts')).audit(given, host),
    }),
  ],
};

const carryOut: CommandGroup = {
  title: 'Run:',
  commands: [
    command({
      name: 'run',
      description: 'Run what is left of the plan, exactly once. Resumes automatically.',
      example: 'callsheet run campaigns/spring-renewal.yaml --sandbox',
      furtherExamples: [
        'callsheet run campaigns/spring-renewal.yaml --sandbox --fresh',
        'callsheet run campaigns/spring-renewal.yaml --plan plan.json',
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
        fresh,
        send,
        plan: approvedPlan,
      },
      run: async (given, host) => (await import('./run/run-to-end.ts')).runToEnd(given, host),
    }),
    workerCommand(service),
    command({
      name: 'watch',
      description: 'On every save: check, plan again, and show what changed. Sends only with --run.',
      example: 'callsheet watch campaigns/spring-renewal.yaml --at "2026-11-23 08:30"',
      arguments: campaignFile,
      exits: { 0: 'ended by Ctrl-C', 2: couldNotRead, 4: 'with --run: a run was stopped with work left' },
      environment: runsIn,
      options: { ...watchedCampaignOptions, ...sendingOptions, run: flag('also run what is left') },
      run: async ({ run, ...given }, host) =>
        (await import('./commands/watch.ts')).watch({ ...given, carryOut: run }, host),
    }),
    command({
      name: 'rehearse',
      description: 'Run the whole campaign in virtual time, in its own sandbox. Sends and writes nothing.',
      example: 'callsheet rehearse campaigns/spring-renewal.yaml --scenario flaky --kill-everywhere',
      arguments: campaignFile,
      exits: { ...runs, 1: 'the campaign has errors, or a guarantee was broken' },
      options: {
        input,
        run: runLabel,
        format: choice('<format>', 'a report, or events as NDJSON', ['text', 'json']),
        scenario: choice('<scenario>', 'fault scenario', ['calm', 'flaky', 'storm', 'poor']),
        seed: withDefault(wholeNumber('<number>', 'the same seed gives the same result'), 1),
        killEverywhere: flag('kill the run at every boundary in turn, resume, and compare by recipient'),
        at: text('<date-time>', 'when it starts; `starts` by default'),
        world: text('<file>', 'the sandbox’s initial data (schemas/world.schema.json)'),
        envFile,
        showNumbers,
      },
      run: async (given, host) => (await import('./commands/rehearse.ts')).rehearse(given, host),
    }),
  ],
};

// Run control needs only the campaign's name, and takes what other commands take: to pause must not fail because of an option.
const runControl = { ...campaignOptions, sandbox: flag('for the sandbox run') };

const underWay: CommandGroup = {
  title: 'During a run:',
  commands: [
    command({
      name: 'pause',
      description: 'Start no new jobs. A running process obeys within a second.',
      example: 'callsheet pause campaigns/spring-renewal.yaml',
      arguments: campaignFile,
      exits: controls,
      options: runControl,
      run: async (given, host) =>
        (await import('./commands/control-run.ts')).controlRun({ ...given, control: 'pause' }, host),
    }),
    command({
      name: 'resume',
      description: 'Undo a pause or a cancel.',
      example: 'callsheet resume campaigns/spring-renewal.yaml',
      arguments: campaignFile,
      exits: controls,
      options: runControl,
      run: async (given, host) =>
        (await import('./commands/control-run.ts')).controlRun({ ...given, control: 'run' }, host),
    }),
    command({
      name: 'cancel',
      description: 'End a running process when its jobs in flight are answered, and start no other.',
      example: 'callsheet cancel campaigns/spring-renewal.yaml',
      arguments: campaignFile,
      exits: controls,
      options: runControl,
      run: async (given, host) =>
        (await import('./commands/control-run.ts')).controlRun({ ...given, control: 'cancel' }, host),
    }),
    command({
      name: 'reconcile',
      description: 'List the jobs in doubt, or decide what becomes of them.',
      example: 'callsheet reconcile campaigns/spring-renewal.yaml --accept "followUp[2340001000900]"',
      arguments: campaignFile,
      exits: {
        0: 'done',
        1: 'the campaign has errors',
        2: 'could not run, or a decision is refused; nothing was recorded',
      },
      options: {
        ...campaignOptions,
        accept: list('<address>', 'it was delivered'),
        resend: list('<address>', 'it was not delivered, or was rejected: send it again in the next run'),
        drop: list('<address>', 'give up'),
        now: flag('resend although the earlier request may still arrive'),
        output: list('<name=value>', 'an output of an accepted job, for the steps that need it'),
        format: choice('<format>', 'output format', ['text', 'json']),
        sandbox: flag('use the state of sandbox runs'),
        showNumbers,
      },
      run: async (given, host) => (await import('./commands/reconcile.ts')).reconcile(given, host),
    }),
  ],
};

const others: CommandGroup = {
  title: 'Other:',
  commands: [
    ...contactCommands(showNumbers),
    command({
      name: 'explain',
      description:
        'Explain a finding’s code, an operation, a status of the service, a key of the campaign file or a word; without any, list them.',
      example: 'callsheet explain whatsapp.send -131',
      arguments: { words: words('CS2001 | whatsapp.send | whatsapp.send -131 | steps.*.uses | "in doubt"', []) },
      exits: { 0: 'explained', 2: 'nothing is called that' },
      options: {},
      passThrough: true,
      run: async (given, host) => (await import('./commands/explain.ts')).explain(given, host),
    }),
    command({
      name: 'call',
      description: 'Send one request by hand: check it, send it once, print the answer.',
      example:
        'callsheet call otp.send --sandbox --data \'{"appId": "sandbox-app", "templateId": 31, "to": "2340001000900"}\'',
      arguments: { operation: word('whatsapp.send, otp.send, sms.balance, …') },
      exits: {
        0: 'accepted',
        1: 'the request has errors; nothing was sent',
        2: 'not sent',
        3: 'refused, or no valid answer',
      },
      environment: service,
      options: {
        data: text('<json>', 'the request’s body'),
        sandbox: flag('send it to a temporary sandbox'),
        yes: flag('do not ask for confirmation', { short: 'y' }),
        envFile,
      },
      run: async (given, host) => (await import('./commands/call.ts')).call(given, host),
    }),
    command({
      name: 'forget',
      description: 'Take one person out of every file that Callsheet wrote, and never contact them again.',
      example: 'callsheet forget 2340001000900 --dry-run',
      arguments: { number: word('the person’s number'), folder: word('the project’s folder', '.') },
      exits: {
        0: 'done',
        2: 'could not run: no such number, a run is in progress, a damaged state; nothing was changed',
      },
      options: {
        country: text('<country>', 'two letters of ISO 3166: whose national number it is'),
        state: text('<folder>', 'state folder; .callsheet beside each campaign by default'),
        dryRun: flag('list the files that have the number, and change nothing'),
      },
      run: async (given, host) => (await import('./commands/people/forget.ts')).forget(given, host),
    }),
    command({
      name: 'doctor',
      description: 'Check settings, key, clock, disk and versions. Makes one balance query.',
      example: 'callsheet doctor --env-file .env',
      arguments: {},
      exits: { 0: 'everything works', 1: 'something must be fixed', 2: couldNotRead },
      environment: service,
      options: { envFile },
      run: async (given, host) => (await import('./commands/doctor.ts')).doctor(given, host),
    }),
    storeCommand,
    command({
      name: 'init',
      description: 'Write a commented example campaign with an audience and audio.',
      example: 'callsheet init my-campaigns',
      arguments: { folder: word('where to write them', '.') },
      exits: { 0: 'written', 2: 'a file exists already, or the folder cannot be written' },
      options: {},
      run: async (given, host) => (await import('./commands/init.ts')).init(given, host),
    }),
    command({
      name: 'inbox',
      description: 'Show what everybody received in the sandbox runs of a campaign, as a web page, until Ctrl-C.',
      example: 'callsheet inbox campaigns/spring-renewal.yaml --port 8080',
      arguments: campaignFile,
      exits: { 0: 'ended by Ctrl-C', 2: 'there is no sandbox run, or the port is taken' },
      options: {
        ...campaignOptions,
        port: withDefault(wholeNumber('<number>', 'port to listen on; 0 picks a free one'), 0),
      },
      run: async (given, host) => (await import('./commands/inbox.ts')).inbox(given, host),
    }),
    command({
      name: 'serve',
      description: 'Run the sandbox as a server with an inbox page, until Ctrl-C.',
      example: 'callsheet serve --port 8080',
      arguments: {},
      exits: { 0: 'ended by Ctrl-C', 2: 'a wrong option or world file, or the port is taken' },
      options: {
        port: withDefault(wholeNumber('<number>', 'port to listen on; 0 picks a free one'), 0),
        host: withDefault(
          text('<address>', 'address to listen on; any other than loopback is open to the network'),
          '127.0.0.1',
        ),
        world: text('<file>', 'initial data (schemas/world.schema.json)'),
        data: text('<file>', 'keep the ledger in this file'),
      },
      run: async (given, host) => (await import('./commands/serve.ts')).serve(given, host),
    }),
  ],
};

export const program = {
  description: 'Campaigns as code for messaging, voice and verification: check, plan, rehearse, and run exactly once.',
  help: 'Show the options of a command, with an example.',
  groups: [beforeAndAfter, carryOut, underWay, others],
};
