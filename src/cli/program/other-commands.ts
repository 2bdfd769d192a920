import { contactCommands } from '../contacts/contact-commands.ts';
import { envFile, store } from '../options/campaign-options.ts';
import { type CommandGroup, command, word, words } from '../options/command-definition.ts';
import { choice, flag, text, wholeNumber, withDefault } from '../options/option-definition.ts';
import { storeCommand } from '../store-command.ts';
import { couldNotRead, service, showNumbers } from './shared-parts.ts';

export const others: CommandGroup = {
  title: 'Other:',
  commands: [
    ...contactCommands(showNumbers),
    command({
      name: 'calendar',
      description: 'Propose the public holidays of a country and year, for `window: { holidays: NG }`.',
      example: 'callsheet calendar NG 2027',
      arguments: { country: word('two letters, such as NG'), year: word('such as 2027') },
      exits: { 0: 'printed', 2: 'no such country or year, or the package date-holidays is not installed' },
      options: {},
      run: async (given, host) => (await import('../commands/calendar.ts')).calendar(given, host),
    }),
    command({
      name: 'explain',
      description:
        'Explain the code of a finding, an operation, a status of the service, a key of a campaign, or a word.',
      example: 'callsheet explain whatsapp.send -131',
      arguments: { words: words('CS2001 | whatsapp.send | whatsapp.send -131 | steps.*.uses | "in doubt"', []) },
      exits: { 0: 'explained', 2: 'nothing is called that' },
      options: {},
      passThrough: true,
      run: async (given, host) => (await import('../commands/explain.ts')).explain(given, host),
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
      run: async (given, host) => (await import('../commands/call.ts')).call(given, host),
    }),
    command({
      name: 'forget',
      description: 'Erase one person from every file that Callsheet wrote, and never contact them again.',
      example: 'callsheet forget 2340001000900 campaigns --dry-run',
      arguments: { number: word('the person’s number'), folder: word('the project’s folder', '.') },
      exits: {
        0: 'done',
        2: 'could not run: no such number, a run is in progress, a damaged state; nothing was changed',
      },
      options: {
        country: text('<country>', 'two letters of ISO 3166: whose national number it is'),
        state: text('<folder>', 'state folder; .callsheet beside each campaign by default'),
        store,
        envFile,
        dryRun: flag('list the files that have the number, and change nothing'),
        format: choice('<format>', 'output format', ['text', 'json']),
      },
      run: async (given, host) => (await import('../commands/people/forget.ts')).forget(given, host),
    }),
    command({
      name: 'doctor',
      description: 'Check settings, key, clock, disk, store and versions. Makes one balance query.',
      example: 'callsheet doctor --env-file .env',
      furtherExamples: ['callsheet doctor campaigns/operations.yaml --env-file .env'],
      arguments: { files: words('campaigns whose queries are made, too', []) },
      exits: { 0: 'everything works', 1: 'something must be fixed', 2: couldNotRead },
      environment: service,
      options: { envFile },
      run: async (given, host) => (await import('../commands/doctor.ts')).doctor(given, host),
    }),
    storeCommand,
    command({
      name: 'serve',
      description: 'Run the sandbox as a server with an inbox page. Stop with Ctrl-C.',
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
      run: async (given, host) => (await import('../commands/serve.ts')).serve(given, host),
    }),
    command({
      name: 'completion',
      description: 'Print a script with which a shell completes commands, options, files and codes.',
      example: 'callsheet completion fish > ~/.config/fish/completions/callsheet.fish',
      furtherExamples: ['eval "$(callsheet completion bash)"', 'source <(callsheet completion zsh)'],
      arguments: { shell: word('bash, zsh or fish') },
      exits: { 0: 'printed', 2: 'there is no completion for that shell' },
      options: {},
      run: async ({ shell }, host) => (await import('../guide/completion.ts')).completion(shell, host),
    }),
  ],
};
