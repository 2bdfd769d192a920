import type { Plan } from '../../plan/plan.ts';
import { type PlanHtmlOptions, planToHtml } from './html/page.ts';
import { planToJson } from './json.ts';
import { type PlanMarkdownOptions, planToMarkdown } from './markdown.ts';
import { type PlanTextOptions, planToText } from './text.ts';

export interface PlanPrintOptions extends Omit<PlanTextOptions, 'showNumbers'>, PlanHtmlOptions {}

export const planFormats = {
  text: (plan: Plan, options: PlanPrintOptions) => planToText(plan, options),
  json: (plan: Plan, options?: Pick<PlanPrintOptions, 'messages'>) => planToJson(plan, options?.messages),
  markdown: (plan: Plan, options?: PlanMarkdownOptions) => planToMarkdown(plan, options),
  html: (plan: Plan, options: PlanPrintOptions) => planToHtml(plan, options),
} as const;

export type PlanFormat = keyof typeof planFormats;
