import { campaignOptions } from '../options/campaign-options.ts';
import { flag, type OptionValues, wholeNumber, withDefault } from '../options/option-definition.ts';

export const controlOptions = {
  ...campaignOptions,
  port: withDefault(wholeNumber('<number>', 'port to listen on; 0 picks a free one'), 0),
  allowActions: flag('let the page start, pause and cancel runs, decide doubts and suppress people'),
  sandbox: flag('show the sandbox runs'),
};

export type ControlOptions = OptionValues<typeof controlOptions>;
