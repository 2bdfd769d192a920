import { type AnyCommand, command, words } from '../options/command-definition.ts';
import { choice, flag, type OptionWithDefault, text, withDefault } from '../options/option-definition.ts';
import { projectOptions } from '../options/project-options.ts';

/** The commands about the contact ledger of a project. */
export function contactCommands(showNumbers: OptionWithDefault<boolean>): readonly AnyCommand[] {
  return [
    command({
      name: 'consent',
      description: 'Record who has agreed to be contacted, where contacts.yaml requires it; or list them.',
      example: 'callsheet consent consents.csv --project campaigns/shop',
      furtherExamples: ['callsheet consent --format csv --project campaigns/shop'],
      arguments: {
        list: words(
          'CSV or JSONL with columns phone, purpose, at, basis, evidence; channel and expires if needed. Or a number, whose consents are shown; without either, how many there are',
          [],
        ),
      },
      exits: { 0: 'done', 1: 'contacts.yaml has errors', 2: 'could not run; nothing was changed' },
      options: {
        ...projectOptions,
        column: withDefault(text('<name>', 'column of the numbers in the file'), 'phone'),
        country: text('<code>', 'read national numbers of this country, such as NG'),
        dryRun: flag('show what would be done'),
        format: choice('<format>', 'output format; csv where something is shown', ['text', 'json', 'csv']),
      },
      run: async (given, host) => (await import('../commands/people/consent.ts')).consent(given, host),
    }),
    command({
      name: 'suppress',
      description: 'Add people to the do-not-contact list of a project, or list them.',
      example: 'callsheet suppress 2340001000900 --reason "asked to stop" --project campaigns/shop',
      furtherExamples: [
        'callsheet suppress --import campaigns/shop/do-not-call.csv --list do-not-call --project campaigns/shop',
        'callsheet suppress --format csv --project campaigns/shop',
      ],
      arguments: { number: words('their numbers, with the country code; without any, how many are suppressed', []) },
      exits: {
        0: 'done',
        1: 'contacts.yaml has errors',
        2: 'could not run; nothing was changed, unless an import was interrupted',
      },
      options: {
        ...projectOptions,
        reason: text('<text>', 'why; without a reason it is shown who is suppressed'),
        until: text('<time>', 'when the suppression ends, in UTC or with an offset; never by default'),
        channel: { ...text('<channel>', 'only this channel: whatsapp or otp'), choices: ['whatsapp', 'otp'] },
        purpose: text('<purpose>', 'only this purpose, such as marketing; all by default, codes included'),
        remove: flag('end the suppression of these people'),
        import: text('<file>', 'suppress everybody in a CSV or JSONL file'),
        list: text('<name>', 'name of the imported list'),
        column: withDefault(text('<name>', 'column of the numbers in the file'), 'phone'),
        country: text('<code>', 'read national numbers of this country, such as NG'),
        replace: flag('with --import: people who are not in the file are off the list'),
        dryRun: flag('show what would be done'),
        format: choice('<format>', 'output format; csv where something is shown', ['text', 'json', 'csv']),
        showNumbers,
      },
      run: async (given, host) => (await import('../commands/people/suppress.ts')).suppress(given, host),
    }),
  ];
}
