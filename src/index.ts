/**
 * Callsheet as a library: what the command line is made of, for tools that check, plan, rehearse or run campaigns, speak
 * to the service, or want its contract as data (`docs/library.md`). Only what is named here is public; the sandbox is
 * `callsheet/sandbox`.
 */

export type { Account, Audience, Campaign, ForEach, Limits, Step } from './campaign/campaign.ts';
export type { Loaded, LoadedCampaign } from './campaign/loaded-campaign.ts';
export { type DiagnosticCode, diagnosticCodes } from './diagnostic/codes.ts';
export { type Checked, type Diagnostic, hasErrors, type Severity } from './diagnostic/diagnostic.ts';
export { type Position, positionAt, type SourceFile, type Span } from './diagnostic/source-file.ts';
export { emptyHistory, type History } from './job/history.ts';
export {
  type FormatDiagnosticsOptions,
  type FormatEventOptions,
  type FormatPlanOptions,
  formatDiagnostics,
  formatEvent,
  formatPlan,
} from './library/format.ts';
export {
  type ContactsOptions,
  type FileStateOptions,
  fileState,
  type LoadOptions,
  loadCampaign,
  memoryState,
  type RunState,
  readContacts,
  type StoreStateOptions,
  storeState,
} from './library/open.ts';
export { type PlanOptions, plan, type Rehearsed, type RehearseOptions, rehearse } from './library/plan.ts';
export { type ReadOptions, type ReportOptions, readHistory, readJobs, report } from './library/read-run.ts';
export { type RunOptions, type RunOutcome, type RunRefusal, run, type ServiceOptions } from './library/run.ts';
export type { Plan, PlannedJob, PlannedJobs, PlannedStep } from './plan/plan.ts';
export { createRealClock, createSkippingClock, type SkippingClock } from './platform/clocks.ts';
export { createNodeFiles } from './platform/node-files.ts';
export type { Clock, Files, Instant } from './platform/ports.ts';
export type { JobRow } from './report/jobs/job-rows.ts';
export { formatEnd } from './report/reason-text.ts';
export type { RunEvent, Summary } from './run/event.ts';
export type { RunResult } from './run/run-state.ts';
export type { StopReason } from './run/stop-reason.ts';
export type { Outcome, OutcomeOf, RequestOf } from './service/contract/outcome.ts';
export { type Client, type ClientOptions, createClient, type Timeouts } from './service/http/client.ts';
export type { Credentials } from './service/http/signature.ts';
export type { RequestBody, Transport } from './service/http/transport.ts';
export type { Operation } from './service/operations/definition/operation.ts';
export { type OperationId, operationIds, operations } from './service/operations/operations.ts';
export { checkRequest, type Violation } from './service/validate/check-request.ts';
export type { Rate } from './time/duration.ts';
export type { Window } from './time/window.ts';
