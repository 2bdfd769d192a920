import type { StarterKind } from '../guide/starter-campaign.ts';
import {
  type CommandGroup,
  choice,
  command,
  flag,
  list,
  type OptionDefinition,
  text,
  wholeNumber,
  withDefault,
  word,
  words,
} from '../options/definitions.ts';
import {
  allowCommands,
  campaignFile,
  campaignOptions,
  couldNotRead,
  envFile,
  input,
  partOptions,
  service,
  show,
  showNames,
  showNumbers,
  shows,
  signedOptions,
} from '../options/shared-options.ts';

/** What happened does not depend on the time that is asked about. */
const ofRecords = { code: 'that is about what has happened', became: 'that is about what has happened' };

export const beforeAndAfter = {
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
    }),
    command({
      name: 'plan',
      description: 'Show what will happen, when and for how many, and why others get nothing. Sends nothing.',
      example: 'callsheet plan campaigns/spring-renewal.yaml --at "2026-11-23 08:30"',
      furtherExamples: [
        'callsheet plan campaigns/spring-renewal.yaml --show',
        'callsheet plan campaigns/spring-renewal.yaml --show 2340001000900',
        'callsheet plan campaigns/spring-renewal.yaml --out plan.json',
        'callsheet plan campaigns/spring-renewal.yaml --against plan.json --format markdown --exit-code',
        'callsheet plan campaigns/shop/*.yaml --env-file campaigns/shop/shop.env',
      ],
      arguments: { files: words('campaign file; several are planned together') },
      exits: { ...shows, 5: 'with --exit-code: the plans differ' },
      environment: service,
      options: {
        ...campaignOptions,
        format: choice('<format>', 'output format', ['text', 'json', 'markdown', 'html']),
        at: text('<date-time>', 'plan as of this time: a local date-time in the campaign’s zone, or with an offset'),
        out: text('<file>', 'write the plan with every job to a file, for approval and `run --plan`'),
        against: text('<file>', 'show what changes compared with a plan written before'),
        exitCode: {
          ...flag('with --against: exit with 5 if anything differs, otherwise with 0'),
          needs: { against: '' },
        },
        ...partOptions,
        jobs: { ...flag('one NDJSON line per job'), conflicts: { out: '', against: '', show: '', withBalance: '' } },
        show: { ...show, conflicts: { against: '' } },
        withBalance: flag('query the account’s balance and show how far it lasts (one request)'),
        sandbox: flag('use the state of sandbox runs'),
        allowCommands,
        showNames,
        showNumbers,
      },
    }),
    command({
      name: 'snapshot',
      description: 'Read audiences from their databases, addresses and programs, for plans and runs. Sends nothing.',
      example: 'callsheet snapshot campaigns/sources/lapsed-members.yaml --allow-commands',
      arguments: { ...campaignFile, audiences: words('audiences; all that are read from elsewhere by default', []) },
      exits: { 0: 'read', 1: 'the campaign or a source has errors; its last snapshot stays', 2: couldNotRead },
      environment: { CALLSHEET_AUDIENCE_NAME_URL: 'the address of the source of the audience `name`' },
      options: {
        input,
        state: campaignOptions.state,
        store: campaignOptions.store,
        envFile,
        format: choice('<format>', 'output format', ['text', 'json']),
        allowCommands,
        acceptChange: flag('accept more change than `expect.change` allows, once'),
      },
    }),
    command({
      name: 'approve',
      docs: 'docs/cli.md#an-approved-plan',
      description: 'Approve a saved plan for its run, or list what is approved. Sends nothing.',
      example:
        'callsheet approve campaigns/spring-renewal.yaml --plan plan.json --env-file .env --comment "read all texts"',
      arguments: campaignFile,
      exits: {
        0: 'approved, or listed',
        1: 'the campaign has errors',
        2: 'could not run: wrong options, a plan of other files, a damaged state; nothing was approved',
      },
      options: {
        ...campaignOptions,
        plan: text('<file>', 'the plan to approve (from `plan --out`)'),
        by: { ...signedOptions.by, needs: { plan: '' } },
        comment: { ...signedOptions.comment, needs: { plan: '' } },
        format: choice('<format>', 'output format', ['text', 'json']),
        sandbox: flag('for sandbox runs'),
      },
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
        showNames,
        showNumbers,
      },
    }),
    command({
      name: 'why',
      description:
        'Explain what one person gets, when and why, in one campaign or in all; or why jobs ended as they did.',
      example: 'callsheet why campaigns/spring-renewal.yaml 2340001000900',
      furtherExamples: [
        'callsheet why 2340001000900 --project campaigns',
        'callsheet why campaigns/spring-renewal.yaml --code -69',
      ],
      arguments: {
        file: word('campaign file; leave it out to see all campaigns of the project'),
        key: words('the recipient’s number', []),
      },
      exits: { 0: 'done', 1: 'the campaign has errors, or the number is in no audience', 2: couldNotRead },
      options: {
        ...campaignOptions,
        project: text('<folder>', 'without a file: the folder of the campaigns; this one by default'),
        format: choice('<format>', 'output format; csv without a file', ['text', 'json', 'csv']),
        at: { ...text('<date-time>', 'explain as of this time'), conflicts: { find: '', ...ofRecords } },
        find: flag('with a file: list the recipients whose number or name has this in it'),
        whole: { ...flag('with --find: match the whole number only, in any notation'), needs: { find: '' } },
        code: text(
          '<code>',
          'with a file: everybody whose job the service answered with this code and did not accept, by reason',
        ),
        became: text('<state>', 'with a file: everybody whose job is rejected, inDoubt, skipped, …, by reason'),
        sandbox: flag('use the state of sandbox runs'),
        showNumbers,
      },
    }),
    command({
      name: 'audit',
      description: 'Check hours, order, rates and totals independently of the planner.',
      example: 'callsheet audit campaigns/spring-renewal.yaml --sandbox',
      arguments: campaignFile,
      exits: { 0: 'no violations', 1: 'a violation was found, or the campaign has errors', 2: couldNotRead },
      options: {
        ...campaignOptions,
        format: choice('<format>', 'output format', ['text', 'json']),
        jobs: { ...text('<file>', 'audit the output of `plan --jobs`'), conflicts: { log: '' } },
        log: text('<file>', 'audit the sandbox’s request log'),
        sandbox: flag('use the state of sandbox runs'),
        showNumbers,
      },
    }),
  ],
} satisfies CommandGroup;

const starterKind: OptionDefinition<StarterKind> = {
  description: 'what it does; `example` has every kind of step, with comments',
  takes: '<kind>',
  choices: ['whatsapp', 'code', 'call', 'example'],
};

/** Of the control room. */
const controlOptions = {
  ...campaignOptions,
  port: withDefault(wholeNumber('<number>', 'port to listen on; 0 picks a free one'), 0),
  listen: withDefault(
    text('<address>', 'address to listen on; one that other machines reach needs TLS and accounts'),
    '127.0.0.1',
  ),
  publicUrl: text('<url>', 'where browsers find it, behind a reverse proxy'),
  accounts: text('<file>', 'names, roles and digests of tokens, as JSON; readable by its owner only'),
  accountHeader: {
    ...text('<name>', 'header in which the reverse proxy names the account'),
    needs: {
      accounts: 'that has the role of each name',
      proxy: 'from another address, anybody could name themselves',
    },
  },
  proxy: {
    ...list('<address>', 'address of the reverse proxy: --account-header is taken from nobody else'),
    needs: { accountHeader: '' },
  },
  tlsCert: { ...text('<file>', 'certificate, PEM'), needs: { tlsKey: '', publicUrl: '' } },
  tlsKey: { ...text('<file>', 'its key, PEM'), needs: { tlsCert: '' } },
  allowActions: flag('let the page start, pause and cancel runs, decide doubts, suppress and forget people'),
  requireApproval: flag('start only plans that are approved'),
  sandbox: flag('show the sandbox runs'),
};

export const startHere = {
  title: 'Start here:',
  commands: [
    command({
      name: 'init',
      description: 'Write a first campaign. Asks what it does, for which list and in which time zone.',
      example: 'callsheet init my-campaigns',
      furtherExamples: [
        'callsheet init my-campaigns --kind whatsapp --list my-campaigns/people.csv --timezone Africa/Lagos',
        'callsheet init worked-example --kind example',
      ],
      arguments: { folder: word('where to write it', '.') },
      exits: { 0: 'written', 2: 'a file already exists, a list cannot be used, or the folder cannot be written' },
      options: {
        kind: starterKind,
        list: text('<file>', 'whatsapp, code: your own list, CSV or JSONL; three made-up people by default'),
        key: text('<column>', 'its column with the numbers, where several may be meant'),
        task: wholeNumber('<number>', 'call: the group-call task to call again; 1001, of the sandbox, by default'),
        timezone: text('<zone>', 'time zone of the campaign, such as Africa/Lagos; this machine’s by default'),
      },
    }),
    command({
      name: 'open',
      description: 'Open a web page with campaigns, runs and people. Stop with Ctrl-C.',
      example: 'callsheet open campaigns',
      furtherExamples: ['callsheet open campaigns/spring-renewal.yaml --allow-actions --env-file .env'],
      arguments: { files: words('campaign files, or folders with some; this folder by default', []) },
      exits: { 0: 'ended by Ctrl-C', 2: 'there is no campaign, or the port is taken' },
      environment: service,
      options: controlOptions,
    }),
    command({
      name: 'inbox',
      description: 'Open a web page with every message that the sandbox delivered. Stop with Ctrl-C.',
      example: 'callsheet inbox campaigns/spring-renewal.yaml --port 8080',
      arguments: campaignFile,
      exits: { 0: 'ended by Ctrl-C', 2: 'there is no sandbox run, or the port is taken' },
      options: {
        state: campaignOptions.state,
        run: campaignOptions.run,
        port: withDefault(wholeNumber('<number>', 'port to listen on; 0 picks a free one'), 0),
        sandbox: flag('has no effect: it always shows sandbox runs'),
      },
    }),
  ],
} satisfies CommandGroup;
