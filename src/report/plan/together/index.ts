import type { PlanTogether } from '../../../plan/together/plan-together.ts';
import type { PlanFormat } from '../index.ts';
import { togetherToHtml } from './html.ts';
import { togetherToJson } from './json.ts';
import { togetherToMarkdown } from './markdown.ts';
import { type TogetherOptions, togetherToText } from './text.ts';

export const togetherFormats: Readonly<Record<PlanFormat, (plan: PlanTogether, options: TogetherOptions) => string>> = {
  text: togetherToText,
  json: togetherToJson,
  markdown: togetherToMarkdown,
  html: togetherToHtml,
};
