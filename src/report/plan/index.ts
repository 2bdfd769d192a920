import type { Plan } from '../../plan/plan.ts';
import { planToJson } from './json.ts';
import { type PlanTextOptions, planToText } from './text.ts';

export const planFormats = {
  text: (plan: Plan, options: PlanTextOptions) => planToText(plan, options),
  json: (plan: Plan) => planToJson(plan),
} as const;

export type PlanFormat = keyof typeof planFormats;
