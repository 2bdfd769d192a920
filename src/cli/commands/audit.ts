import { loadParsedCountryOf } from '../../audience/number/number-country.ts';
import { type Audit, auditStarts, auditSums, createAuditor } from '../../audit/audit.ts';
import { type ContactAuditor, createContactAuditor } from '../../audit/audit-contacts.ts';
import type { AuditRule } from '../../audit/audited-start.ts';
import { type Audited, ofRecords, readJobLines, readRequestLog, recordReader } from '../../audit/read-starts.ts';
import type { Campaign } from '../../campaign/campaign.ts';
import type { ContactCap } from '../../campaign/contact-rules.ts';
import { formatAddress, isOfForgotten, type JobId, jobId } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import type { RunReader } from '../../ledger/backend.ts';
import { isStoreAddress } from '../../ledger/store-address.ts';
import { type Host, isUnreadable } from '../../platform/ports.ts';
import { alwaysChecked, auditDocument, auditJson } from '../../report/audit.ts';
import { signedToJson } from '../../report/run/signed-text.ts';
import { jobCounts, recordedJobs } from '../../run/summary.ts';
import { operations } from '../../service/operations/operations.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { formatCommand } from '../messages/format-command.ts';
import { tellEnd } from '../messages/held-run.ts';
import { missingRunHint } from '../messages/missing-run.ts';
import { type OpenedCampaign, withCampaign } from '../open/open-campaign.ts';
import { createReadProgress } from '../output/live-lines.ts';
import { printDocument } from '../output/print-document.ts';
import type { Given } from '../program.ts';

/**
 * callsheet audit FILE: hours, dates, session, rates, order, once, contacts and sums, checked by code that shares nothing with
 * the planner: of the state file, of a plan's lines, or of what reached the sandbox.
 */
export async function audit(options: Given<'audit'>, host: Host): Promise<ExitCode> {
  return withCampaign(options, host, {}, async (opened) => {
    if (options.jobs === undefined && options.log === undefined && opened.reader === undefined)
      return couldNot(host, await missingRunHint(opened, auditOfPlan(options)));
    if (options.jobs === undefined) await tellEnd(opened);
    const { campaign, rosters } = opened;
    const { source, audited, lines, contacts, isOver } = await auditFrom(options, opened, host);
    if (typeof audited === 'string') return couldNot(host, `${source}: ${audited}`);
    const findings = [
      ...audited.findings,
      ...(contacts?.findings() ?? []),
      ...(lines === undefined ? [] : auditSums({ campaign, rosters, lines, isOver })),
    ];
    const { starts, checkedOn, takenOut, left, hours } = audited;
    const contactSums = contacts?.audited();
    const forgotten = Math.max(audited.forgotten, contactSums?.forgotten ?? 0);
    const checked: readonly AuditRule[] = [
      ...alwaysChecked,
      ...(lines === undefined && campaign.steps.some(({ forEach }) => forEach?.waves !== undefined)
        ? (['waves'] as const)
        : []),
      ...(contacts === undefined ? [] : ofContacts),
      ...(lines === undefined ? [] : (['sums'] as const)),
    ];
    const redials = campaign.steps.filter(({ uses }) => operations[uses].taskField !== undefined).map(({ id }) => id);
    const audit = { starts, checked, checkedOn, findings, takenOut, left, forgotten, hours, redials };
    const approvals = (await opened.reader?.approvals()) ?? [];
    const decisions = (await opened.reader?.decisions()) ?? [];
    if (options.format === 'json')
      host.console.out(
        `${JSON.stringify(
          auditJson({
            campaign: campaign.id,
            ...audit,
            contacts: contactSums,
            approvals: signedToJson(approvals, campaign.timezone),
            decisions: signedToJson(decisions, campaign.timezone),
          }),
          null,
          2,
        )}\n`,
      );
    else
      printDocument(
        auditDocument({
          title: campaign.title,
          timezone: campaign.timezone,
          source,
          ...audit,
          approvals,
          decisions,
          isPast: options.jobs === undefined,
          showNumbers: options.showNumbers === true,
        }),
        options.format,
        host.console,
      );
    return findings.length > 0 ? exitCode.findings : exitCode.done;
  });
}

/** Before a run there is only its plan. */
function auditOfPlan(options: Given<'audit'>): string {
  const command = formatCommand(options);
  const [plan, audit] = [command('plan', '--jobs > jobs.jsonl'), command('audit', '--jobs jobs.jsonl')];
  return `; to audit its plan: \`${plan}\`, then \`${audit}\``;
}

/** Of a state file, where the campaign has contact rules. */
const ofContacts: readonly AuditRule[] = ['contacts', 'caps'];

interface AuditedSource {
  readonly source: string;
  /** Or what is wrong with the source. */
  readonly audited: Audit | string;
  readonly lines?: Audited['lines'];
  /** Of a plan's lines: what the state file says has an outcome, so that a plan has nothing more to say of it. */
  readonly isOver?: (id: JobId) => boolean;
  readonly contacts?: ContactAuditor | undefined;
}

async function auditFrom({ jobs, log }: Given<'audit'>, opened: OpenedCampaign, host: Host): Promise<AuditedSource> {
  const { campaign, rosters, windows, reader, backend } = opened;
  const path = jobs ?? log;
  if (path === undefined) {
    const source = isStoreAddress(backend.location) ? backend.location : 'the state file';
    return { source, ...(await auditRecords(opened, host)) };
  }
  const text = await host.files.readText(path);
  if (text === undefined) return { source: path, audited: 'there is no such file' };
  if (isUnreadable(text)) return { source: path, audited: `it ${text.words}` };
  const recorded = await addressesOf(reader, log === undefined ? hasOutcome : () => true);
  const isRecorded = (id: JobId): boolean => recorded.has(formatAddress(id));
  const countryOf = await loadParsedCountryOf();
  const found = log === undefined ? readJobLines(campaign, text) : readRequestLog(campaign, text, isRecorded);
  if (typeof found === 'string') return { source: path, audited: found };
  // A plan also has those who come in waves that have not begun.
  const waves = log === undefined ? [] : ((await reader?.waves()) ?? []);
  return {
    source: path,
    audited: auditStarts({ campaign, rosters, windows, countryOf, waves, ...found }),
    lines: found.lines,
    isOver: ({ step, key }) => namesOf(campaign, step).some((name) => isRecorded(jobId(name, key))),
  };
}

async function addressesOf(
  reader: RunReader | undefined,
  isAsked: (job: JobRecord) => boolean,
): Promise<ReadonlySet<string>> {
  const addresses = new Set<string>();
  for await (const page of reader?.jobs() ?? [])
    for (const job of page) if (isAsked(job)) addresses.add(formatAddress(job));
  return addresses;
}

/** Of the others a plan says when they start, or why not. */
function hasOutcome({ state }: JobRecord): boolean {
  return state !== 'pending' && state !== 'skipped' && state !== 'expired';
}

/** A step's records may be under its earlier name. */
function namesOf({ steps }: Campaign, id: string): readonly string[] {
  const was = steps.find((step) => step.id === id)?.was;
  return was === undefined ? [id] : [id, was];
}

/** In one pass, page by page: there may be a million. */
async function auditRecords(
  opened: OpenedCampaign,
  host: Host,
): Promise<Pick<AuditedSource, 'contacts'> & { readonly audited: Audit }> {
  const { campaign, reader } = opened;
  const countryOf = await loadParsedCountryOf();
  const contacts = contactAuditorOf(opened, countryOf);
  const auditor = createAuditor({ ...opened, countryOf, ...ofRecords });
  const startsOf = recordReader(campaign);
  const progress = createReadProgress(recordedJobs(await jobCounts(reader)), host);
  for await (const page of reader?.jobs() ?? []) {
    for (const job of page) for (const start of startsOf(job)) auditor.note(start);
    if (contacts !== undefined) await noteContacts(page, contacts, opened);
    progress.add(page.length);
  }
  progress.close();
  return { audited: auditor.result((await reader?.waves()) ?? []), contacts };
}

function contactAuditorOf(
  opened: OpenedCampaign,
  countryOf: (key: string) => string | undefined,
): ContactAuditor | undefined {
  const { source, contacts } = opened;
  // Rules that a campaign adds are in its own file; those of the project are in another.
  const isOwn = (cap: ContactCap): boolean => cap.span?.file.path === source.path;
  return contacts && createContactAuditor({ ...opened, countryOf, isOwn });
}

/** Their contacts are read after their records: a contact is in the ledger before its job is in the state. */
async function noteContacts(
  page: readonly JobRecord[],
  auditor: ContactAuditor,
  { contacts, reader }: OpenedCampaign,
): Promise<void> {
  const made = page.filter(auditor.mustHaveContact);
  await contacts!.know(made.flatMap(({ key }) => (key === undefined || isOfForgotten(key) ? [] : [key])));
  for (const job of made) {
    const facts = isOfForgotten(job.key!) ? undefined : contacts!.factsOf(job.key!);
    const isLacking = facts !== undefined && facts.forgottenAt === undefined && !auditor.hasContact(job, facts);
    // The service may have refused it meanwhile: then its contact has been given back.
    const now = isLacking ? await reader!.job(job) : job;
    if (now !== undefined && auditor.mustHaveContact(now)) auditor.note(now, facts);
  }
}
