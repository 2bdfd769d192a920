import { noonZone } from '../noon-zone.ts';

/** A campaign as an object, which is written as JSON: YAML has JSON in it. */
export interface CampaignFile {
  campaign: string;
  title?: string;
  timezone: string;
  starts?: string;
  ends?: string;
  account: Readonly<Record<string, string>>;
  env?: readonly string[];
  limits: Record<string, unknown>;
  audiences: Record<string, AudienceEntry>;
  steps: Record<string, StepEntry>;
}

export interface AudienceEntry {
  file: string;
  key: string;
  timezone?: { readonly zone: string };
  exclude?: readonly string[];
}

export interface StepEntry {
  uses: string;
  needs?: string;
  forEach?:
    | string
    | { readonly audience: string; readonly onlyIf: { readonly step: string; readonly outcome: string } };
  expires?: string;
  with: Readonly<Record<string, unknown>>;
}

/** A step as the judge knows it in the service's ledger. */
export interface MarkedStep {
  readonly id: string;
  readonly mark: string;
  readonly entry: StepEntry;
}

export type ReachingOperation = 'message' | 'redial' | 'code';

/** One step for each of `members`, whose requests can be distinguished from those of other steps. */
export function stepFor(id: StepId, operation: ReachingOperation, more: Partial<StepEntry> = {}): MarkedStep {
  const number = numbers[id];
  const made = {
    message: {
      mark: id,
      uses: 'whatsapp.send',
      with: { type: 'text', text: { body: `${id}: Hello {{ recipient.name }}` } },
    },
    code: { mark: `template ${number}`, uses: 'otp.send', with: { templateId: number } },
    redial: {
      mark: `task ${number}`,
      uses: 'voice.redial',
      with: { taskId: number, source: 3, text: 'Hello', lan: 'EN', numberList: ['{{ recipient.phone }}'] },
    },
  }[operation];
  const { mark, ...entry } = made;
  return { id, mark, entry: { ...entry, forEach: 'members', ...more } };
}

type StepId = 'first' | 'fallback';

const numbers: Readonly<Record<StepId, number>> = { first: 101, fallback: 102 };

/** For whom the step before ended as rejected. */
export function fallbackFor(step: string, operation: ReachingOperation): MarkedStep {
  const forEach = { audience: 'members', onlyIf: { step, outcome: 'rejected' } };
  return stepFor('fallback', operation, { needs: step, forEach });
}

export function campaignOf(steps: readonly MarkedStep[], more: Partial<CampaignFile> = {}): CampaignFile {
  const { timezone = noonZone() } = more;
  return {
    campaign: 'attacked',
    timezone,
    account: { appId: 'attack-app', businessPhone: '2348000000001' },
    // At night in the country of the numbers nobody would be attacked.
    audiences: { members: { file: 'members.csv', key: 'phone', timezone: { zone: timezone } } },
    steps: Object.fromEntries(steps.map(({ id, entry }) => [id, entry])),
    ...more,
    // The attack wants to see what becomes of everybody: the run must not stop itself early.
    limits: { concurrency: 8, doubts: 10_000, ...more.limits },
  };
}

/** Numbers of people; those whose last digits differ in one place could be each other's typing mistakes. */
export function numbersOf(count: number, first = 1): readonly string[] {
  return Array.from({ length: count }, (_, index) => String(2348030000000 + (first + index) * 37));
}

export function listOf(numbers: readonly string[]): string {
  return ['phone,name', ...numbers.map((number, index) => `${quoted(number)},Ada${index}`), ''].join('\n');
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A local date-time of the campaign's zone, to the second. */
export function localTime(at: number, zone: string): string {
  // The sign of `Etc/GMT-3` is the other way round.
  const hours = -Number(/^Etc\/GMT([+-]\d+)$/.exec(zone)?.[1] ?? '0');
  return new Date(at + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}
