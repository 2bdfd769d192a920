import { envFile, projectOptions, state, store } from '../options/campaign-options.ts';
import { type CommandGroup, command, word, words } from '../options/command-definition.ts';
import { choice, flag, text, wholeNumber, withDefault } from '../options/option-definition.ts';
import { couldNotRead, service, showNumbers } from './shared-parts.ts';

export const others = {
  title: 'Other:',
  commands: [
    command({
      name: 'consent',
      description: 'Record who has agreed to be contacted, where contacts.yaml requires it; or list them.',
      example: 'callsheet consent consents.csv --project campaigns/shop',
      furtherExamples: ['callsheet consent --format csv --project campaigns/shop'],
      arguments: {
        list: words(
          'CSV or JSONL with columns phone, purpose, at, basis, evidence; channel and expires if needed. Or a number, to show its consents; without either, how many there are',
          [],
        ),
      },
      exits: { 0: 'done', 1: 'contacts.yaml has errors', 2: 'could not run; nothing was changed' },
      options: {
        ...projectOptions,
        column: withDefault(text('<name>', 'column of the numbers in the file'), 'phone'),
        country: text('<code>', 'read national numbers of this country, such as NG'),
        dryRun: flag('show what would be done'),
        format: choice('<format>', 'output format; csv only for what is listed', ['text', 'json', 'csv']),
      },
    }),
    command({
      name: 'suppress',
      description: 'Add people to the do-not-contact list of a project, or list them.',
      example: 'callsheet suppress 2340001000900 --reason "asked to stop" --project campaigns/shop',
      furtherExamples: [
        'callsheet suppress --import campaigns/shop/do-not-call.csv --list do-not-call --project campaigns/shop',
        'callsheet suppress --format csv --project campaigns/shop',
      ],
      arguments: {
        number: words('their numbers, with `+` and the country code; without any, how many are suppressed', []),
      },
      exits: {
        0: 'done',
        1: 'contacts.yaml has errors',
        2: 'could not run; nothing was changed, unless an import was interrupted',
      },
      options: {
        ...projectOptions,
        reason: text('<text>', 'why; without it, the command shows who is suppressed'),
        until: text('<time>', 'when the suppression ends, in UTC or with an offset; never by default'),
        channel: { ...text('<channel>', 'only this channel: whatsapp or otp'), choices: ['whatsapp', 'otp'] },
        purpose: text('<purpose>', 'only this purpose, such as marketing; all by default, codes included'),
        remove: {
          ...flag('end the suppression of these people'),
          conflicts: { reason: '', until: '', import: 'use --import with --replace' },
        },
        import: text('<file>', 'suppress everybody in a CSV or JSONL file'),
        list: { ...text('<name>', 'name of the imported list'), needs: { import: '' } },
        column: {
          ...withDefault(text('<name>', 'column of the numbers in the file'), 'phone'),
          needs: { import: '' },
        },
        country: text('<code>', 'read national numbers of this country, such as NG'),
        replace: {
          ...flag('with --import: take people who are not in the file off the list'),
          needs: { import: '' },
        },
        dryRun: flag('show what would be done'),
        format: choice('<format>', 'output format; csv only for what is listed', ['text', 'json', 'csv']),
        showNumbers,
      },
    }),
    command({
      name: 'calendar',
      description: 'Propose the public holidays of a country and year, for `window: { holidays: NG }`.',
      example: 'callsheet calendar NG 2027',
      arguments: { country: word('two letters, such as NG'), year: word('such as 2027') },
      exits: { 0: 'printed', 2: 'no such country or year, or the package date-holidays is not installed' },
      options: {},
    }),
    command({
      name: 'explain',
      description:
        'Explain the code of a finding, an operation, a status of the service, a key of a campaign, or a word.',
      example: 'callsheet explain whatsapp.send -131',
      arguments: { words: words('CS2001 | whatsapp.send | whatsapp.send -131 | steps.*.uses | "in doubt"', []) },
      exits: { 0: 'explained', 2: 'no such entry' },
      options: {},
      passThrough: true,
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
    }),
    command({
      name: 'forget',
      description: 'Erase one person from every file that Callsheet wrote, and never contact them again.',
      example: 'callsheet forget 2340001000900 campaigns --dry-run',
      arguments: {
        number: word('the person’s number, with `+` and the country code'),
        folder: word('the project’s folder', '.'),
      },
      exits: {
        0: 'done',
        2: 'could not run: no such number, a run is in progress, a damaged state; it says whether anything was changed',
      },
      options: {
        country: text('<country>', 'country of a national number: two letters, such as NG'),
        state: text('<folder>', 'state folder; .callsheet beside each campaign by default'),
        store,
        envFile,
        dryRun: flag('list the files that have the number, and change nothing'),
        format: choice('<format>', 'output format', ['text', 'json']),
      },
    }),
    command({
      name: 'doctor',
      description: 'Check settings, key, clock, disk, store and versions. Makes one balance query.',
      example: 'callsheet doctor --env-file .env',
      furtherExamples: ['callsheet doctor campaigns/operations.yaml --env-file .env'],
      arguments: { files: words('campaigns whose queries to try as well', []) },
      exits: { 0: 'everything works', 1: 'something must be fixed', 2: couldNotRead },
      environment: service,
      options: { envFile },
    }),
    command({
      name: 'store',
      description: 'Look after the ledger of a team in PostgreSQL: make its tables, check it, or move runs there.',
      example: 'callsheet store doctor --store postgres://callsheet@db.example/callsheet',
      furtherExamples: [
        'callsheet store migrate --store postgres://owner@db.example/callsheet',
        'callsheet store copy campaigns/spring-renewal.yaml --store postgres://owner@db.example/callsheet',
        'callsheet store copy campaigns/spring-renewal.yaml --to file',
      ],
      arguments: {
        action: word('migrate: make the tables; doctor: check it; copy: move the runs of a campaign'),
        files: words('copy: the campaign file, or contacts.yaml for the contact ledger of a project', []),
      },
      exits: {
        0: 'done; doctor: everything works',
        1: 'doctor: something must be fixed; copy: contacts.yaml has errors',
        2: 'could not run: wrong options, no store, a refused move; nothing was moved, unless it was interrupted',
      },
      environment: { CALLSHEET_STORE: 'where the ledger is' },
      options: {
        store,
        envFile,
        state,
        to: choice('<place>', 'copy: where the runs go, from a state file or from the store', ['store', 'file']),
        adopt: flag('copy: accept a file that was copied, restored or of a host with another name'),
        format: choice('<format>', 'output format', ['text', 'json']),
      },
    }),
    command({
      name: 'serve',
      description: 'Run the sandbox as a server with an inbox page. Stop with Ctrl-C.',
      example: 'callsheet serve --port 8080',
      arguments: {},
      exits: { 0: 'ended by Ctrl-C', 1: 'the world file has errors', 2: 'a wrong option, or the port is taken' },
      options: {
        port: withDefault(wholeNumber('<number>', 'port to listen on; 0 picks a free one'), 0),
        host: withDefault(
          text('<address>', 'address to listen on; any other than loopback is open to the network'),
          '127.0.0.1',
        ),
        world: text('<file>', 'initial data (schemas/world.schema.json)'),
        data: text('<file>', 'keep the ledger in this file'),
      },
    }),
    command({
      name: 'completion',
      description: 'Print a script with which a shell completes commands, options, files and codes.',
      example: 'callsheet completion fish > ~/.config/fish/completions/callsheet.fish',
      furtherExamples: ['eval "$(callsheet completion bash)"', 'source <(callsheet completion zsh)'],
      arguments: { shell: word('bash, zsh or fish') },
      exits: { 0: 'printed', 2: 'there is no completion for that shell' },
      options: {},
    }),
  ],
} satisfies CommandGroup;
