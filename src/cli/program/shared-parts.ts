import { type ExitMeanings, word } from '../options/command-definition.ts';
import { flag } from '../options/option-definition.ts';

export const campaignFile = { file: word('campaign file') };
export const showNumbers = flag('show full numbers instead of masked ones');
export const showNames = flag('pages have the names from the lists beside masked numbers, too');

export const service = {
  CALLSHEET_BASE_URL: 'where the service is',
  CALLSHEET_API_KEY: 'the key of the account',
  CALLSHEET_API_SECRET: 'its secret',
  HTTPS_PROXY: 'the HTTP proxy on the way to it, if there is one',
};
export const runsIn = { ...service, CALLSHEET_NOTICE_URL: 'where the notices of `on` go' };

export const couldNotRead = 'could not run: wrong options, a missing file, a damaged state';

/** Of a command that shows what is in a campaign or its state. */
export const shows: ExitMeanings = { 0: 'done', 1: 'the campaign has errors', 2: couldNotRead };

export const runs: ExitMeanings = {
  0: 'finished, or nothing is left to do',
  1: 'the campaign has errors; nothing was sent',
  2: 'could not run: wrong options, no service, not confirmed or approved, another process runs it; or the disk or the store failed meanwhile: what was sent is recorded',
  3: 'finished, but some jobs were rejected or are in doubt',
  4: 'stopped with work left: the same command resumes',
};
