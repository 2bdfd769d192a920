import type { Roster } from '../../src/audience/roster.ts';
import type { Campaign } from '../../src/campaign/campaign.ts';
import type { JobRecord, JobState } from '../../src/job/job.ts';
import { type ReportInput, reportDocument } from '../../src/report/jobs/document.ts';
import { createPeopleCollector, type ReportedPeople } from '../../src/report/jobs/people.ts';
import { type RunStatistics, runStatistics } from '../../src/report/jobs/run-statistics.ts';
import { renderHtml } from '../../src/report/render/html.ts';
import { instantOf } from '../../src/time/local-time.ts';
import { audienceOf, campaignOf, stepOf } from './campaign.ts';
import { rosterOf } from './roster.ts';

export const zone = 'Africa/Lagos';
export const opens = instantOf('2026-11-23T09:00:00', zone);
export const keyOf = (index: number): string => String(2340001000000 + index);

export function membersOf(size: number): ReadonlyMap<string, Roster> {
  const rows = Array.from({ length: size }, (_, index) => ({ key: keyOf(index) }));
  return new Map([['members', rosterOf('members', rows)]]);
}

export const forEach = { audience: 'members', where: {} };

export function springCampaign(parts: Partial<Campaign> = {}): Campaign {
  return campaignOf({
    title: 'Spring',
    costs: { 'whatsapp.send': 0.5 },
    audiences: [audienceOf({ name: 'members' })],
    steps: [
      stepOf({ id: 'funds', uses: 'sms.balance' }),
      stepOf({ id: 'hello', uses: 'whatsapp.send', needs: ['funds'], forEach }),
      stepOf({ id: 'code', uses: 'otp.send', needs: ['hello'], forEach }),
    ],
    ...parts,
  });
}

const messages: JobRecord[] = (
  ['accepted', 'accepted', 'accepted', 'rejected', 'rejected', 'inDoubt', 'sending', 'skipped', 'expired'] as JobState[]
).map((state, index): JobRecord => {
  const job = { step: 'hello', key: keyOf(index), state, attempts: 1 };
  if (state === 'skipped') return { ...job, attempts: 0, reason: 'missing:first_name' };
  if (state === 'expired') return { ...job, attempts: 0, reason: 'ends' };
  const started = { ...job, firstAt: opens + index * 60_000, at: opens + index * 60_000 };
  if (state === 'rejected') return { ...started, code: '-69', reason: `no rate for ${keyOf(index)}` };
  return state === 'inDoubt' ? { ...started, reason: 'connection reset' } : started;
});

export const records: readonly JobRecord[] = [
  { step: 'funds', state: 'accepted', attempts: 3, firstAt: opens, at: opens },
  ...messages,
  { step: 'code', key: keyOf(3), state: 'skipped', attempts: 0, reason: 'onlyIf:hello' },
  { step: 'farewell', key: keyOf(1), state: 'accepted', attempts: 1, at: opens },
];

/** A state that has these records. */
function readerOf(jobs: readonly JobRecord[]) {
  const counts = new Map<string, number>();
  for (const { step } of jobs) counts.set(step, (counts.get(step) ?? 0) + 1);
  return {
    async *jobs(filter: { readonly step?: string } = {}) {
      yield jobs.filter(({ step }) => step === filter.step);
    },
    counts: async () => [...counts].map(([step, count]) => ({ step, state: 'accepted' as const, jobs: count })),
    steps: async () => [...counts.keys()],
  };
}

export function statisticsOf(
  jobs: readonly JobRecord[],
  campaign: Campaign,
  size: number,
  running = false,
): Promise<RunStatistics> {
  return runStatistics({ campaign, rosters: membersOf(size), reader: readerOf(jobs), running });
}

export async function peopleOf(
  jobs: readonly JobRecord[],
  campaign: Campaign,
  size: number,
  atMost = 2_000,
): Promise<ReportedPeople> {
  const input = { campaign, rosters: membersOf(size), reader: readerOf(jobs), running: false };
  const people = createPeopleCollector({ ...input, atMost });
  await runStatistics({ ...input, onJob: people.note });
  return people.result();
}

export async function pageOf(parts: Partial<ReportInput> = {}): Promise<string> {
  const campaign = parts.campaign ?? springCampaign();
  const document = reportDocument({
    campaign,
    run: '1',
    state: 'finished',
    ended: undefined,
    sandbox: false,
    now: opens + 3_600_000,
    statistics: await statisticsOf(records, campaign, 12),
    people: await peopleOf(records, campaign, 12),
    approvals: [],
    waves: [],
    decisions: [],
    leftOut: [],
    hours: [],
    showNumbers: false,
    command: (command, more) => `callsheet ${command} spring.yaml${more === undefined ? '' : ` ${more}`}`,
    ...parts,
  });
  return renderHtml(document);
}

/** What a reader sees of a piece of the page. */
export function textOf(html: string, from: string, to: string): string {
  const start = html.indexOf(from);
  return html
    .slice(start, html.indexOf(to, start))
    .replace(/<\/(?:p|li|tr|dt|dd|h\d|th|td)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/\n+/g, '\n')
    .trim();
}
