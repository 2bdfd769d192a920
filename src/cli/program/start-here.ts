import { controlOptions } from '../control/open-options.ts';
import type { StarterKind } from '../guide/starter-campaign.ts';
import { campaignOptions } from '../options/campaign-options.ts';
import { type CommandGroup, command, word, words } from '../options/command-definition.ts';
import { flag, type OptionDefinition, text, wholeNumber, withDefault } from '../options/option-definition.ts';
import { campaignFile, service } from './shared-parts.ts';

const starterKind: OptionDefinition<StarterKind> = {
  description: 'what it does; `example` has every kind of step, with comments',
  takes: '<kind>',
  choices: ['whatsapp', 'code', 'call', 'example'],
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
        ...campaignOptions,
        port: withDefault(wholeNumber('<number>', 'port to listen on; 0 picks a free one'), 0),
        sandbox: flag('has no effect: it always shows sandbox runs'),
      },
    }),
  ],
} satisfies CommandGroup;
