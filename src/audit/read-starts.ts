import { personKey } from '../audience/number/person-key.ts';
import type { Campaign } from '../campaign/campaign.ts';
import { formatAddress, type JobId, jobId, parseAddress } from '../job/address.ts';
import type { JobRecord } from '../job/job.ts';
import type { AuditedLine } from './audit.ts';
import type { AuditedStart, AuditInput } from './audited-start.ts';

/** The starts to audit, from one of three sources. */
export interface Audited {
  readonly starts: readonly AuditedStart[];
  /** Only a plan has a line for every recipient. */
  readonly lines?: readonly AuditedLine[];
  /** Those of all campaigns of the account: a log has them, too. */
  readonly ofAccount?: readonly Pick<AuditedStart, 'at'>[];
  readonly uninterrupted: boolean;
  readonly jitterMs: number;
  /** Absent for a plan: it was made from the current files. */
  readonly remembers?: NonNullable<AuditInput['remembers']>;
}

/** Between a slot and the arrival of its request, on one machine. */
const arrivalMs = 50;

/** The lines of `plan --jobs`, also of several campaigns, or a text that says what is wrong with them. */
export function readJobLines({ id: campaign }: Pick<Campaign, 'id'>, text: string): Audited | string {
  const starts: AuditedStart[] = [];
  const lines: AuditedLine[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const job = parse(line);
    if ((job?.['campaign'] ?? campaign) !== campaign) continue;
    const address = job?.['address'];
    const written = job?.['at'];
    const id = typeof address === 'string' ? parseAddress(address) : undefined;
    const at = typeof written === 'string' ? Date.parse(written) : undefined;
    if (id === undefined || Number.isNaN(at) || (at === undefined && written !== null)) {
      return `line ${index + 1} is not a job of a plan`;
    }
    lines.push({ address: formatAddress(id), at });
    if (at !== undefined) starts.push({ steps: [id.step], at, key: id.key });
  }
  return { starts, lines, uninterrupted: true, jitterMs: 0 };
}

/**
 * The state file, record by record: the first and the latest attempt of every job that was tried. Records under a step's earlier id
 * (`was`) belong to that step; records under an id that the file does not have belong to a step that was removed.
 */
export function recordReader({ steps }: Campaign): (record: JobRecord) => readonly AuditedStart[] {
  const ids = new Map(steps.flatMap(({ id, was }) => (was === undefined ? [] : [[was, id] as const])));
  for (const { id } of steps) ids.set(id, id);
  const known = new Map<string, Pick<AuditedStart, 'steps'> & { readonly isTakenOut: boolean }>();
  const stepOf = (name: string) => {
    const id = ids.get(name);
    const step = { steps: [id ?? name], isTakenOut: id === undefined };
    known.set(name, step);
    return step;
  };
  return ({ step, key, at, firstAt = at, leftAt, attempts }) => {
    if (at === undefined || firstAt === undefined || attempts === 0) return [];
    const { steps, isTakenOut } = known.get(step) ?? stepOf(step);
    const first = { steps, at: firstAt, key, isTakenOut };
    // Nothing is spread, as there may be a million.
    if (at === firstAt) return [leftAt === undefined ? first : { steps, at, key, isTakenOut, leftAt }];
    const latest = { steps, at, repeat: true, key, isTakenOut };
    return [first, leftAt === undefined ? latest : { ...latest, leftAt }];
  };
}

export const ofRecords: Omit<Audited, 'starts'> = { uninterrupted: false, jitterMs: 0, remembers: () => true };

interface LoggedRequest {
  readonly at: string | number;
  readonly operation: string | null;
  readonly body?: unknown;
  readonly answer?: { readonly body?: unknown };
}

/**
 * The sandbox's own log, `GET /_sandbox/requests`: what really arrived. A request belongs to every step that uses its operation. A
 * refused request, and one with a natural key that came before, is a further attempt. The log does not say who was in an audience
 * at that time; the records of the state file do.
 */
export function readRequestLog(campaign: Campaign, text: string, isRecorded: (id: JobId) => boolean): Audited | string {
  const log = parse(text)?.['requests'];
  if (!Array.isArray(log)) return 'it is not a request log of the sandbox';
  const names = new Set<string>();
  const starts: AuditedStart[] = [];
  const ofAccount: Pick<AuditedStart, 'at'>[] = [];
  for (const { at, operation, body, answer } of log as readonly LoggedRequest[]) {
    const when = typeof at === 'number' ? at : Date.parse(at);
    if (Number.isNaN(when)) return 'it has a request without a time';
    const fields = isRecord(body) ? body : {};
    if (isOfAccount(campaign.account.appId, fields['appId'])) ofAccount.push({ at: when });
    const steps = campaign.steps.filter(({ uses }) => uses === operation).map(({ id }) => id);
    if (steps.length === 0) continue;
    const number = [fields['recipient'], fields['to'], fields['number']].find((value) => typeof value === 'string');
    const key = number !== undefined && /^\d+$/.test(number) ? personKey(Number(number)).toFixed(0) : number;
    const name = fields['orderId'] ?? fields['taskName'];
    const answered = isRecord(answer?.body) ? (answer.body['status'] ?? answer.body['code']) : undefined;
    const repeat = answered !== '0' || (typeof name === 'string' && names.has(name));
    if (typeof name === 'string') names.add(name);
    starts.push({ steps, at: when, key, repeat });
  }
  const was = new Map(campaign.steps.map((step) => [step.id, step.was]));
  const remembers: Audited['remembers'] = (step, key) =>
    [step, was.get(step)].some((id) => id !== undefined && isRecorded(jobId(id, key)));
  return { starts, ofAccount, uninterrupted: false, jitterMs: arrivalMs, remembers };
}

/** A request without the field, and a campaign that takes the id from a variable, may be of any account. */
function isOfAccount(appId: string | undefined, sent: unknown): boolean {
  return sent === undefined || appId === undefined || appId.includes('{') || sent === appId;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
