import { loadCampaign } from '../../src/campaign/load.ts';
import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import type { RunLease } from '../../src/ledger/backend.ts';
import type { Change, JobChange } from '../../src/ledger/change.ts';
import type { ContactWriter } from '../../src/ledger/contact-writer.ts';
import type { LedgerFile } from '../../src/ledger/contacts/ledger.ts';
import { openMemoryLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { createVirtualClock } from '../../src/platform/clocks.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { type RehearsalHooks, runRehearsal } from '../../src/rehearsal/run-rehearsal.ts';
import { recordedHold } from '../../src/run/send/departure.ts';
import { readWorld } from '../../src/sandbox/world/read-world.ts';
import { auditedOf, judgeContacts, type Played, wavesBroken } from './contact-judge.ts';
import { memoryFiles } from './memory-files.ts';
import { createDice, type Dice } from './simulated-campaign.ts';
import { campaignOf, contactZone, inWaves, rulesOf, withFallback } from './simulated-contact-campaign.ts';
import { createContactMeddlers } from './simulated-contact-people.ts';
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
  /** Upon jobs in doubt. */
  readonly decisions: number;
  /** Contacts that were forbidden when their intents were on disk. */
  readonly forbidden: number;
  /** Sentences; empty when every promise was kept. */
  readonly broken: readonly string[];
  /** What the audit finds in records and ledger, which says nothing of clocks that were set. */
  readonly audited: readonly string[];
}

/** A broken run, to show that it is found out. */
export type ContactControl = keyof typeof brokenLedgers | 'sendForbidden' | 'forgetSkips';

const names = ['spring', 'autumn'] as const;
const begins = Date.parse('2026-11-23T07:59:50Z');
const run = '1';
const hourMs = 3_600_000;
const wavesSeed = 13_000_000_000;
const meddlersSeed = 17_000_000_000;

export async function simulateContacts(seed: number, control?: ContactControl): Promise<ContactSimulation> {
  const dice = createDice(createSeededRandom(seed));
  const clock = createVirtualClock(begins);
  const ledger = openMemoryLedger();
  const contactRules = rulesOf(dice);
  const all = Array.from({ length: dice.between(3, 14) }, (_, index) => String(2348030000001 + index));
  const connectMs = connectionsOf(dice);
  const isOfLedger = control !== undefined && control !== 'sendForbidden' && control !== 'forgetSkips';
  const asked = isOfLedger ? brokenLedgers[control](ledger) : ledger;
  /** By person, the instant of the world. */
  const suppressedAt = new Map<string, number>();
  const suppress = (key: string): void => {
    if (suppressedAt.has(key)) return;
    suppressedAt.set(key, clock.now());
    const always = { channel: undefined, purpose: undefined, from: 0, until: undefined };
    void ledger.suppress([{ ...always, key, reason: 'asked to stop', source: '' }]);
  };
  let forbidden = 0;
  const prepared = [];
  // With chance of their own: what a seed made up before there were waves, and people who meddle, stays as it was where it has none.
  const chances = createDice(createSeededRandom(seed + wavesSeed));
  const more = createDice(createSeededRandom(seed + meddlersSeed));
  for (const [index, name] of names.entries()) {
    const files = {
      'contacts.yaml': contactRules,
      'campaign.yaml': inWaves(chances, withFallback(more, campaignOf(dice, name), name)),
      'members.csv': `phone\n${all.filter((_, at) => at === 0 || dice.chance(0.8)).join('\n')}\n`,
    };
    const loaded = await loadContactCampaign(files);
    const world = worldOf(dice, more);
    prepared.push({
      name,
      files,
      loaded,
      world,
      dice: diceOf(seed, index),
      meddling: diceOf(seed + meddlersSeed, index),
    });
  }
  const played = await Promise.all(
    prepared.map(async ({ name, files, loaded, world, dice: own, meddling }): Promise<Played> => {
      let machine: SimulatedMachine | undefined;
      const meddlers = createContactMeddlers(meddling, { clock, machine: () => machine!, ledger, people: all, loaded });
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
            meddlers.moment(all[latest]);
            return dies();
          },
          opens: meddlers.opens,
          emit(event) {
            if (event.event === 'job' && event.reason === recordedHold.forbidden) forbidden++;
          },
          boundary: (_, { key }) => void (latest = all.indexOf(key!)),
          connectMs,
          syncMs: () => own.pick([0, 1, 5]),
          resumesAfterMs(end) {
            const afterMs = meddlers.comesBackAfterMs(end);
            return end === 'died' ? own.pick([1_000, 1_000, 5_000, 300_000]) : afterMs;
          },
          overrides: (ports) => ({
            lease: meddlers.noting(control === 'forgetSkips' ? withoutSkips(ports.lease) : ports.lease),
            ...(control === 'sendForbidden' && sendForbidden(ports)),
          }),
        },
      );
      return {
        name,
        loaded,
        rehearsal,
        machine: machine!,
        decisions: meddlers.decisions(),
        ignored: meddlers.ignored(),
      };
    }),
  );
  const found = judgeContacts(played, ledger, all, suppressedAt);
  const audited = played.flatMap((one) => auditedOf(one, ledger, run));
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
    decisions: played.reduce((sum, { decisions }) => sum + decisions, 0),
    broken: [...found.broken, ...played.flatMap(wavesBroken), ...played.flatMap(({ ignored }) => ignored)],
    audited,
  };
}

/** Most connections take a while to make: between the intent of a contact and its departure others write to the ledger. */
function connectionsOf(dice: Dice): () => number {
  const [isSlow, ways] = [dice.chance(0.75), createDice(createSeededRandom(dice.between(1, 1_000_000)))];
  return () => (isSlow ? ways.pick([0, 1, 20, 200]) : 0);
}

const brokenLedgers = {
  noTouch: writing(() => ({ begin() {}, allows: () => true, recorded() {}, end() {} })),
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

/** Nobody knows later who was left out. */
function withoutSkips(lease: RunLease): RunLease {
  const isSkip = (change: Change): boolean => change.kind === 'drop' && change.to.state !== 'inDoubt';
  return { ...lease, apply: (changes) => lease.apply(changes.filter((change) => !isSkip(change))) };
}

function diceOf(seed: number, index: number): Dice {
  return createDice(createSeededRandom(seed + (index + 1) * 9_000_000));
}

function worldOf(dice: Dice, more: Dice) {
  const usual = Array.from({ length: dice.between(0, 4) }, () => ({
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
  const faults = [...usual, ...(more.chance(0.4) ? [notNow(more)] : [])];
  const { world, findings } = readWorld({ timezone: contactZone, timestampValid: '3d', faults });
  if (world === undefined) throw new Error(`the simulation made a world with findings: ${JSON.stringify(findings)}`);
  return world;
}

/** The service takes the request later, or not at all. */
function notNow(dice: Dice) {
  return {
    rate: dice.pick([0.1, 0.3, 1]),
    seed: dice.between(1, 1_000_000),
    times: dice.pick([1, 3, 10]),
    skip: dice.pick([0, 0, 2]),
    ...dice.pick<Readonly<Record<string, unknown>>>([
      { kind: 'http', http: 429, headers: { 'retry-after': String(dice.between(1, 40)) } },
      { kind: 'status', status: '-18' },
      { kind: 'status', status: dice.pick(['-27', '-28']), operation: 'otp.send' },
    ]),
  };
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

export async function loadContactCampaign(content: Readonly<Record<string, string>>): Promise<LoadedCampaign> {
  const files = memoryFiles(content);
  const from = { path: 'campaign.yaml', cwd: '/work', files, env: {}, inputs: {}, depth: 'rendered' } as const;
  const loaded = await loadCampaign(from);
  if (loaded.value !== undefined) return loaded.value;
  throw new Error(loaded.diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'));
}
