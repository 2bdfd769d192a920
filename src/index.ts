/**
 * Callsheet as a library: what the command line is made of, for tools that check or plan campaigns, speak to the service,
 * or want its contract as data. Only what is named here is public; the service in the box is `callsheet/sandbox`.
 */

export type { Account, Audience, Campaign, ForEach, Limits, Step } from './campaign/campaign.ts';
export { loadCampaign } from './campaign/load.ts';
export type { Loaded, LoadedCampaign, LoadRequest } from './campaign/loaded-campaign.ts';
export { type DiagnosticCode, diagnosticCodes } from './diagnostic/codes.ts';
export { type Checked, type Diagnostic, hasErrors, type Severity } from './diagnostic/diagnostic.ts';
export { type Position, positionAt, type SourceFile, type Span } from './diagnostic/source-file.ts';
export { planCampaign } from './plan/make-plan.ts';
export type { Plan, PlanCampaignInput, PlannedJob, PlannedStep } from './plan/plan.ts';
export { createNodeFiles } from './platform/node-files.ts';
export type { Clock, Files, Instant } from './platform/ports.ts';
export { type DiagnosticsFormat, type DiagnosticsReport, diagnosticsPrinters } from './report/diagnostics/index.ts';
export { type PlanFormat, planFormats } from './report/plan/index.ts';
export { type OperationId, operationIds } from './service/contract/operation-id.ts';
export { type Operation, operations } from './service/contract/operations.ts';
export type { Outcome } from './service/contract/outcome.ts';
export { type Client, type ClientOptions, createClient } from './service/http/client.ts';
export type { RequestBody, Transport } from './service/http/transport.ts';
export { checkRequest, type Violation } from './service/validate/check-request.ts';
export type { Rate } from './time/duration.ts';
export type { Window } from './time/window.ts';
