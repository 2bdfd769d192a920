import { dirname, join } from 'node:path';
import type { JobRecord } from '../../src/job/job.ts';
import type { ContactLedger } from '../../src/ledger/contacts/ledger.ts';
import { openProjectLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { type ContactPaths, contactPaths } from '../../src/ledger/state-paths.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import type { Boundary } from '../../src/run/send/attempt.ts';
import { wallAt } from '../../src/time/local-time.ts';
import { hourMs } from '../../src/time/wall-clock.ts';
import { type CampaignRig, createCampaignRig, people } from './campaign-rig.ts';
import { startChild } from './child.ts';
import { boundaries, type CrashStore, tryAgain } from './crash-matrix.ts';
import type { ContactSabotage, LedgerDeath, LedgerWrite } from './crashing-contacts.ts';
import { type EngineInput, jobsOf, runEngine } from './engine.ts';
import { noonZone } from './noon-zone.ts';
import { query } from './postgres/database.ts';

/**
 * Two campaigns want the same people, and the cap is one contact a day. A process of the first is killed; the second runs, and has to
 * leave out everybody whom the first has, or may have, contacted; then the first goes on, and the second once more.
 */
export interface ContactDeath {
  readonly title: string;
  readonly uses: 'whatsapp.send' | 'otp.send';
  readonly dieAt?: EngineInput['dieAt'];
  readonly ledgerDeath?: LedgerDeath;
  /** For the first request to the person in the middle. */
  readonly fault?: Readonly<Record<string, unknown>>;
  /** The first campaign claims its contacts at its start. */
  readonly claims?: true;
  /** How long after their start the campaigns end. */
  readonly endsAfterMs?: number;
  /** What the report says beside what it always says. */
  readonly expected?: Partial<Pick<ContactReport, 'bySecond' | 'atDeath'>>;
}

/** The report of a death after which nobody was contacted too often, nobody was lost, and the ledger is true. */
export function rightReport({ expected }: ContactDeath): Partial<ContactReport> {
  return { tooOften: [], lost: [], untrue: [], left: [], ...expected };
}

export interface ContactReport {
  /** Contacted by both campaigns, or twice by one. */
  readonly tooOften: readonly string[];
  /** Contacted by neither, although nobody has refused them and neither is in doubt. */
  readonly lost: readonly string[];
  /** What the ledger has, and was certainly not sent; or what it lacks. */
  readonly untrue: readonly string[];
  /** Contacts that are only reserved, and claims, when both campaigns have ended. */
  readonly left: readonly string[];
  /** Jobs that the second campaign has sent. */
  readonly bySecond: number;
  /** What the ledger had of the first campaign and the person in the middle when its process had died. */
  readonly atDeath: LeftByDeath;
}

type LeftByDeath = 'nothing' | 'a reservation' | 'a contact' | 'a claim';

const members = people(6);
/** Some before this person are done, some after are reserved. */
export const middle = members[2]!;
const steps = ['spring', 'autumn'] as const;

export async function dieAmongContacts(
  engineProcess: string,
  { uses, dieAt, ledgerDeath, fault, claims, endsAfterMs = 5 * hourMs }: ContactDeath,
  {
    sabotage,
    store,
    run = runEngine,
  }: {
    readonly sabotage?: ContactSabotage | undefined;
    readonly store?: CrashStore | undefined;
    /** What does not die runs in this process. The sources have no thread there without the tests' own loader (`runAsProcess`). */
    readonly run?: (input: EngineInput) => Promise<unknown>;
  } = {},
): Promise<ContactReport> {
  await using rig = await createContactRig(uses, endsAfterMs);
  if (fault !== undefined) await rig.fault({ ...fault, operation: uses, times: 1, recipient: middle });
  const inputOf = (campaign: (typeof steps)[number]): EngineInput => ({
    file: join(rig.folder, `${campaign}.yaml`),
    url: rig.sandbox.url,
    store: store?.url,
  });
  const spring = { claims, contactSabotage: sabotage };
  const dying = { ...inputOf('spring'), ...spring, dieAt, ledgerDeath };
  const died = await startChild([engineProcess, JSON.stringify(dying)], { cwd: rig.folder }).ended;
  if (died.signal !== 'SIGKILL') throw new Error(`It was to die: ${died.stdout} ${died.stderr}`);
  await store?.afterDeath();
  const atDeath = await leftByDeath(rig, store?.url);
  for (const [campaign, more] of [['autumn'], ['spring', spring], ['autumn']] as const)
    await run({ ...inputOf(campaign), ...more });
  return { ...(await reportOf(rig, uses, store?.url)), atDeath };
}

export function runAsProcess(engineProcess: string): (input: EngineInput) => Promise<void> {
  return async (input) => {
    const { code, stderr } = await startChild([engineProcess, JSON.stringify(input)], { cwd: dirname(input.file) })
      .ended;
    if (code !== 0 || stderr !== '') throw new Error(`${input.file} was to finish, and ended with ${code}: ${stderr}`);
  };
}

async function createContactRig(uses: ContactDeath['uses'], endsAfterMs: number): Promise<CampaignRig> {
  const rig = await createCampaignRig({ world: { timestampValid: '1d' } });
  const zone = noonZone();
  const ends = new Date(wallAt(Date.now() + endsAfterMs, zone)).toISOString().slice(0, 16).replace('T', ' ');
  const work =
    uses === 'whatsapp.send'
      ? 'uses: whatsapp.send, with: { type: text, text: { body: "Hello" } }'
      : 'uses: otp.send, purpose: marketing, expires: 1d, with: { templateId: 31 }';
  await rig.members(members);
  await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 1, per: day }]\n');
  for (const [priority, name] of [
    [5, 'spring'],
    [0, 'autumn'],
  ] as const) {
    await rig.write(
      `${name}.yaml`,
      `campaign: ${name}
timezone: ${zone}
ends: ${ends}
account: { appId: sandbox-app, businessPhone: "2348000000001" }
limits: { concurrency: 1, doubts: 100 }
contacts: { priority: ${priority} }
audiences: { members: { file: members.csv, key: phone, timezone: { zone: ${zone} } } }
steps: { hello: { ${work}, forEach: members } }
`,
    );
  }
  return rig;
}

function ledgerPaths(rig: CampaignRig): ContactPaths {
  return contactPaths({ folder: join(dirname(rig.file), '.callsheet'), sandbox: false });
}

async function ledgerOf(rig: CampaignRig, store: string | undefined): Promise<ContactLedger> {
  const ledger = await openProjectLedger({ paths: ledgerPaths(rig), project: 'shop', pepper: undefined, store });
  if ('kind' in ledger) throw new Error(ledger.kind);
  return ledger;
}

async function leftByDeath(rig: CampaignRig, store: string | undefined): Promise<LeftByDeath> {
  const ledger = await ledgerOf(rig, store);
  const { touches, claims } = await ledger.factsOf(middle);
  await ledger.close();
  const [touch] = touches;
  if (touch !== undefined) return touch.isReserved === true ? 'a reservation' : 'a contact';
  return claims.length > 0 ? 'a claim' : 'nothing';
}

/** Those that a touch hides, too. */
async function claimRows(rig: CampaignRig, store: string | undefined): Promise<number> {
  if (store !== undefined) return (await query(store, 'SELECT FROM callsheet_contacts.claim')).length;
  const database = openDatabase(ledgerPaths(rig).database);
  try {
    return Number(database.prepare('SELECT count(*) AS claims FROM claim').get()?.['claims']);
  } finally {
    database.close();
  }
}

async function reportOf(
  rig: CampaignRig,
  uses: ContactDeath['uses'],
  store: string | undefined,
): Promise<Omit<ContactReport, 'atDeath'>> {
  const effects = rig.effects(uses);
  const ledger = await ledgerOf(rig, store);
  const states = new Map<string, ReadonlyMap<string, JobRecord>>();
  for (const name of steps) states.set(name, await jobsOf(rig.file, store, name));
  const jobOf = (name: string, key: string): JobRecord | undefined => states.get(name)!.get(`hello[${key}]`);
  const isSettled = (job: JobRecord | undefined): boolean => job?.state === 'inDoubt' || job?.state === 'rejected';
  const untrue: string[] = [];
  const left: string[] = [];
  for (const name of steps) {
    for (const key of members) {
      const job = jobOf(name, key);
      const { touches } = await ledger.factsOf(key);
      const own = touches.filter(({ campaign }) => campaign === name);
      const isCounted = own.length > 0;
      if (own.some(({ isReserved }) => isReserved === true)) left.push(`${name} reserves ${key}`);
      const mustCount = job?.state === 'accepted' || job?.state === 'inDoubt';
      const mayCount = mustCount || job?.state === 'rejected';
      if (isCounted ? !mayCount : mustCount) untrue.push(`${name} ${job?.state} ${key}: ${isCounted}`);
    }
  }
  await ledger.close();
  const claims = await claimRows(rig, store);
  if (claims > 0) left.push(`${claims} claims`);
  return {
    tooOften: members.filter((key) => (effects[key] ?? 0) > 1),
    lost: members.filter((key) => effects[key] === undefined && !steps.some((name) => isSettled(jobOf(name, key)))),
    untrue,
    left,
    bySecond: members.filter((key) => jobOf('autumn', key)?.state === 'accepted').length,
  };
}

const at = (boundary: Boundary, attempt: 'first' | 'later' = 'first'): Pick<ContactDeath, 'dieAt'> => ({
  dieAt: { boundary, attempt, addresses: [`hello[${middle}]`] },
});
const around = ['before', 'after'] as const;
const inTransaction = ['beforeCommit', 'inCommit'] as const;
type Moments = readonly LedgerDeath['when'][];

const moments: Readonly<Record<LedgerDeath['when'], string>> = {
  before: 'before it records',
  after: 'after it has recorded',
  beforeCommit: 'before the store commits',
  inCommit: 'while the store commits',
};
const written: Readonly<Record<LedgerWrite, string>> = {
  reserve: 'an intent with its contact',
  made: 'a contact that was made',
  released: 'that a contact was not made',
  claim: 'claims',
  dropClaims: 'the end of claims',
};

/** At every boundary of an attempt, with and without one before. */
export const attemptDeaths: readonly ContactDeath[] = boundaries.flatMap((boundary) =>
  (['whatsapp.send', 'otp.send'] as const).flatMap((uses) => [
    { title: `${uses} ${boundary}`, uses, ...at(boundary) },
    { title: `${uses} ${boundary}, in a later attempt`, uses, ...at(boundary, 'later'), fault: tryAgain(uses) },
  ]),
);

/** What the ledger has of the person in the middle before and after each kind of write. */
const changes: Readonly<Record<LedgerWrite, readonly [before: LeftByDeath, after: LeftByDeath]>> = {
  reserve: ['nothing', 'a reservation'],
  made: ['a reservation', 'a contact'],
  released: ['a reservation', 'nothing'],
  claim: ['nothing', 'a claim'],
  dropClaims: ['a contact', 'a contact'],
};

function deathsOf(write: LedgerWrite, when: Moments): readonly ContactDeath[] {
  const [before, after] = changes[write];
  return when.map((moment) => ({
    title: `${moments[moment]} ${written[write]}`,
    uses: 'whatsapp.send',
    ledgerDeath: { when: moment, write, key: middle },
    expected: { atDeath: moment === 'before' || moment === 'beforeCommit' ? before : after },
  }));
}

const touchDeaths = (when: Moments): readonly ContactDeath[] => [
  ...deathsOf('reserve', when),
  ...deathsOf('made', when),
  ...deathsOf('released', when).map((death) => ({ ...death, fault: { kind: 'status', status: '-131' } })),
];

/** Around every kind of write about contacts. */
export const ledgerDeaths = touchDeaths(around);

const withClaims = (death: ContactDeath): ContactDeath => {
  const bySecond = death.expected?.atDeath === 'nothing' ? members.length : 0;
  return { ...death, claims: true, endsAfterMs: hourMs / 2, expected: { ...death.expected, bySecond } };
};

/**
 * With claims that count until an hour after they were made. The campaigns end before that: the second sends to nobody, unless the first
 * has died before it claimed.
 */
export const claimDeaths: readonly ContactDeath[] = [
  ...deathsOf('claim', around),
  ...deathsOf('dropClaims', around),
  ...boundaries.map((boundary) => ({
    title: `${boundary}, with claims`,
    uses: 'whatsapp.send' as const,
    ...at(boundary),
  })),
].map(withClaims);

/** Inside of the transactions of a store: of jobs with their contacts, and of claims, which are dropped without one. */
export const commitDeaths: readonly ContactDeath[] = [
  ...touchDeaths(inTransaction),
  ...deathsOf('claim', inTransaction).map(withClaims),
];
