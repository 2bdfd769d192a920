import type { RecipientKey } from '../../../job/address.ts';
import { capUse } from '../../../ledger/contacts/cap-use.ts';
import { type ContactFacts, noFacts } from '../../../ledger/contacts/facts.ts';
import { entriesOf, type Person, type PersonCampaign } from '../../../plan/person.ts';
import type { Host, Instant } from '../../../platform/ports.ts';
import { personFormats } from '../../../report/plan/person/formats.ts';
import type { Preview } from '../../../run/preview/preview-request.ts';
import { campaignsIn } from '../../contacts/campaigns-in.ts';
import { shellWord } from '../../messages/format-command.ts';
import { tellElsewhere } from '../../messages/missing-run.ts';
import { type OpenedCampaign, openCampaign, placeOf } from '../../open/open-campaign.ts';
import { plannedFrom } from '../../open/plan-input.ts';
import { couldNot } from '../../open/refuse.ts';
import { notATime } from '../../options/at-option.ts';
import { type ExitCode, exitCode } from '../../options/exit-code.ts';
import { whyMessages } from '../../preview/why-messages.ts';
import type { Given } from '../../program.ts';
import { explainIn, isForgottenIn, notNumber, personOf } from '../../why/explain-in.ts';

type WhyPersonOptions = Omit<Given<'why'>, 'file'> & { readonly number: string };

interface Known extends PersonCampaign {
  readonly opened: OpenedCampaign;
  readonly now: Instant;
  /** The time zone that the caps take for them. */
  readonly zone: string;
}

/** callsheet why NUMBER: what every campaign of a folder did for one person, and is going to do, and what holds it. */
export async function whyPerson(options: WhyPersonOptions, host: Host): Promise<ExitCode> {
  const files = await campaignsIn(options.project, host);
  if (files.length === 0)
    return couldNot(
      host,
      `There is no campaign in ${options.project}: name the folder of the campaigns with --project`,
    );
  const opened: OpenedCampaign[] = [];
  const unread: string[] = [];
  const known: Known[] = [];
  const keys: RecipientKey[] = [];
  try {
    for (const file of files) {
      const one = await openCampaign({ ...options, file, findings: 'aside' }, host);
      if (one === exitCode.findings) unread.push(file);
      else if (typeof one === 'number') return one;
      else {
        opened.push(one);
        const key = await personOf(options.number, one);
        if (key === undefined) continue;
        const own = { ...options, file };
        if (one.reader === undefined && options.format === 'text') await tellElsewhere(own, placeOf(one), host);
        const now = await plannedFrom(options, one, host.clock.now());
        if (now === undefined) return couldNot(host, notATime(options.at));
        const found = await explained({ file, key, now, opened: one }, options, host);
        if (found === undefined) keys.push(key);
        else {
          keys.unshift(key);
          known.push(found);
        }
      }
    }
    const [key] = keys;
    if (key === undefined) return couldNot(host, opened.length === 0 ? nothingRead(unread) : notNumber(options.number));
    const person = await personIn({ key, known, unread, opened, host });
    const { format, showNumbers } = options;
    const messages = new Map<string, ReadonlyMap<string, Preview>>();
    if (format === 'json')
      for (const one of known) messages.set(one.file, await whyMessages(one.why, one.opened, host));
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
  given: { readonly file: string; readonly key: RecipientKey; readonly now: Instant; readonly opened: OpenedCampaign },
  options: WhyPersonOptions,
  host: Host,
): Promise<Known | undefined> {
  const { file, key, now, opened } = given;
  const { campaign, run } = opened;
  const { why } = await explainIn(opened, { path: file, asked: options.number, key, now }, host);
  if (why.steps.length + why.leftOut.length === 0) return undefined;
  return { file, campaign: campaign.id, run, why, opened, now, zone: why.audiences[0]?.zone || campaign.timezone };
}

async function personIn(given: {
  readonly key: RecipientKey;
  readonly known: readonly Known[];
  readonly unread: readonly string[];
  readonly opened: readonly OpenedCampaign[];
  readonly host: Host;
}): Promise<Person> {
  const { key, known, unread, opened, host } = given;
  const first = known[0];
  const [one] = opened;
  const timezone = (first?.opened ?? one)?.campaign.timezone ?? 'UTC';
  const now = first?.now ?? host.clock.now();
  const counting = opened.find(({ contacts }) => contacts !== undefined);
  await counting?.contacts?.know([key]);
  const facts: ContactFacts = counting?.contacts?.factsOf(key) ?? noFacts;
  const rules = counting?.campaign.contacts;
  const zone = known.find((one) => one.opened.campaign.contacts !== undefined)?.zone ?? timezone;
  const isForgotten = one !== undefined && (await isForgottenIn(one, key));
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
    isForgotten: isForgotten || facts.forgottenAt !== undefined,
  };
}

function isKnown({ campaigns, entries, contacts, isForgotten }: Person): boolean {
  const recorded = (contacts?.suppressions.length ?? 0) + (contacts?.consents.length ?? 0);
  return isForgotten || campaigns.length + entries.length + recorded > 0;
}
