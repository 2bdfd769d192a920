import { formatCount } from '../../diagnostic/count-words.ts';
import { numberFinder } from '../../forget/number-finder.ts';
import type { Host } from '../../platform/ports.ts';
import { forgottenOf } from '../../project/forgotten.ts';
import { openProject } from '../../project/project.ts';
import type { ProjectOptions } from '../options/campaign-options.ts';

interface Person {
  readonly key: string;
}

export interface WithoutForgotten<T> {
  readonly kept: readonly T[];
  readonly forgotten: readonly T[];
}

/**
 * People whom the project has forgotten, apart: their rows are not recorded again. An error text where it is not known who they are, or
 * where the reason has the number of one of them.
 */
export async function leaveForgotten<T extends Person>(
  rows: readonly T[],
  options: ProjectOptions & { readonly reason?: string },
  host: Host,
): Promise<WithoutForgotten<T> | string> {
  const found = await forgottenOf(openProject(options, host), options.project, { mustRead: true });
  if (found === undefined) return { kept: rows, forgotten: [] };
  if ('fault' in found) return unknownForgotten(found);
  const isForgotten = ({ key }: Person): boolean => found.isForgotten(Number(key));
  const forgotten = rows.filter(isForgotten);
  const { reason = '' } = options;
  return forgotten.some(({ key }) => numberFinder(key).isIn(reason))
    ? '--reason has the number of a person who asked to be forgotten: write it without the number.'
    : { kept: rows.filter((row) => !isForgotten(row)), forgotten };
}

export function unknownForgotten({ fault }: { readonly fault: string }): string {
  return `The people who asked to be forgotten cannot be read: ${fault}.`;
}

/** After the count of the rows that are recorded. */
export function formatForgotten({ forgotten }: WithoutForgotten<unknown>): string {
  return forgotten.length === 0 ? '' : `, ${formatCount(forgotten.length)} forgotten`;
}
