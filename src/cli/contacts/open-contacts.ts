import { everybodyIn } from '../../campaign/audiences/everybody-in.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import type { RunLease } from '../../ledger/backend.ts';
import { contactPaths } from '../../ledger/contacts/contact-paths.ts';
import { noFacts } from '../../ledger/contacts/facts.ts';
import type { ContactReader } from '../../ledger/contacts/ledger.ts';
import { ledgerRefusal } from '../../ledger/contacts/ledger-refusal.ts';
import type { LedgerPlace } from '../../ledger/contacts/open-ledger.ts';
import type { RunContacts } from '../../ledger/contacts/run-contacts.ts';
import { firstStale } from '../../ledger/contacts/stale-list.ts';
import { rollbackGuardFolder } from '../../ledger/state-paths.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { pepperOf, storeOf } from '../options/settings.ts';
import { stateOf } from '../options/state-option.ts';
import { ledgerMessage, listDue, staleList } from './contact-messages.ts';

type Lease = Pick<RunLease, 'judgeContacts'>;

interface Given extends Pick<LoadedCampaign, 'campaign' | 'directory' | 'rosters'> {
  readonly options: CampaignOptions & { readonly adopt?: boolean | undefined };
  readonly host: Host;
}

/**
 * What the contact ledger of a campaign's project knows, for commands that only look. Undefined where the project has no contact
 * rules: then nothing of the ledger is loaded. A text says why it cannot be used.
 */
export async function readContacts(given: Given): Promise<ContactReader | undefined | string> {
  const place = placeOf(given);
  if (place === undefined) return undefined;
  const { readProjectLedger } = await import('../../ledger/contacts/open-ledger.ts');
  const reader = await readProjectLedger(place);
  if (reader === undefined) return { factsOf: () => noFacts, know: async () => {}, lists: () => new Map(), close() {} };
  return 'kind' in reader ? ledgerMessage(reader, place) : reader;
}

/** The same for a run, which makes the ledger where there is none yet. */
export async function openContacts(
  given: Given & {
    readonly lease: Lease;
    readonly now: Instant;
  },
): Promise<RunContacts | undefined | string> {
  const contacts = await contactsOf(given, given.lease, () => everybodyIn(given));
  if (contacts === undefined || typeof contacts === 'string') return contacts;
  try {
    const stale = await listsInTime(given, contacts.ledger, given.now);
    if (stale === undefined) return contacts;
    await contacts.close();
    return stale;
  } catch (error) {
    await contacts.close();
    const [refused, place] = [ledgerRefusal(error), placeOf(given)];
    if (refused === undefined || place === undefined) throw error;
    return ledgerMessage(refused, place);
  }
}

/** The same for a worker: it sends what the leaders of several runs have scheduled. */
export function openSenderContacts(
  given: Given & { readonly lease: Lease },
): Promise<RunContacts | undefined | string> {
  return contactsOf(given, given.lease, undefined);
}

async function contactsOf(
  given: Given,
  lease: Lease,
  everybody: (() => Iterable<string>) | undefined,
): Promise<RunContacts | undefined | string> {
  const { contacts: rules } = given.campaign;
  const place = placeOf(given);
  if (rules === undefined || place === undefined) return undefined;
  const { openProjectContacts } = await import('../../ledger/contacts/open-ledger.ts');
  const contacts = await openProjectContacts({ ...place, rules, lease, everybody });
  return 'kind' in contacts ? ledgerMessage(contacts, place) : contacts;
}

/** Why a list of the rules is too old. Nobody imports lists for a sandbox. */
export async function listsInTime(
  { campaign, options }: Pick<Given, 'campaign' | 'options'>,
  reader: Pick<ContactReader, 'lists'>,
  now: Instant,
): Promise<string | undefined> {
  if (options.sandbox === true || campaign.contacts === undefined) return undefined;
  const stale = firstStale(campaign.contacts.lists, await reader.lists(), now);
  return stale && staleList(stale, now);
}

/** A sentence for each list that becomes too old before the plan ends, on which the run would halt. */
export async function listsDue(
  { campaign, options }: Pick<Given, 'campaign' | 'options'>,
  reader: Pick<ContactReader, 'lists'> | undefined,
  ends: Instant | undefined,
): Promise<readonly string[]> {
  if (options.sandbox === true || campaign.contacts === undefined) return [];
  if (reader === undefined || ends === undefined) return [];
  const imported = await reader.lists();
  return campaign.contacts.lists.flatMap(({ list, maxAgeMs }) => {
    const importedAt = imported.get(list);
    if (maxAgeMs === undefined || importedAt === undefined || importedAt + maxAgeMs >= ends) return [];
    return [listDue({ list, maxAgeMs, importedAt }, campaign.timezone)];
  });
}

/** Undefined where the campaign has no contact rules. */
function placeOf({ campaign, directory, options, host }: Given): LedgerPlace | undefined {
  if (campaign.contacts === undefined) return undefined;
  const { folder } = stateOf({ campaign, directory }, options, host);
  return {
    paths: contactPaths({ folder, sandbox: options.sandbox === true }),
    project: campaign.contacts.project,
    pepper: pepperOf(options, host),
    store: storeOf(options, host),
    guard: rollbackGuardFolder(host.env),
    adopt: options.adopt,
  };
}
