import { readdirSync, readFileSync } from 'node:fs';

/** One behaviour of the model `today` (`ledger.qnt`): what happens, and what the model then says of each job. */
export type Trace = readonly TraceStep[];

export interface TraceStep {
  readonly action: Action;
  readonly worker?: string;
  readonly job?: string;
  /** Of `wire`: the number of the claim whose request arrives, and whether the service refuses it. */
  readonly claim?: number;
  readonly refused?: true;
  /** Only the jobs that changed. */
  readonly now?: Readonly<Record<string, JobView>>;
}

/** What the model, the state and the sandbox must agree upon. */
export interface JobView {
  readonly state: string;
  readonly attempts: number;
  readonly doubtful: boolean;
  /** How often its recipient was reached. */
  readonly reached: number;
}

/** The actions of the model that have a counterpart in today's engine, with what each of them is about. */
export const parameters = {
  claim: ['worker', 'job'],
  claimRefused: ['worker', 'job'],
  arm: ['worker', 'job'],
  wire: ['claim', 'refused'],
  answer: ['worker', 'job'],
  lose: ['worker', 'job'],
  hold: ['worker', 'job'],
  tick: [],
  crash: ['worker'],
  restart: ['worker'],
  leaderChange: ['worker'],
  pause: [],
  resume: [],
  notice: ['worker'],
  acknowledge: [],
  accept: ['job'],
  drop: ['job'],
  resend: ['job'],
  resendNow: ['job'],
} as const satisfies Record<string, readonly (keyof TraceStep)[]>;

export type Action = keyof typeof parameters;

export const untried: JobView = { state: 'pending', attempts: 0, doubtful: false, reached: 0 };

export const tracesFolder = new URL('traces/', import.meta.url);

/** The committed traces by name, one step a line. */
export function readTraces(): readonly (readonly [string, Trace])[] {
  return readdirSync(tracesFolder)
    .sort()
    .map((name) => [name, readTrace(readFileSync(new URL(name, tracesFolder), 'utf8'))]);
}

function readTrace(text: string): Trace {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TraceStep);
}

export function traceText(trace: Trace): string {
  return trace.map((step) => `${JSON.stringify(step)}\n`).join('');
}

/** `wire 3 refused`, `claim first code` */
export function formatStep({ action, worker, job, claim, refused }: TraceStep): string {
  return [action, worker, job, claim, refused && 'refused'].filter((word) => word !== undefined).join(' ');
}
