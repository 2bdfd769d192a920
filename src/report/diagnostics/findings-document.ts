import type { Document } from '../document.ts';
import { placeText } from './place.ts';
import type { DiagnosticsReport } from './report.ts';
import { shownFinding } from './shown-finding.ts';

/** What keeps a campaign from being shown: each finding with its place. */
export function findingsDocument({ files, diagnostics, errorCount }: DiagnosticsReport): Document {
  const errors = errorCount === 1 ? '1 error' : `${errorCount} errors`;
  const findings = diagnostics.map((one) => {
    const shown = shownFinding(one);
    return { ...shown, message: `${placeText(one.span)}: ${shown.message}` };
  });
  return {
    title: files.join(', '),
    subject: 'findings',
    about: ['`callsheet explain CODE` says more of each'],
    conclusion: [{ kind: 'sentences', sentences: [`${errors}; nothing else can be shown`], tone: 'verdict' }],
    body: [{ kind: 'findings', findings }],
  };
}
