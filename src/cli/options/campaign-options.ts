import { runLabelFault } from '../../job/address.ts';
import { parseStoreAddress } from '../../ledger/store-address.ts';
import { flag, list, type OptionDefinition, type OptionValues, text, withDefault } from './option-definition.ts';

export const input = list('<name=value>', 'value of a campaign input');

export const envFile = text('<file>', 'settings and variables, one NAME=value per line');

export const runLabel: OptionDefinition<string> = {
  ...text('<label>', 'name of the run; the date of `starts`, or 1, by default'),
  // The parser says it of an empty one.
  fault: (label) => (label === '' ? undefined : runLabelFault(label)),
};

export const state = text('<folder>', 'state folder; .callsheet beside the campaign by default');

export const store: OptionDefinition<string> = {
  ...text('<url>', 'shared ledger, postgres://USER@HOST/DATABASE, instead of a state file; CALLSHEET_STORE by default'),
  isSecret: true,
  conflicts: { sandbox: 'sandbox runs stay in a file' },
  fault(url) {
    const address = parseStoreAddress(url);
    return 'fault' in address ? `${address.fault}.` : undefined;
  },
};

/** A watch follows the run that the campaign names: its `--run` is another option. */
export const watchedCampaignOptions = { input, state, store, envFile };

/** Of every command about one campaign. */
export const campaignOptions = { ...watchedCampaignOptions, run: runLabel };

/** `aside`: for people, on stderr, where stdout is for lines, rows or a page that somebody reads by machine or keeps in a file. */
export type FindingsWay = 'pretty' | 'json' | 'aside';

export interface CampaignOptions extends OptionValues<typeof campaignOptions> {
  readonly file: string;
  /** Look at what sandbox runs have done, instead of the real service's. */
  readonly sandbox?: boolean;
  /** How the command's output is printed, and with it the findings, where there are errors. */
  readonly format?: string;
  /** Where the format does not tell. */
  readonly findings?: FindingsWay;
}

/** Of a command whose JSON is lines, which a machine reads one by one: its findings go to stderr. */
export function withLines<Options extends { readonly format?: string }>(
  options: Options,
): Options & Pick<CampaignOptions, 'findings'> {
  return options.format === 'json' ? { ...options, findings: 'aside' } : options;
}

/** Of every command about one project. */
export const projectOptions = {
  project: withDefault(text('<folder>', 'folder of contacts.yaml and of the campaigns'), '.'),
  state: text('<folder>', 'state folder; .callsheet in the project by default'),
  store,
  sandbox: flag('use the contact ledger of sandbox runs'),
  adopt: flag('use a contact ledger that was restored from an older copy'),
  envFile,
};

export type ProjectOptions = OptionValues<typeof projectOptions> & Pick<CampaignOptions, 'format'>;
