import type { DiagnosticCode } from './codes.ts';
import { audienceExplanations } from './explanations/audiences.ts';
import { contactExplanations } from './explanations/contacts.ts';
import type { Explanation } from './explanations/explanation.ts';
import { referenceExplanations } from './explanations/references.ts';
import { serviceExplanations } from './explanations/service.ts';
import { shapeExplanations } from './explanations/shape.ts';
import { sourceExplanations } from './explanations/sources.ts';
import { textExplanations } from './explanations/text.ts';
import { timeExplanations } from './explanations/time.ts';

/** A file for each group of codes. */
export const explanations: Readonly<Record<DiagnosticCode, Explanation>> = {
  ...textExplanations,
  ...shapeExplanations,
  ...referenceExplanations,
  ...serviceExplanations,
  ...timeExplanations,
  ...audienceExplanations,
  ...sourceExplanations,
  ...contactExplanations,
};
