import { SourceFailure } from '../source-failure.ts';

/** The names of the columns of a source. Of two with one name it would be unclear which one is meant. */
export function distinctColumns(names: readonly string[]): readonly string[] {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return names;
  throw new SourceFailure(`two columns have the name \`${twice}\``, 'give each column a name of its own');
}
