import type { PlanDifference } from '../../../plan/difference/plan-difference.ts';
import type { PlanFormat } from '../index.ts';
import { differenceToHtml } from './html.ts';
import { differenceToJson } from './json.ts';
import { differenceToMarkdown } from './markdown.ts';
import { type DifferenceOptions, differenceToText } from './text.ts';

export const differenceFormats: Readonly<
  Record<PlanFormat, (difference: PlanDifference, options: DifferenceOptions) => string>
> = {
  text: differenceToText,
  json: differenceToJson,
  markdown: differenceToMarkdown,
  html: differenceToHtml,
};
