import type { Campaign } from '../campaign/campaign.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { Plan, PlannedJob } from '../plan/plan.ts';
import { createRepositoryPaths } from '../platform/repository-paths.ts';
import { type DiagnosticsFormat, diagnosticsPrinters } from '../report/diagnostics/printers.ts';
import { formatAnswerTime } from '../report/plan/answer-time.ts';
import { type PlanFormat, planDocument } from '../report/plan/document.ts';
import { planToJson } from '../report/plan/json.ts';
import { stepNames } from '../report/plan/words.ts';
import { renderers } from '../report/render/index.ts';
import { eventToText } from '../report/run/event-text.ts';
import type { RunEvent } from '../run/event.ts';
import { requireFormat } from './open.ts';

export interface FormatDiagnosticsOptions {
  /** Default `pretty`. */
  readonly format?: DiagnosticsFormat | undefined;
  /** The files that were checked, for the last line. Default: those with findings. */
  readonly files?: readonly string[] | undefined;
  readonly colour?: boolean | undefined;
}

/** Findings as `callsheet check` prints them. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], options: FormatDiagnosticsOptions = {}): string {
  const { format = 'pretty', files = found(diagnostics), colour = false } = options;
  requireFormat(format, diagnosticsPrinters);
  const errorCount = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warningCount = diagnostics.length - errorCount;
  const style = { colour, repositoryPath: createRepositoryPaths(process.cwd(), process.env) };
  return diagnosticsPrinters[format]({ files, diagnostics, hidden: 0, errorCount, warningCount }, style);
}

function found(diagnostics: readonly Diagnostic[]): readonly string[] {
  return [...new Set(diagnostics.map(({ span }) => span.file.path))];
}

export interface FormatPlanOptions {
  /** Default `text`. */
  readonly format?: PlanFormat | undefined;
  /** For the budget and the response times that the plan assumes. */
  readonly campaign?: Campaign | undefined;
  /** For the page's list of people: what `onJob` was called with. */
  readonly jobs?: readonly PlannedJob[] | undefined;
  /** Columns of the text. Default 80. */
  readonly width?: number | undefined;
  readonly colour?: boolean | undefined;
  readonly showNumbers?: boolean | undefined;
}

/** A plan as `callsheet plan` prints it. */
export function formatPlan(plan: Plan, options: FormatPlanOptions = {}): string {
  const { format = 'text', campaign, jobs = [], width = 80, colour = false, showNumbers = false } = options;
  const budget = campaign?.limits.budget;
  const answerTime = campaign && formatAnswerTime(campaign, plan);
  if (format === 'json') return planToJson(plan);
  requireFormat(format, { ...renderers, json: planToJson });
  const document = planDocument(plan, { showNumbers, budget, answerTime, people: { jobs, morePeople: 0 } });
  return renderers[format](document, { width, colour });
}

export interface FormatEventOptions {
  readonly campaign: Campaign;
  readonly showNumbers?: boolean | undefined;
}

/** An event of a run as one line for people; undefined for those that are only counted. */
export function formatEvent(
  event: RunEvent,
  { campaign, showNumbers = false }: FormatEventOptions,
): string | undefined {
  return eventToText(event, { timezone: campaign.timezone, showNumbers, stepName: stepNames(campaign.steps) });
}
