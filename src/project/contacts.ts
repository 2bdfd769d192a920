import { everybodyIn } from '../campaign/audiences/selection.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import type { RunLease } from '../ledger/backend.ts';
import { noFacts } from '../ledger/contacts/facts.ts';
import { type ContactReader, firstStale, type StaleList } from '../ledger/contacts/ledger.ts';
import { type LedgerRefusal, ledgerRefusal } from '../ledger/contacts/ledger-refusal.ts';
import type { LedgerPlace } from '../ledger/contacts/open-ledger.ts';
import type { RunContacts } from '../ledger/contacts/run-contacts.ts';
import { contactPaths } from '../ledger/state-paths.ts';
import type { Instant } from '../platform/ports.ts';
import { minuteMs } from '../time/wall-clock.ts';
import { type ContactsRefusal, guardOf, type LedgerRefused, type Project, stateFolder } from './project.ts';

type Lease = Pick<RunLease, 'judgeContacts'>;
type WithRules = Pick<LoadedCampaign, 'campaign' | 'directory' | 'rosters'>;

/**
 * What the contact ledger of a campaign's project knows, for who only looks. Undefined where the project has no contact rules: then
 * nothing of the ledger is loaded.
 */
export async function readContacts(
  project: Project,
  loaded: WithRules,
): Promise<ContactReader | LedgerRefused | undefined> {
  const place = contactsPlace(project, loaded);
  if (place === undefined) return undefined;
  const { readProjectLedger } = await import('../ledger/contacts/open-ledger.ts');
  const reader = await readProjectLedger(place);
  if (reader === undefined) return { factsOf: () => noFacts, know: async () => {}, lists: () => new Map(), close() {} };
  return 'kind' in reader ? refusedBy(reader, place) : reader;
}

/** Clocks of machines that share a ledger differ by less, and no cap is as short. */
const clocksDifferMs = 5 * minuteMs;

/** The same for a run, which makes the ledger where there is none yet. */
export async function openContacts(
  project: Project,
  loaded: WithRules,
  { lease, now }: { readonly lease: Lease; readonly now: Instant },
): Promise<RunContacts | ContactsRefusal | undefined> {
  const contacts = await contactsOf(project, loaded, lease, () => everybodyIn(loaded));
  if (contacts === undefined || 'kind' in contacts) return contacts;
  try {
    const stale = await staleListOf(project, loaded, contacts.ledger, now);
    const last = project.sandbox || project.inMemory !== undefined ? undefined : await contacts.ledger.lastContact();
    const isBehind = last !== undefined && last - now > clocksDifferMs;
    if (stale === undefined && !isBehind) return contacts;
    await contacts.close();
    return stale === undefined ? { kind: 'clockBehind', last: last!, now } : { kind: 'staleList', stale, now };
  } catch (error) {
    await contacts.close();
    const [refused, place] = [ledgerRefusal(error), contactsPlace(project, loaded)];
    if (refused === undefined || place === undefined) throw error;
    return refusedBy(refused, place);
  }
}

/** The same for a worker: it sends what the leaders of several runs have scheduled. */
export function openSenderContacts(
  project: Project,
  loaded: WithRules,
  lease: Lease,
): Promise<RunContacts | LedgerRefused | undefined> {
  return contactsOf(project, loaded, lease, undefined);
}

async function contactsOf(
  project: Project,
  loaded: WithRules,
  lease: Lease,
  everybody: (() => Iterable<string>) | undefined,
): Promise<RunContacts | LedgerRefused | undefined> {
  const { contacts: rules } = loaded.campaign;
  const place = contactsPlace(project, loaded);
  if (rules === undefined || place === undefined) return undefined;
  const { openProjectContacts } = await import('../ledger/contacts/open-ledger.ts');
  const contacts = await openProjectContacts({ ...place, rules, lease, everybody });
  return 'kind' in contacts ? refusedBy(contacts, place) : contacts;
}

/** The first list of the rules that is too old. Nobody imports lists for a sandbox. */
export async function staleListOf(
  { sandbox }: Pick<Project, 'sandbox'>,
  { campaign }: Pick<LoadedCampaign, 'campaign'>,
  reader: Pick<ContactReader, 'lists'>,
  now: Instant,
): Promise<StaleList | undefined> {
  if (sandbox || campaign.contacts === undefined) return undefined;
  return firstStale(campaign.contacts.lists, await reader.lists(), now);
}

/** Undefined where the campaign has no contact rules. */
function contactsPlace(project: Project, { campaign, directory }: WithRules): LedgerPlace | undefined {
  return campaign.contacts && ledgerPlace(project, directory, campaign.contacts.project);
}

/** Where the contact ledger of the project in this folder is, whose name is in `contacts.yaml`. */
export function ledgerPlace(project: Project, directory: string, name: string): LedgerPlace {
  const { sandbox, pepper, store, adopt } = project;
  return {
    paths: contactPaths({ folder: stateFolder(project, directory), sandbox }),
    project: name,
    pepper,
    store,
    guard: guardOf(project),
    adopt,
  };
}

function refusedBy(refused: LedgerRefusal, { paths, store }: LedgerPlace): LedgerRefused {
  return { kind: 'contacts', refused, place: { paths, store } };
}
