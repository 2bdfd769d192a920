import { auditStarts } from '../../src/audit/audit.ts';
import { createContactAuditor } from '../../src/audit/audit-contacts.ts';
import { recordReader } from '../../src/audit/read-starts.ts';
import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import type { Touch } from '../../src/ledger/contacts/facts.ts';
import type { LedgerFile } from '../../src/ledger/contacts/ledger.ts';
import { loggedRequests } from '../../src/rehearsal/kill-everywhere.ts';
import type { RehearsalResult } from '../../src/rehearsal/run-rehearsal.ts';
import type { Channel } from '../../src/service/operations/definition/operation.ts';
import type { SimulatedMachine } from './simulated-machine.ts';

/** One of the campaigns, when all have ended. */
export interface Played {
  readonly name: string;
  readonly loaded: LoadedCampaign;
  readonly rehearsal: RehearsalResult;
  readonly machine: SimulatedMachine;
  /** Upon jobs in doubt, and those that a process knew of and did not act upon. */
  readonly decisions: number;
  readonly ignored: readonly string[];
}

/** From the decision to start until the request arrives. */
const arrivalMs = 10_000;
const hourMs = 3_600_000;

/** What the audit of each campaign finds. */
export function auditedOf({ loaded, rehearsal }: Played, ledger: LedgerFile, run: string): readonly string[] {
  const { source, campaign } = loaded;
  const auditor = createContactAuditor({ ...loaded, run, isOwn: ({ span }) => span?.file.path === source.path });
  for (const job of rehearsal.records) if (auditor.mustHaveContact(job)) auditor.note(job, ledger.factsOf(job.key!));
  return auditor.findings().map(({ step, key, message }) => `${campaign.id} ${step}[${key}] ${message}`);
}

/** The clock says which wave a start belongs to: not where it was set. */
export function wavesBroken({ loaded, rehearsal, machine }: Played): readonly string[] {
  const { campaign, rosters } = loaded;
  const { records, waves } = rehearsal;
  if (machine.setAt.length > 0) return [];
  const startsOf = recordReader(campaign);
  const starts = records.flatMap((job) => [...startsOf(job)]);
  const findings = auditStarts({ campaign, rosters, starts, waves, uninterrupted: false, jitterMs: 0 }).findings;
  return findings.flatMap(({ rule, step, message }) => (rule === 'waves' ? [`${campaign.id} ${step} ${message}`] : []));
}

interface Contact {
  /** The instant of the world. */
  readonly arrived: number;
  readonly campaign: string;
  readonly step: string;
  readonly key: string;
  readonly channel: Channel;
  /** As the machine showed it. */
  readonly at: number;
  /** Nobody knows what the machine showed. */
  readonly isUnsure: boolean;
}

/** What the service did for each person, against the caps: counted here, by another way than the ledger's. */
export function judgeContacts(
  played: readonly Played[],
  ledger: LedgerFile,
  people: readonly string[],
  suppressedAt: ReadonlyMap<string, number>,
): { readonly contacts: number; readonly broken: readonly string[] } {
  const made = played.flatMap(contactsOf);
  const broken = people.flatMap((key) => {
    const contacts = made.filter((one) => one.key === key).sort((a, b) => a.at - b.at);
    const { touches } = ledger.factsOf(key);
    return [
      ...tooMany(key, contacts, played),
      ...afterSuppression(key, contacts, suppressedAt.get(key)),
      ...untrue(key, contacts, touches, played),
      ...stillReserved(key, touches, played),
      ...reachedTwice(key, played),
      ...reachedByBoth(key, contacts, played),
    ];
  });
  return { contacts: made.length, broken };
}

function contactsOf({ name, rehearsal, machine }: Played): readonly Contact[] {
  const first = new Map<string, Contact>();
  for (const { at, operation, body, effect } of loggedRequests(rehearsal.account)) {
    if (!effect) continue;
    const key = personOf(body);
    const [step, channel] = operation === 'otp.send' ? (['code', 'otp'] as const) : (['hello', 'whatsapp'] as const);
    const job = rehearsal.records.find((one) => one.step === step && one.key === key);
    // A receipt of a try by a clock that was ahead: the ledger has the time of the receipt.
    const isOfEarlier = job?.code !== '0' && machine.shownAt(at) > (job?.at ?? 0) + arrivalMs;
    const isUnsure = isOfEarlier || machine.setAt.some((set) => at >= set && at <= set + arrivalMs);
    const contact = { arrived: at, campaign: name, step, key, channel, at: machine.shownAt(at), isUnsure };
    if (!first.has(`${step} ${key}`)) first.set(`${step} ${key}`, contact);
  }
  return [...first.values()];
}

function personOf(body: unknown): string {
  const { recipient, to } = body as Readonly<Record<string, unknown>>;
  return String(recipient ?? to);
}

function tooMany(key: string, contacts: readonly Contact[], played: readonly Played[]): readonly string[] {
  if (contacts.some(({ isUnsure }) => isUnsure)) return [];
  const { caps } = played[0]!.loaded.campaign.contacts!;
  return caps.flatMap(({ name, max, per, channel }) => {
    const counted = contacts.filter((one) => (channel ?? one.channel) === one.channel);
    return counted.flatMap((last, index) => {
      const within = counted
        .slice(0, index + 1)
        .filter((one) =>
          per === 'day' ? dayInLagos(one.at) === dayInLagos(last.at) : one.at > last.at - per + arrivalMs,
        );
      if (within.length <= max) return [];
      const who = within.map((one) => `${one.campaign} ${one.step} ${new Date(one.at).toISOString()}`).join(', ');
      return [`${key} was contacted ${within.length} times under ${name}: ${who}`];
    });
  });
}

function afterSuppression(
  key: string,
  contacts: readonly Contact[],
  suppressedAt: number | undefined,
): readonly string[] {
  if (suppressedAt === undefined) return [];
  return contacts
    .filter(({ arrived }) => arrived > suppressedAt)
    .map(({ campaign, step, arrived }) => {
      return `${key} was contacted by ${campaign} ${step} ${arrived - suppressedAt} ms after they were suppressed`;
    });
}

/** An hour ahead of UTC, all year. */
function dayInLagos(at: number): string {
  return new Date(at + hourMs).toISOString().slice(0, 10);
}

/** No step reaches a person twice, whatever somebody has decided: they decide as the service shows it. */
function reachedTwice(key: string, played: readonly Played[]): readonly string[] {
  return played.flatMap(({ name, rehearsal }) => {
    const reached = [...loggedRequests(rehearsal.account)].filter(
      ({ effect, body }) => effect && personOf(body) === key,
    );
    const times = (operation: string): number => reached.filter((one) => one.operation === operation).length;
    return ['whatsapp.send', 'otp.send'].flatMap((operation) =>
      times(operation) > 1 ? [`${key} was reached ${times(operation)} times by ${operation} of ${name}`] : [],
    );
  });
}

/** A fallback is for those whom its step has not reached, and that step for nobody whom the fallback has reached. */
function reachedByBoth(key: string, contacts: readonly Contact[], played: readonly Played[]): readonly string[] {
  return played.flatMap(({ name, loaded }) => {
    const hasFallback = loaded.campaign.steps.some(({ forEach }) => forEach?.onlyIf !== undefined);
    const own = contacts.filter(({ campaign }) => campaign === name);
    return hasFallback && own.length > 1 ? [`${key} was reached by the first step of ${name} and by its fallback`] : [];
  });
}

/** Both campaigns have ended. A run that sends nothing more does not wait until it may record why the rest is left out. */
function stillReserved(key: string, touches: readonly Touch[], played: readonly Played[]): readonly string[] {
  const isPending = ({ campaign, step }: Touch): boolean =>
    played.some(
      ({ name, rehearsal: { records } }) =>
        name === campaign && records.some((job) => job.step === step && job.key === key && job.state === 'pending'),
    );
  return touches
    .filter((touch) => touch.isReserved === true && !isPending(touch))
    .map(({ campaign, step }) => `${campaign} ${step}[${key}] stays reserved`);
}

/** The ledger has every contact, and nothing that was certainly not sent. */
function untrue(
  key: string,
  contacts: readonly Contact[],
  touches: readonly Touch[],
  played: readonly Played[],
): readonly string[] {
  const has = (one: { readonly campaign: string; readonly step: string }): boolean =>
    touches.some(({ campaign, step }) => campaign === one.campaign && step === one.step);
  const missing = contacts
    .filter((one) => !has(one))
    .map(({ campaign, step }) => `the ledger has no ${campaign} ${step}[${key}]`);
  const needless = touches.filter(({ campaign, step }) => {
    const { rehearsal } = played.find(({ name }) => name === campaign)!;
    const job = rehearsal.records.find((one) => one.step === step && one.key === key);
    return job === undefined || (job.state === 'skipped' && job.attempts === 0 && job.maybeSent !== true);
  });
  return [
    ...missing,
    ...needless.map(({ campaign, step }) => `the ledger has ${campaign} ${step}[${key}], which was not sent`),
  ];
}
