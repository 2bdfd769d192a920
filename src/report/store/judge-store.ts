import { counted, formatCount } from '../../diagnostic/count-words.ts';
import type { CampaignFacts, StoreFacts } from '../../ledger/store-admin.ts';
import { isLoopback } from '../../service/contract/addresses.ts';
import { formatBytes, formatWait } from '../plan/words.ts';

/** One thing that was looked at, and what to do where it is not right. */
export interface Verdict {
  /** `note`: neither good nor wrong. */
  readonly verdict: 'good' | 'wrong' | 'note';
  readonly what: string;
  readonly fix: string | undefined;
}

interface StoreFinding extends Verdict {
  readonly check: string;
}

const marks = { good: '✓', wrong: '✗', note: '·' } as const;

export function verdictsText(verdicts: readonly Verdict[]): string {
  return verdicts
    .map(({ verdict, what, fix }) => `${marks[verdict]} ${what}\n${fix === undefined ? '' : `    ${fix}\n`}`)
    .join('');
}

const clockMsMost = 10_000;
const transactionMsMost = 10 * 60_000;
const connectionsNeeded = 6;
/** Below it, dead rows cost nothing that anybody notices. */
const deadRowsLeast = 10_000;

/** `location`: the address of the store, without its password. */
export function judgeStore(facts: StoreFacts, location: string): readonly StoreFinding[] {
  return [
    finding(
      'server',
      !facts.isStandby,
      `PostgreSQL ${facts.serverVersion}`,
      'It is a standby: use the address of the primary.',
    ),
    encryption(facts, location),
    tables(facts),
    rights(facts),
    ...facts.durability.map(({ name, value, isDurable }) =>
      finding(
        name,
        isDurable,
        `${name} is ${value}`,
        'Turn it on with ALTER SYSTEM: a crash could make the server forget who was contacted.',
      ),
    ),
    standbys(facts),
    clock(facts),
    connections(facts),
    transactions(facts),
    deadRows(facts),
    note('size', `the database takes ${formatBytes(facts.bytes)}`),
    ...facts.campaigns.map(campaign),
  ];
}

function finding(check: string, ok: boolean, what: string, fix: string): StoreFinding {
  return { check, verdict: ok ? 'good' : 'wrong', what, fix: ok ? undefined : fix };
}

function good(check: string, what: string): StoreFinding {
  return { check, verdict: 'good', what, fix: undefined };
}

function note(check: string, what: string): StoreFinding {
  return { check, verdict: 'note', what, fix: undefined };
}

function encryption({ isEncrypted, isOnThisMachine }: StoreFacts, location: string): StoreFinding {
  if (isEncrypted) return good('tls', 'the connection is encrypted');
  // A server in a container of this machine sees an address of another one.
  if (isOnThisMachine || isLoopback(new URL(location).hostname))
    return good('tls', 'the connection does not leave this machine, and is not encrypted');
  const fix =
    'Add ?sslmode=verify-full to the URL, with TLS on the server: others on the way can read numbers, and change them.';
  return finding('tls', false, 'the connection is not encrypted', fix);
}

function standbys({ standbys }: StoreFacts): StoreFinding {
  const check = 'synchronous_standby_names';
  return standbys === ''
    ? note(check, 'no standby confirms commits: if one replaces this server, it may not know the latest')
    : good(check, `standbys that confirm commits: ${standbys}`);
}

function tables({ tables: { version, needed } }: StoreFacts): StoreFinding {
  if (version > needed) {
    const what = `tables of version ${version}, which is newer than this callsheet (${needed})`;
    return finding('tables', false, what, 'Update callsheet.');
  }
  const what = version === 0 ? 'there are no tables' : `tables of version ${version}`;
  return finding('tables', version > 0, what, 'Run `callsheet store migrate` with a role that may create tables.');
}

function rights({ missingRights }: StoreFacts): StoreFinding {
  const isComplete = missingRights.length === 0;
  const what = isComplete ? 'the role may carry out runs' : `the role may not ${missingRights.join(', ')}`;
  return finding(
    'rights',
    isComplete,
    what,
    'To run campaigns, grant it what docs/scale.md lists. To look at them, SELECT is enough.',
  );
}

function clock({ clockAheadMs }: StoreFacts): StoreFinding {
  const apart = Math.abs(clockAheadMs);
  const what =
    apart < 1_000
      ? 'the clocks of the server and this machine agree'
      : `the server's clock is ${formatWait(apart)} ${clockAheadMs < 0 ? 'behind' : 'ahead of'} ours`;
  return finding(
    'clock',
    apart <= clockMsMost,
    what,
    'Set the clock that is wrong: windows and rates follow the clock of the machine that runs.',
  );
}

function connections({ connections: { used, most } }: StoreFacts): StoreFinding {
  const what = `${used} of ${most} connections are used`;
  return finding(
    'connections',
    most - used >= connectionsNeeded,
    what,
    `Each process needs up to ${connectionsNeeded}: raise max_connections, or close others.`,
  );
}

function transactions({ oldestTransactionMs: oldest = 0 }: StoreFacts): StoreFinding {
  const what =
    oldest < 1_000
      ? 'no transaction is open for long'
      : `the oldest transaction has been open for ${formatWait(oldest)}`;
  return finding(
    'oldestTransaction',
    oldest <= transactionMsMost,
    what,
    'While it is open, VACUUM frees nothing: find it in pg_stat_activity (xact_start) and end it.',
  );
}

function deadRows({ deadRows: tables }: StoreFacts): StoreFinding {
  const full = tables.filter(({ live, dead }) => dead > Math.max(deadRowsLeast, live));
  const counts = (listed: typeof tables): string =>
    listed.map(({ table, live, dead }) => `${table} ${formatCount(dead)} of ${formatCount(live + dead)}`).join(', ');
  const most = tables.toSorted((one, other) => other.dead - one.dead).slice(0, 1);
  const what = `dead rows: ${full.length > 0 ? counts(full) : most.length > 0 ? counts(most) : 'none'}`;
  return finding('deadRows', full.length === 0, what, 'Run VACUUM ANALYZE, and see whether autovacuum is on.');
}

function campaign({ name, runs, leader, movedTo, movedFrom }: CampaignFacts): StoreFinding {
  const check = `campaign ${name}`;
  const head = `${name}: ${counted(runs, 'run')}`;
  // First: what comes back from where it went is both.
  if (movedFrom !== undefined) {
    return finding(
      check,
      false,
      `${head}, not yet copied completely from ${movedFrom}`,
      'Run the same `callsheet store copy` again.',
    );
  }
  if (movedTo !== undefined) return note(check, `${head}, moved to ${movedTo}`);
  if (leader === undefined) return note(check, `${head}, no process runs it`);
  const { run, pid, host, since, leaseLeftMs } = leader;
  const who = `process ${pid} on ${host}, since ${new Date(since).toISOString()}`;
  if (leaseLeftMs <= 0) return note(check, `${head}; run ${run} was left by ${who}, whose lease has ended`);
  return good(
    check,
    `${head}; run ${run} is carried out by ${who}; its lease ends in ${formatWait(leaseLeftMs)} unless it is renewed`,
  );
}
