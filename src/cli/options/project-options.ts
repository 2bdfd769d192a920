import { store } from './campaign-options.ts';
import { flag, type OptionValues, text, withDefault } from './option-definition.ts';

/** Of every command about one project. */
export const projectOptions = {
  project: withDefault(text('<folder>', 'folder of contacts.yaml and of the campaigns'), '.'),
  state: text('<folder>', 'state folder; .callsheet in the project by default'),
  store,
  sandbox: flag('use the contact ledger of sandbox runs'),
  adopt: flag('use a contact ledger that was restored from an older copy'),
  envFile: text('<file>', 'settings and variables, one NAME=value per line'),
};

export type ProjectOptions = OptionValues<typeof projectOptions>;
