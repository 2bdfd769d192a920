import { type Rest, restOf } from '../../job/rest.ts';
import type { AccountNeed, AccountPart, AccountShare, SharedAccount, SharedLimits } from '../account-share.ts';
import { slotGapMs, slotLatenessMs } from '../account-share.ts';
import type { StateRefusal } from '../refusal.ts';
import { StateError } from '../state-trouble.ts';
import { createDatabaseClock, databaseNow } from './database-clock.ts';
import type { Queries, Session } from './session.ts';

/** Campaigns of the account, but for one. */
const otherMembers = `callsheet.account_member AS member
  JOIN callsheet.campaign ON campaign.id = member.campaign AND campaign.epoch = member.epoch
  WHERE member.account = $1 AND member.campaign <> $2`;
/** A process leads it now. */
const isLed = 'coalesce(campaign.leader_run IS NOT NULL AND campaign.lease_until > clock_timestamp(), false)';

/**
 * What a leader has said counts so long after its death: the others hear of its doubts in that time, and what its workers have in
 * flight is answered. A leader that has requests in flight asks more often.
 */
const hasAsked = `member.asked_at > clock_timestamp() - interval '60 s'`;

/** In the transaction that takes the lease: who leads a campaign of the account has the same limits as all others who do. */
export async function joinAccount(
  queries: Queries,
  { campaign, epoch, service }: { readonly campaign: number; readonly epoch: number; readonly service: string },
  account: SharedAccount,
): Promise<number | StateRefusal> {
  const limits = textOf(account.limits);
  await queries.rows(
    'INSERT INTO callsheet.account (service, key) VALUES ($1, $2) ON CONFLICT (service, key) DO NOTHING',
    [service, account.key],
  );
  const [row] = await queries.rows(
    'SELECT id, limits FROM callsheet.account WHERE service = $1 AND key = $2 FOR UPDATE',
    [service, account.key],
  );
  const id = Number(row?.['id']);
  const [other] = await queries.rows(
    `SELECT campaign.name, member.limits FROM ${otherMembers} AND ${isLed} AND member.limits IS DISTINCT FROM $3 LIMIT 1`,
    [id, campaign, limits],
  );
  if (other !== undefined) {
    const theirs = limitsOf(other['limits']);
    return { kind: 'otherAccountLimits', campaign: String(other['name']), theirs, ours: account.limits };
  }
  await queries.rows(
    `INSERT INTO callsheet.account_member (campaign, account, limits, epoch) VALUES ($1, $2, $3, $4)
     ON CONFLICT (campaign) DO UPDATE SET account = $2, limits = $3, epoch = $4, needs = false, doubts = 0`,
    [campaign, id, limits, epoch],
  );
  if (row?.['limits'] !== limits) {
    await queries.rows('UPDATE callsheet.account SET limits = $2, next_slot = $3 WHERE id = $1', [
      id,
      limits,
      await firstSlot(queries, id, account.limits),
    ]);
  }
  return id;
}

/**
 * Under a new rate the starts so far count, too: slots begin when as many of these as the rate needs are long enough ago. Requests that
 * workers send leave some time after their slots.
 */
async function firstSlot(queries: Queries, account: number, limits: SharedLimits | undefined): Promise<number> {
  if (limits?.rate === undefined) return 0;
  const { count, perMs } = limits.rate;
  const [row] = await queries.rows(
    `SELECT max(left_at + $2::float8 - ($3::bigint - place) * $4::float8) AS first FROM (
       SELECT left_at, row_number() OVER (ORDER BY left_at DESC) AS place FROM (
         SELECT greatest(at, job.left_at) AS left_at FROM callsheet.job
         JOIN callsheet.run ON run.id = job.run JOIN callsheet.account_member AS member ON member.campaign = run.campaign
         WHERE member.account = $1 AND at IS NOT NULL ORDER BY at DESC LIMIT $3::bigint) AS latest) AS placed`,
    [account, perMs, count, slotGapMs(limits.rate)],
  );
  return Number(row?.['first'] ?? 0);
}

/** Slots are given for no longer than this, so that they are not kept from others. */
const aheadMs = 250;
/** After so many answers that came too late for their slots, the database is too far away. */
const lateMost = 20;

/** The part of a leader, from the moment at which it joined. */
export function createAccountShare(
  session: Session,
  joined: { readonly account: number; readonly campaign: number; readonly epoch: number },
  limits: SharedLimits,
): AccountShare {
  const clock = createDatabaseClock();
  const { rate, concurrency } = limits;
  const [gapMs, latenessMs] = rate === undefined ? [0, 0] : [slotGapMs(rate), slotLatenessMs(rate)];
  let late = 0;
  /** How long the latest exchange took. */
  let askMs = 0;

  const slotsOf = (first: number, count: number): AccountPart['slots'] => {
    if (rate === undefined) return undefined;
    const slots = Array.from({ length: count }, (_, index) => ({
      from: clock.latest(first + index * gapMs),
      until: clock.earliest(first + index * gapMs) + latenessMs,
    })).filter(({ from, until }) => from < until);
    late = count > 0 && slots.length === 0 ? late + 1 : 0;
    if (late < lateMost) return slots;
    const answersMs = Math.round(clock.uncertainty());
    throw new StateError('storeFar', `it answers within ${answersMs} ms, and slots of the rate last ${latenessMs} ms`);
  };

  return {
    async ask(need) {
      const before = performance.now();
      const answer = await session.transaction((queries) => exchange(queries, need));
      askMs = performance.now() - before;
      const part = { ...answer.part, rest: answer.rest };
      if (rate === undefined) return { ...part, slots: undefined, nextSlot: before };
      clock.read(answer.now, { before, after: answer.after });
      return {
        ...part,
        slots: slotsOf(answer.first, answer.count),
        nextSlot: clock.latest(answer.count > 0 ? answer.first : Math.max(answer.first - aheadMs, answer.now)),
      };
    },
  };

  async function exchange(queries: Queries, need: AccountNeed) {
    const [locked] = await queries.rows(
      `SELECT next_slot, limits, rest, ${databaseNow} AS now FROM callsheet.account WHERE id = $1 FOR UPDATE`,
      [joined.account],
    );
    // Its lease had ended, and nobody has taken the campaign over: it goes on, but not beside others with other limits.
    if (locked?.['limits'] !== textOf(limits))
      throw new StateError(
        'storeFailed',
        'while this process was away, another campaign of the account began with other limits',
      );
    const after = performance.now();
    const [others] = await queries.rows(
      `SELECT coalesce(sum(member.held) FILTER (WHERE ${hasAsked}), 0)::int AS held,
         count(*) FILTER (WHERE ${isLed} AND member.needs)::int AS needs,
         coalesce(sum(member.doubts) FILTER (WHERE ${isLed} OR ${hasAsked}), 0)::int AS doubts
       FROM ${otherMembers}`,
      [joined.account, joined.campaign],
    );
    const part = partOf(need, others ?? {}, concurrency);
    const updated = await queries.rows(
      `UPDATE callsheet.account_member SET held = $3, needs = $4, doubts = $5, asked_at = clock_timestamp()
       WHERE campaign = $1 AND epoch = $2 RETURNING 1`,
      [joined.campaign, joined.epoch, concurrency === undefined ? 0 : part.inFlight, need.starts > 0, need.doubts],
    );
    if (updated.length === 0) throw new StateError('leaseLost', 'another process now carries out this campaign');
    const at = Number(locked?.['now']);
    const next = Number(locked?.['next_slot']);
    // It is further ahead than any campaign asks for: the clock was set back. A whole interval without starts is safe.
    const isBehind = rate !== undefined && next > at + rate.perMs + gapMs + 100 * aheadMs;
    // A slot that ends before the answer arrives helps nobody.
    const first = Math.max(at + Math.min(askMs, aheadMs / 2), isBehind ? at + rate.perMs : next);
    const isFull = part.inFlight === 0 || (limits.doubts !== undefined && part.doubts >= limits.doubts);
    const room = first - at > aheadMs || isFull || gapMs === 0 ? 0 : Math.floor((aheadMs - (first - at)) / gapMs) + 1;
    const count = Math.min(need.starts, room);
    if (count > 0 || isBehind) {
      await queries.rows('UPDATE callsheet.account SET next_slot = $2 WHERE id = $1', [
        joined.account,
        first + count * gapMs,
      ]);
    }
    const asked = need.rest && { until: at + need.rest.ms, reason: need.rest.reason };
    const rest = restOf(
      [locked?.['rest'] as Rest | null, asked].flatMap((one) => one ?? []),
      '',
      at,
    );
    if (asked !== undefined)
      await queries.rows('UPDATE callsheet.account SET rest = $2 WHERE id = $1', [
        joined.account,
        JSON.stringify(rest),
      ]);
    return { part, now: at, after, first, count, rest: rest && { ms: rest.until - at, reason: rest.reason } };
  }
}

/** Every process that has jobs to start gets the same part of the concurrency, and what others leave. */
function partOf(
  { starts, keep, doubts }: AccountNeed,
  others: Readonly<Record<string, unknown>>,
  concurrency = Number.POSITIVE_INFINITY,
): Pick<AccountPart, 'inFlight' | 'fair' | 'doubts'> {
  const [held, needing] = [Number(others['held'] ?? 0), Number(others['needs'] ?? 0)];
  const fair = Math.max(1, Math.floor(concurrency / (needing + 1)));
  const wanted = starts > 0 ? Math.min(fair, concurrency - held) : 0;
  return { inFlight: Math.max(keep, wanted), fair, doubts: doubts + Number(others['doubts'] ?? 0) };
}

/** Always the same text for the same limits, which the database compares. */
function textOf(limits: SharedLimits | undefined): string | null {
  if (limits === undefined) return null;
  const { rate, concurrency, doubts } = limits;
  return JSON.stringify({ rate: rate && { count: rate.count, perMs: rate.perMs }, concurrency, doubts });
}

function limitsOf(text: unknown): SharedLimits | undefined {
  return typeof text === 'string' ? (JSON.parse(text) as SharedLimits) : undefined;
}
