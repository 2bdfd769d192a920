import { loadCampaign } from '../../src/campaign/load.ts';
import { positionAt } from '../../src/diagnostic/source-file.ts';
import { diagnosticsPrinters } from '../../src/report/diagnostics/printers.ts';
import { hostileFiles } from './hostile-files.ts';
import { memoryFiles } from './memory-files.ts';

/** More would be a flood that nobody reads. */
const outputMax = 3_000_000;

/** Checks one hurt campaign; answers what went wrong with the checker, or nothing. */
export async function checkHostile(seed: number): Promise<string | undefined> {
  const files = memoryFiles({ ...hostileFiles(seed) });
  try {
    const request = {
      path: 'campaign.yaml',
      cwd: '/work',
      files,
      env: { APP: 'spring-app' },
      inputs: {},
      depth: 'rendered',
    } as const;
    const { value, diagnostics } = await loadCampaign(request);
    const errorCount = diagnostics.filter((one) => one.severity === 'error').length;
    if ((value === undefined) !== errorCount > 0) return `seed ${seed}: a value and errors, or neither`;
    for (const { code, message, span, related = [] } of diagnostics) {
      for (const place of [span, ...related.map((one) => one.span)]) {
        const { line, column } = positionAt(place.file, place.start);
        const isInside =
          place.start >= 0 && place.end >= place.start && place.end <= place.file.text.length && line > 0 && column > 0;
        if (!isInside)
          return `seed ${seed}: ${code} lies outside its file: ${place.start}-${place.end} of ${place.file.text.length}`;
      }
      if (/undefined|\[object|NaN\b/.test(message.replace(/`[^`]*`/g, '')))
        return `seed ${seed}: ${code} says ${message}`;
    }
    const report = {
      files: ['campaign.yaml'],
      diagnostics,
      hidden: 0,
      errorCount,
      warningCount: diagnostics.length - errorCount,
    };
    for (const print of Object.values(diagnosticsPrinters)) {
      if (print(report, { colour: false }).length > outputMax)
        return `seed ${seed}: more than ${outputMax} characters of findings`;
    }
    return undefined;
  } catch (error) {
    return `seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`;
  }
}
