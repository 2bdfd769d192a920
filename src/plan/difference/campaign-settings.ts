import type { Condition, Where } from '../../audience/where.ts';
import type { Campaign, JobsOrShare, LastInbound, Limits, Step, Waves } from '../../campaign/campaign.ts';
import type { ContactRules } from '../../campaign/contact-rules.ts';
import { operations } from '../../service/operations/operations.ts';
import { formatRateSetting, formatSpanSetting } from '../../time/duration.ts';
import type { Window } from '../../time/window.ts';

/**
 * What a campaign says about all its jobs, by key of the campaign language and with defaults applied: hours, rates, limits, prices,
 * gates, policies, and texts as they are written, templates included. No cell of a recipient list, no input and no variable is in it.
 */
export type CampaignSettings = Readonly<Record<string, Setting>>;

export type Setting = string | number | boolean;

/** In the order of the campaign language. */
export function campaignSettings(campaign: Campaign): CampaignSettings {
  const { timezone, starts, ends, window, account, vars, costs, currency, limits, contacts, audiences, steps } =
    campaign;
  return leaves({
    timezone,
    starts,
    ends,
    window: hours(window),
    holidays: holidayDates(campaign),
    account,
    vars,
    costs: { ...costs, currency },
    limits: limitSettings(limits),
    contacts: contacts && contactSettings(contacts),
    audiences: Object.fromEntries(
      audiences.map(({ name, timezone: zone, lastInbound }) => [
        name,
        { timezone: zone, lastInbound: asWritten(lastInbound) },
      ]),
    ),
    steps: Object.fromEntries(steps.map((step) => [step.id, stepSettings(step, window)])),
  });
}

/** The column alone, where it says nothing else. */
function asWritten(lastInbound: LastInbound | undefined): string | LastInbound | undefined {
  return lastInbound !== undefined && Object.keys(lastInbound).length === 1 ? lastInbound.column : lastInbound;
}

function limitSettings(limits: Limits): object {
  const { stopAfter, account } = limits;
  return {
    concurrency: limits.concurrency,
    rate: limits.rate && formatRateSetting(limits.rate),
    perRecipient: limits.perRecipient && formatRateSetting(limits.perRecipient),
    budget: limits.budget,
    stopAfter:
      stopAfter && stopAfter !== 'never' ? { ...stopAfter, failures: jobsOrShare(stopAfter.failures) } : stopAfter,
    doubts: limits.doubts,
    guard: formatSpanSetting(limits.guardMs),
    account: account && { ...account, rate: account.rate && formatRateSetting(account.rate) },
  };
}

function contactSettings({ priority, caps, consent, lists: suppression }: ContactRules): object {
  const needed = consent.map(({ channel = 'all', purposes }) => `${purposes.join(' ')}/${channel}`);
  return {
    priority: priority === 0 ? undefined : priority,
    caps: Object.fromEntries(caps.map(({ name, max }) => [name, max])),
    suppression: Object.fromEntries(
      suppression.map(({ list, maxAgeMs }) => [list, maxAgeMs === undefined ? 'any age' : formatSpanSetting(maxAgeMs)]),
    ),
    consent: Object.fromEntries(needed.map((scope) => [scope, true])),
  };
}

function stepSettings(step: Step, campaignWindow: Window): object {
  const { uses, needs, runs, delayMs, at, until, window, purpose, rate, forEach, expect, everyMs, expiresMs } = step;
  const isOwn = JSON.stringify(hours(window)) !== JSON.stringify(hours(campaignWindow));
  return {
    uses,
    needs: needs.length === 0 ? undefined : needs.join(', '),
    runs,
    delay: delayMs === 0 ? undefined : formatSpanSetting(delayMs),
    at,
    until,
    window: isOwn ? hours(window) : undefined,
    // As state files have had it before there were other purposes.
    purpose: purpose === 'marketing' ? 'campaign' : purpose,
    rate: rate && formatRateSetting(rate),
    forEach: forEach && {
      audience: forEach.audience,
      onlyIf: forEach.onlyIf && { step: forEach.onlyIf.step, outcome: forEach.onlyIf.outcomes.join(', ') },
      where: conditions(forEach.where),
      ...(forEach.waves && waveSettings(forEach.waves)),
    },
    expect: Object.fromEntries(
      expect.map(({ output, atLeast, atMost, equals }) => [output, { atLeast, atMost, equals }]),
    ),
    every: everyMs === undefined ? undefined : formatSpanSetting(everyMs),
    onUnknown: operations[uses].recovery === 'manual' ? step.onUnknown : undefined,
    expires: expiresMs === undefined ? undefined : formatSpanSetting(expiresMs),
    with: step.with,
  };
}

function waveSettings({ sizes, afterMs, promote, haltIf: { rejected, inDoubt, atLeast } }: Waves): object {
  return {
    waves: sizes.map((size) => (size === 'rest' ? size : jobsOrShare(size))).join(', '),
    between: {
      after: afterMs === 0 ? undefined : formatSpanSetting(afterMs),
      promote,
      haltIf: {
        rejected: rejected && jobsOrShare(rejected),
        inDoubt: inDoubt && jobsOrShare(inDoubt),
        atLeast: rejected || inDoubt ? atLeast : undefined,
      },
    },
  };
}

function jobsOrShare(jobs: JobsOrShare): string | number {
  return 'count' in jobs ? jobs.count : `${Number((jobs.share * 100).toPrecision(12))}%`;
}

function hours(window: Window | 'always'): object | 'always' {
  if (window === 'always') return window;
  const { open, close, days, except, holidays } = window;
  return {
    open,
    close,
    days: days.join(', ') || undefined,
    except: except.join(', ') || undefined,
    holidays: holidays?.of,
  };
}

/** The days of each calendar by country: one that is taken out opens that day. */
function holidayDates({ window, steps }: Campaign): object {
  const windows = [window, ...steps.flatMap((step) => (step.window === 'always' ? [] : [step.window]))];
  const calendars = windows.flatMap(({ holidays }) => [...(holidays?.calendars ?? [])]);
  return Object.fromEntries(calendars.map(([country, { names }]) => [country, [...names.keys()].sort().join(', ')]));
}

/** Values alone as the campaign file may write them, everything else by the key that says it. */
function conditions(where: Where): object {
  return Object.fromEntries(
    Object.entries(where).map(([column, all]) => {
      const [first] = all;
      if (all.length === 1 && first?.kind === 'oneOf') return [column, first.values.join(', ')];
      return [column, Object.fromEntries(all.map((one) => [one.kind, settingOf(one)]))];
    }),
  );
}

function settingOf(condition: Condition): Setting {
  if ('values' in condition) return condition.values.join(', ');
  return 'number' in condition ? condition.number : condition.time;
}

function leaves(value: unknown): Record<string, Setting> {
  const found: Record<string, Setting> = {};
  const visit = (part: unknown, key: string): void => {
    if (part === undefined) return;
    if (typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean') {
      found[key] = part;
      return;
    }
    const entries = Object.entries(part ?? {});
    if (entries.length === 0 && key.includes('.with.')) found[key] = JSON.stringify(part);
    for (const [name, item] of entries) visit(item, key === '' ? name : `${key}.${name}`);
  };
  visit(value, '');
  return found;
}

/** A key whose value is another, is there now, or is gone. */
export interface SettingChange {
  readonly key: string;
  readonly before: Setting | undefined;
  readonly after: Setting | undefined;
}

/** In the order of the later campaign; what is gone comes last. */
export function compareSettings(before: CampaignSettings, after: CampaignSettings): readonly SettingChange[] {
  const keys = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...keys]
    .map((key) => ({ key, before: before[key], after: after[key] }))
    .filter((change) => change.before !== change.after);
}
