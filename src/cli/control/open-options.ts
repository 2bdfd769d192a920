import { campaignOptions } from '../options/campaign-options.ts';
import { flag, list, type OptionValues, text, wholeNumber, withDefault } from '../options/option-definition.ts';

export const controlOptions = {
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

export type ControlOptions = OptionValues<typeof controlOptions>;
