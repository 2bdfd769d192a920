import { askedKeys } from '../../campaign/audiences/part.ts';
import { whyLeftOut } from '../../campaign/audiences/why-left-out.ts';
import type { JobId, RecipientKey } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import { type ContactFacts, noFacts } from '../../ledger/contacts/facts.ts';
import { capUse } from '../../ledger/contacts/judge-contact.ts';
import { entriesOf, type Person, type PersonCampaign } from '../../plan/person.ts';
import { explainPerson, isAllOver, type Why, type WhyStep } from '../../plan/why.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { forgottenOf } from '../../project/load.ts';
import { personFormats } from '../../report/plan/person.ts';
import type { Preview } from '../../run/preview.ts';
import { byPresentNames, placesIn } from '../../run/resume/edits.ts';
import { severalPeople, shortenedNumber } from '../contacts/read-people.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { shellWord } from '../messages/format-command.ts';
import { tellElsewhere } from '../messages/missing-run.ts';
import { type OpenedCampaign, openCampaign } from '../open/open-campaign.ts';
import { campaignsIn } from '../options/campaign-files.ts';
import type { Given } from '../program.ts';
import { planInput, plannedFrom } from './plan-input.ts';
import { whyMessages } from './previews.ts';

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
    const asked = await Promise.all(opened.map((one) => askedKeys(options.number, one)));
    const readings = [...new Set(asked.flat())];
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

/** What a campaign plans and did for one person. `key` is their number as it was read; without one, only rows with that text are found. */
export async function explainIn(
  opened: OpenedCampaign,
  { asked, key, now }: { readonly asked: string; readonly key: RecipientKey | undefined; readonly now: Instant },
): Promise<{ readonly why: Why; readonly isFound: boolean }> {
  const { campaign, rosters, places, options, host } = opened;
  const { files, cwd } = host;
  const isForgotten = key !== undefined && (await isForgottenIn(opened, key));
  const leftOut = await whyLeftOut({ files, path: options.file, cwd, campaign, rosters, isForgotten, asked, key });
  const none = { timezone: campaign.timezone, audiences: [], leftOut };
  if (key === undefined) return { why: { ...none, key: asked, steps: [] }, isFound: false };
  const recordOf = await recordsOf(key, opened);
  const plan = isAllOver({ campaign, rosters, key, recordOf }) ? undefined : await planInput(opened, now);
  const found = explainPerson({ campaign, rosters, now, plan, key, leftOut, recordOf, places });
  const past = await pastOf(key, opened);
  if (found === undefined) return { why: { ...none, key, steps: past }, isFound: false };
  // Also what was done by steps that are no longer in the file.
  const removed = past.filter(({ uses }) => uses === undefined);
  return { why: { ...found, steps: [...found.steps, ...removed] }, isFound: true };
}

async function isForgottenIn({ project, directory }: OpenedCampaign, key: RecipientKey): Promise<boolean> {
  const forgotten = await forgottenOf(project, directory);
  return forgotten !== undefined && 'isForgotten' in forgotten && forgotten.isForgotten(Number(key));
}

/** Of several readings, those that the campaign knows; the first where it knows none. */
export async function peopleOf(text: string, opened: OpenedCampaign): Promise<readonly RecipientKey[]> {
  const { rosters } = opened;
  const keys = await askedKeys(text, opened);
  if (keys.length < 2) return keys;
  const known: RecipientKey[] = [];
  for (const key of keys) {
    const isListed = [...rosters.values()].some((roster) => roster.indexOf(key) !== undefined);
    if (isListed || (await pastOf(key, opened)).length > 0) known.push(key);
  }
  return known.length > 0 ? known : keys.slice(0, 1);
}

/** This recipient's records, by step. */
async function recordsOf(
  key: RecipientKey,
  { campaign, reader }: OpenedCampaign,
): Promise<(id: JobId) => JobRecord | undefined> {
  const records = new Map<string, JobRecord>();
  const present = reader && (await byPresentNames({ campaign }, reader));
  for (const { id: step } of campaign.steps) {
    const record = await present?.job({ step, key });
    if (record !== undefined) records.set(step, record);
  }
  return ({ step }) => records.get(step);
}

export function notNumber(key: string): string {
  if (key.includes('…')) return shortenedNumber(key);
  return `${key} is not a phone number: use the country code and digits, such as 2348012345678`;
}

/** Someone who was removed from the list may have been reached before. Steps have their present names. */
async function pastOf(key: string, opened: OpenedCampaign): Promise<Why['steps']> {
  const past: WhyStep[] = [];
  for (const name of (await opened.reader?.steps()) ?? []) {
    const happened = await opened.reader?.job({ step: name, key });
    const { step } = placesIn(opened, name);
    const never = { span: undefined, zone: undefined, at: undefined, notStarted: undefined, rules: [] };
    if (happened !== undefined) past.push({ step: step?.id ?? name, uses: step?.uses, ...never, happened });
  }
  return past;
}
