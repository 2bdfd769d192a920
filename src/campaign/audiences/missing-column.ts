import { counted } from '../../diagnostic/count-words.ts';
import { listed, type Suggest, type Suggestion, suggestion } from '../../diagnostic/did-you-mean.ts';

/** The column that was meant, or those that a list has: a list has columns, nobody expects them there. */
export function missingColumnHint(
  column: string,
  header: readonly string[],
  { suggest = suggestion, list = 'it' }: { readonly suggest?: Suggest; readonly list?: string } = {},
): string | Suggestion {
  const named = header.filter((name) => name !== '');
  const suggested = suggest(column, named);
  if (suggested?.kind !== 'oneOf')
    return suggested ?? `${list} has ${named.length === 0 ? 'no columns' : counted(named.length, 'column')}`;
  const { words } = suggested;
  return `${list} has ${words.length === 1 ? 'only the column' : 'the columns'} ${listed(words, 'and')}`;
}
