import { auditStarts } from '../../src/audit/audit.ts';
import { createContactAuditor } from '../../src/audit/audit-contacts.ts';
import { recordReader } from '../../src/audit/read-starts.ts';
import { loadCampaign } from '../../src/campaign/load.ts';
import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import type { JobChange } from '../../src/ledger/change.ts';
import type { ContactWriter } from '../../src/ledger/contact-writer.ts';
import type { Touch } from '../../src/ledger/contacts/facts.ts';
import type { LedgerFile } from '../../src/ledger/contacts/ledger.ts';
import { openMemoryLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { createVirtualClock } from '../../src/platform/virtual-clock.ts';
import { loggedRequests } from '../../src/rehearsal/judge.ts';
import { type RehearsalHooks, type RehearsalResult, runRehearsal } from '../../src/rehearsal/run-rehearsal.ts';
import { recordedHold } from '../../src/run/send/hold-reason.ts';
import { readWorld } from '../../src/sandbox/world/read-world.ts';
import type { Channel } from '../../src/service/operations/definition/operation.ts';
import { memoryFiles } from './memory-files.ts';
import { createDice, type Dice } from './simulated-campaign.ts';
import { campaignOf, contactZone, inWaves, rulesOf } from './simulated-contact-campaign.ts';
import { createSimulatedMachine, type SimulatedMachine } from './simulated-machine.ts';

/** Two campaigns of one project that run at once, under faults, deaths and clocks that are set; and who was contacted too often. */
export interface ContactSimulation {
  readonly seed: number;
  readonly deaths: number;
  readonly clockSettings: number;
  readonly contacts: number;
  /** Jobs that a cap has kept from being sent. */
  readonly capped: number;
  /** Waves that began. */
  readonly waves: number;
  /** People whom somebody suppressed while the campaigns were running. */
  readonly suppressed: number;
  /** Contacts that were forbidden when their intents were on disk. */
  readonly forbidden: number;
  /** Sentences; empty when every promise was kept. */
  readonly broken: readonly string[];
  /** What the audit finds in records and ledger, which says nothing of clocks that were set. */
  readonly audited: readonly string[];
}

/** A broken run, to show that it is found out. */
export type ContactControl = keyof typeof brokenLedgers | 'sendForbidden';

const names = ['spring', 'autumn'] as const;
const begins = Date.parse('2026-11-23T07:59:50Z');
const run = '1';
const hourMs = 3_600_000;
/** From the decision to start until the request arrives. */
const arrivalMs = 10_000;
const wavesSeed = 13_000_000_000;

interface Played {
  readonly name: string;
  readonly loaded: LoadedCampaign;
  readonly rehearsal: RehearsalResult;
  readonly machine: SimulatedMachine;
}

export async function simulateContacts(seed: number, control?: ContactControl): Promise<ContactSimulation> {
  const dice = createDice(createSeededRandom(seed));
  const clock = createVirtualClock(begins);
  const ledger = openMemoryLedger();
  const contactRules = rulesOf(dice);
  const all = Array.from({ length: dice.between(3, 14) }, (_, index) => String(2348030000001 + index));
  const connectMs = connectionsOf(dice);
  const asked = control === undefined || control === 'sendForbidden' ? ledger : brokenLedgers[control](ledger);
  /** By person, the instant of the world. */
  const suppressedAt = new Map<string, number>();
  const suppress = (key: string): void => {
    if (suppressedAt.has(key)) return;
    suppressedAt.set(key, clock.now());
    const always = { channel: undefined, purpose: undefined, from: 0, until: undefined };
    ledger.suppress([{ ...always, key, reason: 'asked to stop', source: '' }]);
  };
  let forbidden = 0;
  const prepared = [];
  // With chance of its own: what a seed made up before there were waves stays as it was where it has none.
  const chances = createDice(createSeededRandom(seed + wavesSeed));
  for (const [index, name] of names.entries()) {
    const files = {
      'contacts.yaml': contactRules,
      'campaign.yaml': inWaves(chances, campaignOf(dice, name)),
      'members.csv': `phone\n${all.filter((_, at) => at === 0 || dice.chance(0.8)).join('\n')}\n`,
    };
    prepared.push({ name, files, loaded: await load(files), world: worldOf(dice), dice: diceOf(seed, index) });
  }
  const played = await Promise.all(
    prepared.map(async ({ name, files, loaded, world, dice: own }): Promise<Played> => {
      let machine: SimulatedMachine | undefined;
      const dies = deathsOf(own);
      let settings = own.pick([0, 0, 1, 2]);
      let suppressions = own.pick([0, 2, 6]);
      let latest = 0;
      const rehearsal = await runRehearsal(
        { loaded, run, world, files: memoryFiles(files), at: begins, seed, latencyMs: own.pick([0, 20, 200]) },
        {
          clock,
          ledger: asked,
          machine: (given) => (machine = createSimulatedMachine(given)),
          dies() {
            if (settings > 0 && own.chance(0.02)) {
              settings--;
              machine!.set(own.pick([-26, -3, -0.3, 0.3, 3]) * hourMs);
            }
            if (suppressions > 0 && own.chance(0.2)) {
              suppressions--;
              suppress(all[Math.min(latest + own.between(1, 2), all.length - 1)]!);
            }
            return dies();
          },
          emit(event) {
            if (event.event === 'job' && event.reason === recordedHold.forbidden) forbidden++;
          },
          boundary: (_, { key }) => void (latest = all.indexOf(key!)),
          connectMs,
          syncMs: () => own.pick([0, 1, 5]),
          resumesAfterMs: (end) => (end === 'died' ? own.pick([1_000, 1_000, 5_000, 300_000]) : undefined),
          ...(control === 'sendForbidden' && { overrides: sendForbidden }),
        },
      );
      return { name, loaded, rehearsal, machine: machine! };
    }),
  );
  const found = judge(played, ledger, all, suppressedAt);
  const audited = played.flatMap((one) => auditedOf(one, ledger));
  const settings = played.reduce((sum, { machine }) => sum + machine.setAt.length, 0);
  ledger.close();
  return {
    seed,
    deaths: played.reduce((sum, { rehearsal }) => sum + rehearsal.deaths, 0),
    clockSettings: settings,
    contacts: found.contacts,
    capped: played
      .flatMap(({ rehearsal }) => rehearsal.records)
      .filter(({ reason }) => reason?.startsWith('capped') === true).length,
    waves: played.reduce((sum, { rehearsal }) => sum + rehearsal.waves.length, 0),
    suppressed: suppressedAt.size,
    forbidden,
    broken: [...found.broken, ...played.flatMap(wavesBroken)],
    audited,
  };
}

/** What the audit of each campaign finds. */
function auditedOf({ loaded, rehearsal }: Played, ledger: LedgerFile): readonly string[] {
  const { source, campaign } = loaded;
  const auditor = createContactAuditor({ ...loaded, run, isOwn: ({ span }) => span?.file.path === source.path });
  for (const job of rehearsal.records) if (auditor.mustHaveContact(job)) auditor.note(job, ledger.factsOf(job.key!));
  return auditor.findings().map(({ step, key, message }) => `${campaign.id} ${step}[${key}] ${message}`);
}

/** The clock says which wave a start belongs to: not where it was set. */
function wavesBroken({ loaded, rehearsal, machine }: Played): readonly string[] {
  const { campaign, rosters } = loaded;
  const { records, waves } = rehearsal;
  if (machine.setAt.length > 0) return [];
  const startsOf = recordReader(campaign);
  const starts = records.flatMap((job) => [...startsOf(job)]);
  const findings = auditStarts({ campaign, rosters, starts, waves, uninterrupted: false, jitterMs: 0 }).findings;
  return findings.flatMap(({ rule, step, message }) => (rule === 'waves' ? [`${campaign.id} ${step} ${message}`] : []));
}

/** Most connections take a while to make: between the intent of a contact and its departure others write to the ledger. */
function connectionsOf(dice: Dice): () => number {
  const [isSlow, ways] = [dice.chance(0.75), createDice(createSeededRandom(dice.between(1, 1_000_000)))];
  return () => (isSlow ? ways.pick([0, 1, 20, 200]) : 0);
}

const brokenLedgers = {
  noTouch: writing(() => ({ begin() {}, allows: () => true, recorded() {}, end() {}, rolledBack() {} })),
  releaseDoubts: writing((writer) => ({ ...writer, recorded: (change) => writer.recorded(undoubted(change)) })),
  touchWithoutJudging: writing((writer) => ({ ...writer, allows: () => true })),
  keepReservations: writing((writer) => ({
    ...writer,
    recorded: (change) => (change.kind === 'intend' ? writer.recorded(change) : undefined),
  })),
  keepGeneration: (ledger: LedgerFile): LedgerFile => ({ ...ledger, generation: () => 0 }),
};

/** A ledger that records what runs do to people in a broken way. */
function writing(broken: (writer: ContactWriter) => ContactWriter): (ledger: LedgerFile) => LedgerFile {
  return (ledger) => {
    const { place } = ledger;
    if (place.kind !== 'sqlite') throw new Error('the contacts of a simulation are in memory');
    return { ...ledger, place: { ...place, writer: (by) => broken(place.writer(by)) } };
  };
}

/** Takes a doubt for a refusal. */
function undoubted(change: JobChange): JobChange {
  if (change.kind !== 'settle') return change;
  const { to } = change;
  const isDoubt = to.state === 'inDoubt' || to.doubtful === true;
  return isDoubt ? { kind: 'settle', to: { ...to, state: 'rejected', doubtful: false, maybeSent: false } } : change;
}

/** Nobody looks at the ledger once more before a request leaves. */
const sendForbidden: NonNullable<RehearsalHooks['overrides']> = ({ contacts }) => ({
  contacts: contacts && {
    ...contacts,
    question: () => ({ isReady: undefined, mayLeave: () => 'allowed', end() {} }),
  },
});

function diceOf(seed: number, index: number): Dice {
  return createDice(createSeededRandom(seed + (index + 1) * 9_000_000));
}

function worldOf(dice: Dice) {
  const faults = Array.from({ length: dice.between(0, 4) }, () => ({
    rate: dice.pick([0.1, 0.3, 1]),
    seed: dice.between(1, 1_000_000),
    times: dice.pick([1, 3, 10]),
    skip: dice.pick([0, 0, 2]),
    ...dice.pick<Readonly<Record<string, unknown>>>([
      { kind: 'reset-before' },
      { kind: 'reset-after' },
      { kind: 'truncate' },
      { kind: 'hang', when: dice.pick(['before', 'after']) },
      { kind: 'delay', ms: dice.pick([50, 2_000, 40_000]) },
      { kind: 'http', http: 503, when: dice.pick(['before', 'after']) },
      { kind: 'status', status: '-131', operation: 'whatsapp.send' },
    ]),
  }));
  const { world, findings } = readWorld({ timezone: contactZone, timestampValid: '3d', faults });
  if (world === undefined) throw new Error(`the simulation made a world with findings: ${JSON.stringify(findings)}`);
  return world;
}

function deathsOf(dice: Dice): () => boolean {
  let left = dice.pick([0, 1, 2, 5]);
  let moments = dice.between(0, 150);
  return () => {
    if (left === 0 || moments-- > 0) return false;
    left--;
    moments = dice.between(0, 150);
    return true;
  };
}

async function load(content: Readonly<Record<string, string>>): Promise<LoadedCampaign> {
  const files = memoryFiles(content);
  const from = { path: 'campaign.yaml', cwd: '/work', files, env: {}, inputs: {}, depth: 'rendered' } as const;
  const loaded = await loadCampaign(from);
  if (loaded.value !== undefined) return loaded.value;
  throw new Error(loaded.diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'));
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
function judge(
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
      ...stillReserved(key, touches),
    ];
  });
  return { contacts: made.length, broken };
}

function contactsOf({ name, rehearsal, machine }: Played): readonly Contact[] {
  const first = new Map<string, Contact>();
  for (const { at, operation, body, effect } of loggedRequests(rehearsal.account)) {
    if (!effect) continue;
    const { recipient, to } = body as Readonly<Record<string, unknown>>;
    const key = String(recipient ?? to);
    const [step, channel] = operation === 'otp.send' ? (['code', 'otp'] as const) : (['hello', 'whatsapp'] as const);
    const isUnsure = machine.setAt.some((set) => at >= set && at <= set + arrivalMs);
    const contact = { arrived: at, campaign: name, step, key, channel, at: machine.shownAt(at), isUnsure };
    if (!first.has(`${step} ${key}`)) first.set(`${step} ${key}`, contact);
  }
  return [...first.values()];
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

/** Both campaigns have ended. */
function stillReserved(key: string, touches: readonly Touch[]): readonly string[] {
  return touches
    .filter(({ isReserved }) => isReserved === true)
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
    return job === undefined || (job.state === 'skipped' && job.attempts === 0);
  });
  return [
    ...missing,
    ...needless.map(({ campaign, step }) => `the ledger has ${campaign} ${step}[${key}], which was not sent`),
  ];
}
