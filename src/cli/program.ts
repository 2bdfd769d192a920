import {
  campaignOptions,
  envFile,
  input,
  runLabel,
  steeringOptions,
  watchedCampaignOptions,
} from './options/campaign-options.ts';
import { type CommandGroup, command, word, words } from './options/command-definition.ts';
import { choice, flag, list, text, wholeNumber, withDefault } from './options/option-definition.ts';
import { approvedPlan, sendingOptions } from './options/run-options.ts';

const campaignFile = { file: word('campaign file') };
const showNumbers = flag('whole numbers instead of masked ones');

const beforeAndAfter: CommandGroup = {
  title: 'Before and after a run:',
  commands: [
    command({
      name: 'check',
      description: 'Find every mistake in campaign files, their audiences and every rendered request.',
      example: 'callsheet check campaigns/*.yaml',
      arguments: { files: words('campaign files') },
      options: {
        format: choice('<format>', 'how findings are printed', ['pretty', 'json', 'github', 'sarif']),
        quiet: flag('errors alone, and nothing when there are none', { short: 'q' }),
        maxFindings: wholeNumber('<number>', 'show so many at most; all are counted'),
        input,
        envFile,
      },
      run: async (given, host) => (await import('./commands/check.ts')).check(given, host),
    }),
    command({
      name: 'plan',
      description: 'Show what will happen, when, for how many, and why not. Sends and writes nothing.',
      example: 'callsheet plan campaigns/spring-renewal.yaml --at "2026-11-23 08:30"',
      arguments: campaignFile,
      options: {
        ...campaignOptions,
        format: choice('<format>', 'how the plan is printed', ['text', 'json', 'markdown', 'html']),
        at: text('<date-time>', 'plan as if it were then: a local date-time in the campaign’s zone, or with an offset'),
        out: text('<file>', 'write the plan with every job to a file, to be approved and run exactly'),
        against: text('<file>', 'compare with a plan written before, in words and people'),
        jobs: flag('one NDJSON line per job'),
        withBalance: flag('ask the account for its balance (one query) and say how far it reaches'),
        sandbox: flag('with the state of sandbox runs'),
        showNumbers,
      },
      run: async (given, host) => (await import('./commands/plan.ts')).plan(given, host),
    }),
    command({
      name: 'status',
      description: 'Counts by step and outcome, what is next, and what is in doubt.',
      example: 'callsheet status campaigns/spring-renewal.yaml --follow',
      arguments: campaignFile,
      options: {
        ...campaignOptions,
        format: choice('<format>', 'how it is printed', ['text', 'json']),
        follow: flag('go on until the run ends'),
        sandbox: flag('of sandbox runs'),
        showNumbers,
      },
      run: async (given, host) => (await import('./commands/status.ts')).status(given, host),
    }),
    command({
      name: 'report',
      description: 'What has become of every job: the sums and reasons, a page to look at, or one row a job.',
      example: 'callsheet report campaigns/spring-renewal.yaml --format csv > jobs.csv',
      arguments: campaignFile,
      options: {
        ...campaignOptions,
        format: choice('<format>', 'how it is printed', ['text', 'html', 'json', 'csv', 'junit']),
        sandbox: flag('of sandbox runs'),
        showNumbers,
      },
      run: async (given, host) => (await import('./commands/report.ts')).report(given, host),
    }),
    command({
      name: 'why',
      description: 'Every rule, deferral and outcome for one recipient, with the lines that say so.',
      example: 'callsheet why campaigns/spring-renewal.yaml 2340001000900',
      arguments: { ...campaignFile, key: word('the recipient’s number') },
      options: {
        ...campaignOptions,
        format: choice('<format>', 'how it is printed', ['text', 'json']),
        at: text('<date-time>', 'as if it were then'),
        sandbox: flag('with the state of sandbox runs'),
        showNumbers,
      },
      run: async (given, host) => (await import('./commands/why.ts')).why(given, host),
    }),
    command({
      name: 'audit',
      description: 'An independent check of hours, order, rates and sums.',
      example: 'callsheet audit campaigns/spring-renewal.yaml --sandbox',
      arguments: campaignFile,
      options: {
        ...campaignOptions,
        format: choice('<format>', 'how it is printed', ['text', 'json']),
        jobs: text('<file>', 'of the lines of `plan --jobs`'),
        log: text('<file>', 'of the sandbox’s request log'),
        sandbox: flag('of the state of sandbox runs'),
        showNumbers,
      },
      run: async (given, host) => (await import('./commands/audit.ts')).audit(given, host),
    }),
  ],
};

const carryOut: CommandGroup = {
  title: 'Carry it out:',
  commands: [
    command({
      name: 'run',
      description: 'Carry out what is left of the plan, exactly once. Resumes by itself.',
      example: 'callsheet run campaigns/spring-renewal.yaml --sandbox',
      arguments: campaignFile,
      options: { ...campaignOptions, ...sendingOptions, plan: approvedPlan },
      run: async (given, host) => (await import('./commands/run.ts')).run(given, host),
    }),
    command({
      name: 'watch',
      description: 'On every save: check, plan again, and say what changed. Sends only with --run.',
      example: 'callsheet watch campaigns/spring-renewal.yaml --at "2026-11-23 08:30"',
      arguments: campaignFile,
      options: { ...watchedCampaignOptions, ...sendingOptions, run: flag('carry out the difference too') },
      run: async ({ run, ...given }, host) =>
        (await import('./commands/watch.ts')).watch({ ...given, carryOut: run }, host),
    }),
    command({
      name: 'rehearse',
      description: 'The whole campaign in virtual time, in a sandbox of its own. Sends and writes nothing.',
      example: 'callsheet rehearse campaigns/spring-renewal.yaml --scenario flaky --kill-everywhere',
      arguments: campaignFile,
      options: {
        input,
        run: runLabel,
        format: choice('<format>', 'a report, or events as NDJSON', ['text', 'json']),
        scenario: choice('<scenario>', 'what befalls it', ['calm', 'flaky', 'storm', 'poor']),
        seed: withDefault(wholeNumber('<number>', 'the same seed goes the same way'), 1),
        killEverywhere: flag('die at every boundary in turn, resume, and compare by recipient'),
        at: text('<date-time>', 'when it begins; at `starts` by default'),
        world: text('<file>', 'the sandbox’s starting facts (schemas/world.schema.json)'),
        envFile,
        showNumbers,
      },
      run: async (given, host) => (await import('./commands/rehearse.ts')).rehearse(given, host),
    }),
  ],
};

const steering = { ...steeringOptions, sandbox: flag('the sandbox run') };

const underWay: CommandGroup = {
  title: 'While it is under way:',
  commands: [
    command({
      name: 'pause',
      description: 'Let nothing new start. A running process obeys within a second.',
      example: 'callsheet pause campaigns/spring-renewal.yaml',
      arguments: campaignFile,
      options: steering,
      run: async (given, host) => (await import('./commands/steer.ts')).steer({ ...given, control: 'pause' }, host),
    }),
    command({
      name: 'resume',
      description: 'Take a pause or a cancel back.',
      example: 'callsheet resume campaigns/spring-renewal.yaml',
      arguments: campaignFile,
      options: steering,
      run: async (given, host) => (await import('./commands/steer.ts')).steer({ ...given, control: 'run' }, host),
    }),
    command({
      name: 'cancel',
      description: 'End a running process when what is in flight is answered, and let no other start.',
      example: 'callsheet cancel campaigns/spring-renewal.yaml',
      arguments: campaignFile,
      options: steering,
      run: async (given, host) => (await import('./commands/steer.ts')).steer({ ...given, control: 'cancel' }, host),
    }),
    command({
      name: 'reconcile',
      description: 'List the jobs in doubt, or decide on some of them.',
      example: 'callsheet reconcile campaigns/spring-renewal.yaml --accept "followUp[2340001000900]"',
      arguments: campaignFile,
      options: {
        ...campaignOptions,
        accept: list('<address>', 'it arrived'),
        resend: list('<address>', 'it did not arrive, or was refused: send it again at the next run'),
        drop: list('<address>', 'leave it'),
        output: list('<name=value>', 'what an accepted job gave, for the steps that need it'),
        format: choice('<format>', 'how the list is printed', ['text', 'json']),
        sandbox: flag('of sandbox runs'),
        showNumbers,
      },
      run: async (given, host) => (await import('./commands/reconcile.ts')).reconcile(given, host),
    }),
  ],
};

const besides: CommandGroup = {
  title: 'Besides:',
  commands: [
    command({
      name: 'explain',
      description: 'What a finding’s code, an operation, an answer’s code or a key of the language means.',
      example: 'callsheet explain whatsapp.send -131',
      arguments: { words: words('CS2001 | whatsapp.send | whatsapp.send -131 | steps.*.uses') },
      options: {},
      passThrough: true,
      run: async (given, host) => (await import('./commands/explain.ts')).explain(given, host),
    }),
    command({
      name: 'call',
      description: 'One operation by hand: checks the request, sends it once, prints the answer.',
      example:
        'callsheet call otp.send --sandbox --data \'{"appId": "sandbox-app", "templateId": 31, "to": "2340001000900"}\'',
      arguments: { operation: word('whatsapp.send, otp.send, sms.balance, …') },
      options: {
        data: text('<json>', 'the request’s body'),
        sandbox: flag('to a sandbox of its own'),
        yes: flag('do not ask before it is sent', { short: 'y' }),
        envFile,
      },
      run: async (given, host) => (await import('./commands/call.ts')).call(given, host),
    }),
    command({
      name: 'doctor',
      description: 'Settings, key, clock, disk and versions, each with what to do. One balance query.',
      example: 'callsheet doctor --env-file .env',
      arguments: {},
      options: { envFile },
      run: async (given, host) => (await import('./commands/doctor.ts')).doctor(given, host),
    }),
    command({
      name: 'init',
      description: 'Write a commented campaign, an audience and audio to start from.',
      example: 'callsheet init my-campaigns',
      arguments: { folder: word('where', '.') },
      options: {},
      run: async (given, host) => (await import('./commands/init.ts')).init(given, host),
    }),
    command({
      name: 'serve',
      description: 'The sandbox as a server of its own, with its inbox page, until Ctrl-C.',
      example: 'callsheet serve --port 8080',
      arguments: {},
      options: {
        port: withDefault(wholeNumber('<number>', '0 picks a free one'), 0),
        host: withDefault(
          text('<address>', 'where to listen; anything but loopback is open to the network'),
          '127.0.0.1',
        ),
        world: text('<file>', 'its starting facts (schemas/world.schema.json)'),
        data: text('<file>', 'keep its ledger in this file'),
      },
      run: async (given, host) => (await import('./commands/serve.ts')).serve(given, host),
    }),
  ],
};

export const program = {
  description: 'Campaigns as code for messaging, voice and verification: check, plan, rehearse, and run exactly once.',
  help: 'What a command takes, with an example.',
  groups: [beforeAndAfter, carryOut, underWay, besides],
};
