import type { AudienceProblem } from '../../audience/audience-problem.ts';
import { listFormat } from '../../audience/list-format.ts';
import { audienceFindings } from '../../campaign/audiences/audience-findings.ts';

/** What is wrong with the file, in the words that a list of an audience would get. */
export function problemWords(
  problem: AudienceProblem,
  path: string,
  { column, country }: { readonly column: string; readonly country: string | undefined },
): string {
  const span = { file: { path, text: '' }, start: 0, end: 0 };
  const format = listFormat(path);
  const about = { format, header: [], key: column, country, sep: undefined, use: 'import' } as const;
  const [found] = audienceFindings([problem], { ...about, span, excerpt: () => span });
  const { message = '', hint = '' } = found ?? {};
  const line = problem.kind === 'unreadable' || problem.lines[0] === undefined ? '' : `:${problem.lines[0]}`;
  return `${path}${line}: ${message}.${hint === '' ? '' : ` ${capitalized(hint)}.`}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
