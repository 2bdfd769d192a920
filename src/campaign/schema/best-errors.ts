import { grouped } from '../../diagnostic/grouped.ts';
import type { Path } from '../yaml/yaml-tree.ts';
import { meantKey } from './meant-key.ts';
import type { SchemaError } from './schema-error.ts';

/** A value that fits none of several forms gives an error for each form and one for all. Only the best is kept. */
export function bestErrors(problems: readonly SchemaError[]): SchemaError[] {
  // A step at a time: thousands of errors are not compared with thousands. Errors of the whole file come after.
  const byStep = grouped(problems, ({ path }) => (path.length < 2 ? '' : pointer(path.slice(0, 2))));
  const ofTop = byStep.get('') ?? [];
  const kept = new Set([...byStep.values()].flatMap((some) => (some === ofTop ? some : bestForms(some, some))));
  return dropImpliedErrors(
    bestForms(
      problems.filter((problem) => kept.has(problem)),
      ofTop,
    ),
  );
}

function bestForms(problems: readonly SchemaError[], groups: readonly SchemaError[]): readonly SchemaError[] {
  let left = problems;
  for (const group of groups.filter((problem) => problem.keyword === 'anyOf')) {
    const at = pointer(group.path);
    const within = (problem: SchemaError): boolean => `${pointer(problem.path)}/`.startsWith(`${at}/`);
    const deeper = left.filter((problem) => problem !== group && within(problem) && isAboutInside(problem, group));
    left = left.filter(
      (problem) => !within(problem) || (deeper.length > 0 ? deeper.includes(problem) : problem === group),
    );
  }
  return left;
}

function isAboutInside(problem: SchemaError, group: SchemaError): boolean {
  if (typeof group.data !== 'object' || group.data === null) return false;
  if (problem.path.length > group.path.length) return true;
  return ['required', 'additionalProperties', 'minItems', 'minProperties', 'maxProperties'].includes(problem.keyword);
}

/** An invalid name gives more errors, about its pattern and its value; the one about the name is enough. */
function dropImpliedErrors(problems: readonly SchemaError[]): SchemaError[] {
  const names = problems.filter((problem) => problem.keyword === 'propertyNames');
  const keyOf = ({ params }: SchemaError): string => String(params['propertyName']);
  const keys = new Set<unknown>(names.map(keyOf));
  const places = new Set(names.map((name) => pointer([...name.path, keyOf(name)])));
  return problems.filter(
    ({ keyword, data, path }) =>
      !(keyword === 'pattern' && keys.has(data)) &&
      !path.some((_, last) => places.has(pointer(path.slice(0, last + 1)))),
  );
}

/** `timezon` for `timezone` is one mistake: the unknown key is reported, the missing one is not. So is a step without `uses`. */
export function withoutMisspelt(problems: readonly SchemaError[]): SchemaError[] {
  const withoutUses = new Set<string>();
  const unknownIn = new Map<unknown, string[]>();
  for (const { keyword, path, data, params } of problems) {
    if (keyword === 'discriminator') withoutUses.add(pointer(path));
    if (keyword === 'additionalProperties')
      unknownIn.set(data, [...(unknownIn.get(data) ?? []), String(params['additionalProperty'])]);
  }
  const isMisspelt = (missing: SchemaError): boolean => {
    if (missing.keyword !== 'required') return false;
    const key = String(missing.params['missingProperty']);
    if (key === 'uses') return withoutUses.has(pointer(missing.path));
    return (unknownIn.get(missing.data) ?? []).some((unknown) => meantKey(unknown, [key]) === key);
  };
  return problems.filter((problem) => !isMisspelt(problem));
}

function pointer(path: Path): string {
  return path.map((key) => `/${key}`).join('');
}
