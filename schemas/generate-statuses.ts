import { thenShort } from '../src/report/diagnostics/explain.ts';
import { operationIds, operations } from '../src/service/operations/operations.ts';
import type { GeneratedFile } from './generated-file.ts';

/** `docs/statuses.md`: every status of the service's document, what it does to a run, and what to do about it. */
export function generateStatuses(): readonly GeneratedFile[] {
  const sections = operationIds.flatMap((operation) => {
    const rows = Object.entries(operations[operation].statuses).sort(([a], [b]) => Number(b) - Number(a));
    if (rows.length === 0) return [];
    const lines = rows.map(([code, { meaning, disposition, advice }]) => {
      return `| ${code} | ${meaning} | ${thenShort[disposition]} | ${advice?.cause ?? ''} | ${advice?.remedy ?? ''} |`;
    });
    return [
      '',
      `## ${operation}`,
      '',
      '| status | means | then | usual cause | what to do |',
      '|---|---|---|---|---|',
      ...lines,
    ];
  });
  return [{ path: 'docs/statuses.md', content: `${head}${sections.join('\n')}\n` }];
}

const head = `<!-- Made from src/service/operations/ by \`npm run generate\`. Do not edit. -->

# The service's statuses

What each status of the service means, what a run does about it, what usually causes it, and what to do.
\`callsheet explain whatsapp.send -69\` prints one of them, with the rules of the document that lead to it.
`;
