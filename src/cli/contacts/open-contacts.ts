import type { Campaign } from '../../campaign/campaign.ts';
import { type ContactPaths, contactPaths } from '../../contacts/contact-paths.ts';
import { noFacts } from '../../contacts/facts.ts';
import type { ContactReader } from '../../contacts/ledger.ts';
import type { RunContacts } from '../../contacts/run-contacts.ts';
import { firstStale } from '../../contacts/stale-list.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { pepperOf, storeOf } from '../options/settings.ts';
import { stateOf } from '../options/state-option.ts';
import { ledgerMessage, noSharedLedger, staleList } from './contact-messages.ts';

interface Given {
  readonly campaign: Campaign;
  readonly directory: string;
  readonly options: CampaignOptions;
  readonly host: Host;
}

/**
 * What the contact ledger of a campaign's project knows, for commands that only look. Undefined where the project has no contact
 * rules: then nothing of the ledger is loaded. A text says why it cannot be used.
 */
export async function readContacts(given: Given): Promise<ContactReader | undefined | string> {
  const { campaign, host, options } = given;
  const rules = campaign.contacts;
  if (rules === undefined) return undefined;
  if (storeOf(options, host) !== undefined) return noSharedLedger;
  const { readContactLedger } = await import('../../contacts/open-ledger.ts');
  const paths = pathsOf(given);
  const reader = readContactLedger({ paths, project: rules.project, pepper: pepperOf(options, host) });
  if (reader === undefined) return { factsOf: () => noFacts, lists: () => new Map(), close() {} };
  return 'kind' in reader ? ledgerMessage(reader, paths) : reader;
}

/** The same for a run, which makes the ledger where there is none yet. */
export async function openContacts(
  given: Given & { readonly run: string; readonly now: Instant },
): Promise<RunContacts | undefined | string> {
  const { campaign, host, options, now } = given;
  const run = { campaign: campaign.id, run: given.run };
  const rules = campaign.contacts;
  if (rules === undefined) return undefined;
  if (storeOf(options, host) !== undefined) return noSharedLedger;
  const { openRunContacts } = await import('../../contacts/open-ledger.ts');
  const paths = pathsOf(given);
  const contacts = openRunContacts({ paths, project: rules.project, pepper: pepperOf(options, host), rules, run });
  if ('kind' in contacts) return ledgerMessage(contacts, paths);
  const stale = listsInTime(given, contacts.ledger, now);
  if (stale === undefined) return contacts;
  await contacts.close();
  return stale;
}

/** Why a list of the rules is too old. Nobody imports lists for a sandbox. */
export function listsInTime(
  { campaign, options }: Pick<Given, 'campaign' | 'options'>,
  reader: Pick<ContactReader, 'lists'>,
  now: Instant,
): string | undefined {
  if (options.sandbox === true || campaign.contacts === undefined) return undefined;
  const stale = firstStale(campaign.contacts.lists, reader.lists(), now);
  return stale && staleList(stale, now);
}

function pathsOf({ campaign, directory, options }: Given): ContactPaths {
  const { folder } = stateOf({ campaign, directory }, options);
  return contactPaths({ folder, sandbox: options.sandbox === true });
}
