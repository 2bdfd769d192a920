import { campaignOptions } from './options/campaign-options.ts';
import { command, word, words } from './options/command-definition.ts';
import { choice, flag, text, withDefault } from './options/option-definition.ts';
import { couldNotRead, showNumbers } from './program/shared-parts.ts';

/** `why` of one campaign, or of all campaigns of a folder. */
export const whyCommand = command({
  name: 'why',
  description: 'Explain what one person gets, when and why, in one campaign or in all; or why jobs ended as they did.',
  example: 'callsheet why campaigns/spring-renewal.yaml 2340001000900',
  furtherExamples: [
    'callsheet why 2340001000900 --project campaigns',
    'callsheet why campaigns/spring-renewal.yaml --code -69',
  ],
  arguments: {
    file: word('campaign file; or only the number, for all campaigns of the project'),
    key: words('the recipient’s number', []),
  },
  exits: { 0: 'done', 1: 'the campaign has errors, or the number is in no audience', 2: couldNotRead },
  options: {
    ...campaignOptions,
    project: withDefault(text('<folder>', 'without a file: the folder of the campaigns'), '.'),
    format: choice('<format>', 'output format; csv without a file', ['text', 'json', 'csv']),
    at: text('<date-time>', 'explain as of this time'),
    find: flag('with a file: list the recipients with these digits, or with such a name'),
    whole: { ...flag('with --find: only of the whole number, as people write it'), needs: { find: '' } },
    code: text('<code>', 'with a file: everybody with this code of the service, by reason'),
    became: text('<state>', 'with a file: everybody whose job is rejected, inDoubt, skipped, …, by reason'),
    sandbox: flag('use the state of sandbox runs'),
    showNumbers,
  },
  async run({ file, key: [key, ...more], project, format, find, whole, code, became, ...options }, host) {
    const { couldNot } = await import('./open/refuse.ts');
    if (more.length > 0) return couldNot(host, `why takes one number, and these are ${more.length + 1}`);
    if (find && key === undefined)
      return couldNot(host, '--find searches one campaign: give its file, and then digits or a name');
    if (code !== undefined || became !== undefined) {
      if (key !== undefined) return couldNot(host, '--code and --became are about everybody: leave out the number');
      if (format === 'csv') return couldNot(host, 'CSV of everybody is `callsheet report --format csv`');
      const { whyReasons } = await import('./commands/why-reasons.ts');
      return whyReasons({ ...options, file, code, became, format }, host);
    }
    if (key === undefined && /\.ya?ml$/.test(file))
      return couldNot(host, `Give the recipient’s number after the file: callsheet why ${file} NUMBER`);
    if (key === undefined) {
      const { whyPerson } = await import('./commands/people/why-person.ts');
      return whyPerson({ ...options, number: file, project, format }, host);
    }
    if (format === 'csv') return couldNot(host, 'CSV is for all campaigns: leave out the file');
    if (find)
      return (await import('./control/find-people.ts')).findPeople({ ...options, file, key, whole, format }, host);
    return (await import('./commands/why.ts')).why({ ...options, file, key, format }, host);
  },
});
