import { askedKeys } from '../../campaign/audiences/part.ts';
import type { RecipientKey } from '../../job/address.ts';
import { type ContactFacts, noFacts } from '../../ledger/contacts/facts.ts';
import { capUse } from '../../ledger/contacts/judge-contact.ts';
import { entriesOf, type Person, type PersonCampaign } from '../../plan/person.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { personFormats } from '../../report/plan/person.ts';
import type { Preview } from '../../run/preview.ts';
import { severalPeople } from '../messages/asked-number.ts';
import { shellWord } from '../messages/format-command.ts';
import { tellElsewhere } from '../messages/missing-run.ts';
import { type OpenedCampaign, openCampaign } from '../open/open-campaign.ts';
import { couldNot } from '../open/refuse.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { campaignsIn } from '../options/find-campaigns.ts';
import { plannedFrom } from '../plan/plan-input.ts';
import { whyMessages } from '../preview/messages.ts';
import type { Given } from '../program.ts';
import { explainIn, isForgottenIn, notNumber } from './explain-in.ts';

type WhyPersonOptions = Omit<Given<'why'>, 'file'> & { readonly number: string };

interface Known extends PersonCampaign {
  readonly opened: OpenedCampaign;
  readonly now: Instant;
  /** The time zone that the caps take for them. */
  readonly zone: string;
}

/** callsheet why NUMBER: what every campaign of a folder did for one person, and is going to do, and what holds it. */
export async function whyPerson(options: WhyPersonOptions, host: Host): Promise<ExitCode> {
  const { project = '.' } = options;
  const files = await campaignsIn(project, host);
  if (files.length === 0)
    return couldNot(host, `There is no campaign in ${project}: name the folder of the campaigns with --project`);
  const opened: OpenedCampaign[] = [];
  const unread: string[] = [];
  try {
    for (const path of files) {
      const one = await openCampaign({ ...options, file: path, findings: 'aside' }, host);
      if (one === exitCode.findings) unread.push(path);
      else if (typeof one === 'number') return one;
      else opened.push(one);
    }
    if (opened.length === 0) return couldNot(host, nothingRead(unread));
    const audiences = opened.flatMap(({ campaign }) => campaign.audiences);
    const readings = await askedKeys(options.number, audiences);
    if (readings.length === 0) return couldNot(host, notNumber(options.number));
    const nows: Instant[] = [];
    for (const one of opened) {
      if (one.reader === undefined && options.format === 'text') await tellElsewhere(one);
      const now = await plannedFrom(one, options.at);
      if (typeof now === 'string') return couldNot(host, now);
      nows.push(now);
    }
    const found: { readonly person: Person; readonly known: readonly Known[] }[] = [];
    for (const key of readings) {
      const known: Known[] = [];
      for (const [index, one] of opened.entries()) {
        const theirs = await explained(one, { asked: options.number, key, now: nows[index]! });
        if (theirs !== undefined) known.push(theirs);
      }
      found.push({ person: await personIn(key, known, opened, unread), known });
    }
    const sure = found.filter(({ person }) => isKnown(person, isSurelyTheirs));
    if (sure.length > 1) return couldNot(host, severalPeople(options.number));
    const { person, known } = sure[0] ?? found.find((one) => isKnown(one.person)) ?? found[0]!;
    const { format, showNumbers } = options;
    const messages = new Map<string, ReadonlyMap<string, Preview>>();
    if (format === 'json') for (const one of known) messages.set(one.file, await whyMessages(one.why, one.opened));
    host.console.out(personFormats[format](person, { showNumbers, messages }));
    return isKnown(person) ? exitCode.done : exitCode.findings;
  } finally {
    for (const one of opened) await one.close();
  }
}

function nothingRead(unread: readonly string[]): string {
  const checks = unread.map((file) => shellWord(file)).join(' ');
  return [
    `No campaign can be read, so this does not show what is known about this person. See \`callsheet check ${checks}\`.`,
    '`callsheet suppress NUMBER` and `callsheet consent NUMBER` show what the contact ledger has.',
  ].join(' ');
}

/** Undefined where the campaign does not know them. */
async function explained(
  opened: OpenedCampaign,
  about: { readonly asked: string; readonly key: RecipientKey; readonly now: Instant },
): Promise<Known | undefined> {
  const { campaign, run, options } = opened;
  const { why } = await explainIn(opened, about);
  if (why.steps.length + why.leftOut.length === 0) return undefined;
  const zone = why.audiences[0]?.zone || campaign.timezone;
  return { file: options.file, campaign: campaign.id, run, why, opened, now: about.now, zone };
}

async function personIn(
  key: RecipientKey,
  known: readonly Known[],
  opened: readonly OpenedCampaign[],
  unread: readonly string[],
): Promise<Person> {
  const one = opened[0]!;
  const { timezone } = (known[0]?.opened ?? one).campaign;
  // In a sandbox each campaign has its own clock, and what the one ahead has sent counts.
  const now = known.length === 0 ? one.host.clock.now() : Math.max(...known.map((one) => one.now));
  const counting = opened.find(({ contacts }) => contacts !== undefined);
  await counting?.contacts?.know([key]);
  const facts: ContactFacts = counting?.contacts?.factsOf(key) ?? noFacts;
  const rules = counting?.campaign.contacts;
  const zone = known.find((one) => one.opened.campaign.contacts !== undefined)?.zone ?? timezone;
  return {
    key,
    now,
    timezone,
    campaigns: known.map(({ file, campaign, run, why }) => ({ file, campaign, run, why })),
    unread,
    entries: entriesOf(known, facts.touches),
    contacts: rules && {
      caps: rules.caps.map((cap) => capUse(cap, facts, now, zone)),
      suppressions: facts.suppressions,
      consents: facts.consents,
    },
    isForgotten: facts.forgottenAt !== undefined || (await isForgottenIn(one, key)),
  };
}

function isKnown(
  { campaigns, entries, contacts, isForgotten }: Person,
  knows: (campaign: PersonCampaign) => boolean = () => true,
): boolean {
  const recorded = (contacts?.suppressions.length ?? 0) + (contacts?.consents.length ?? 0);
  return isForgotten || campaigns.filter(knows).length + entries.length + recorded > 0;
}

/** A row whose number nobody can read is only perhaps theirs. */
function isSurelyTheirs({ why }: PersonCampaign): boolean {
  return why.steps.length > 0 || why.leftOut.some(({ rows }) => rows.some(({ rule }) => rule !== 'invalid'));
}
