import type { Given } from '../program.ts';

type NameOptions = Pick<Given<'plan'> | Given<'report'>, 'format'> &
  Partial<Pick<Given<'plan'>, 'showNames' | 'showNumbers'>>;

/** Texts and rows have no names. */
export function namesFault({ format, showNames = false }: NameOptions): string | undefined {
  return showNames && format !== 'html' ? '--show-names is about pages: add --format html' : undefined;
}

/** Whether a page has people's names: then their columns are read. */
export function showsNames({ format, showNames = false, showNumbers = false }: NameOptions): boolean {
  return format === 'html' && (showNames || showNumbers);
}
