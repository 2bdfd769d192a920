import type { Condition } from '../../audience/where.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { listed } from '../../diagnostic/did-you-mean.ts';
import { isLoopback } from '../../service/contract/addresses.ts';
import { writtenInstant } from '../../time/written-time.ts';
import type { Audience, LastInbound } from '../campaign.ts';
import { conditionsOf } from '../rules/recipients.ts';
import { type CampaignRule, finding, isMisshapen, type RuleInput, warning } from '../rules/rule.ts';
import { meantKey } from '../schema/schema-hints.ts';
import { keySpan, keysAt, type Path, valueSpan } from '../yaml/yaml-tree.ts';
import { addressVariable, type ColumnType, keyOf, type Source } from './source.ts';

const sourceKeys = ['file', 'sql', 'http', 'command'] as const;

/** Every audience says once where its recipients come from. */
export const audiencesHaveOneSource: CampaignRule = ({ campaign, tree }) =>
  campaign.audiences.flatMap(({ name }) => {
    const keys = keysAt(tree, ['audiences', name]);
    const given = keys.filter((key) => sourceKeys.some((source) => source === key));
    if (given.length === 1) return [];
    if (given.length > 1) {
      const message = `\`${name}\` has ${listed(given, 'and')}, but an audience comes from one place`;
      return [finding('CS6030', keySpan(tree, ['audiences', name, given[1]!]), message, { hint: 'keep one of them' })];
    }
    // A misspelt key is reported at its own place.
    if (keys.some((key) => !key.startsWith('x-') && meantKey(key, sourceKeys) !== undefined)) return [];
    return [
      finding('CS2002', keySpan(tree, ['audiences', name]), `\`${name}\` does not say where its recipients come from`, {
        hint: 'add `file: LIST.csv`, or a list in `.jsonl` or `.parquet`; or `sql`, `http` or `command` for rows that are read from elsewhere',
      }),
    ];
  });

/** What a source needs is there, and what only a source or another source has is not. */
export const sourcesAreComplete: CampaignRule = (about) =>
  about.campaign.audiences.flatMap((audience) => {
    const { tree } = about;
    const at = (key: string): Path => ['audiences', audience.name, key];
    const keys = keysAt(tree, ['audiences', audience.name]);
    const [given, other] = sourceKeys.filter((key) => keys.includes(key));
    // One of a wrong shape has a finding of its own, and it is not known what belongs to it.
    if (given === undefined || other !== undefined || isMisshapen(about, at(given))) return [];
    const findings: Diagnostic[] = [];
    const needs = (key: string, hint: string): void => {
      const message = `\`${audience.name}\` needs \`${key}\``;
      if (!keys.includes(key)) findings.push(finding('CS6030', keySpan(tree, at('').slice(0, 2)), message, { hint }));
    };
    const kind = audience.source?.origin.kind ?? 'list';
    for (const key of keys.filter((one) => !(usedBy[one] ?? [kind]).includes(kind))) {
      const message = `\`${key}\` has no effect on ${audience.source === undefined ? 'a list that is read as it is' : `\`${keyOf(audience.source.origin)}\``}`;
      findings.push(finding('CS6030', keySpan(tree, at(key)), message, { hint: 'remove it' }));
    }
    if (audience.source === undefined) return findings;
    if (keys.includes('sql')) needs('from', 'say which database it is: `from: postgres` or `from: sqlite`');
    needs('columns', `list the columns that are read, with their types: \`columns: { ${audience.key}: text }\``);
    return [
      ...findings,
      ...columnTypes(about, audience, audience.source),
      ...addresses(about, audience, audience.source),
    ];
  });

const sqlKinds = ['postgres', 'sqlite'];
const sources = [...sqlKinds, 'http', 'command', 'parquet'];

/** The keys that only some audiences have, with the kinds of these. */
const usedBy: Readonly<Record<string, readonly string[]>> = {
  from: sqlKinds,
  params: sqlKinds,
  format: ['http', 'command'],
  columns: sources,
  refresh: sources,
  expect: sources,
  keepFor: sources,
  timeout: sources,
};

/** The key is a column; zone, instant and `where` fit the types of theirs. Names that are not columns are found elsewhere. */
function columnTypes(about: RuleInput, audience: Audience, { columns }: Source): Diagnostic[] {
  const { tree, campaign } = about;
  const { name, key, timezone, lastInbound } = audience;
  const at: Path = ['audiences', name];
  if (Object.keys(columns).length === 0) return [];
  const wrong = (path: Path, column: string, words: string, allowed: readonly ColumnType[]): Diagnostic[] => {
    const type = columns[column];
    if (type === undefined || allowed.includes(type)) return [];
    const related = [{ message: 'its type is here', span: valueSpan(tree, [...at, 'columns', column]) }];
    return [
      finding('CS6034', valueSpan(tree, path), `\`${column}\` is ${words}, but its type is \`${type}\``, { related }),
    ];
  };
  return [
    ...(key in columns || isMisshapen(about, [...at, 'columns', key])
      ? wrong([...at, 'key'], key, 'the number of a recipient', ['text', 'number'])
      : [
          finding('CS6008', valueSpan(tree, [...at, 'key']), `\`columns\` has no \`${key}\`, the key of the audience`, {
            hint: `add it: \`${key}: text\``,
          }),
        ]),
    ...('column' in timezone ? wrong([...at, 'timezone', 'column'], timezone.column, 'a time zone', ['text']) : []),
    ...(lastInbound === undefined
      ? []
      : wrong([...at, 'lastInbound'], lastInbound.column, ...lastInboundAs(lastInbound))),
    ...conditionsOf(campaign).flatMap(({ audience: of, column, conditions, path }) => {
      const type = columns[column];
      if (of !== name || type === undefined) return [];
      return conditions.flatMap((condition) => {
        const odd = oddIn(condition, type);
        if (odd === undefined) return [];
        const message = `${odd} matches no cell: the type of \`${column}\` is \`${type}\``;
        return [finding('CS6034', valueSpan(tree, path), message)];
      });
    }),
  ];
}

/** With a format it is a text, as somebody wrote it. */
function lastInboundAs({ format }: LastInbound): [words: string, allowed: readonly ColumnType[]] {
  return format === undefined ? ['an instant', ['instant']] : ['a time that `format` describes', ['text']];
}

/** What of a condition cannot be true of cells of this type. */
function oddIn(condition: Condition, type: ColumnType): string | undefined {
  switch (condition.kind) {
    case 'oneOf':
    case 'not': {
      const odd = condition.values.find((value) => value !== '' && !fits(type, value));
      return odd === undefined ? undefined : `\`${odd}\``;
    }
    case 'atLeast':
    case 'atMost':
      return type === 'number' || type === 'text' ? undefined : `\`${condition.kind}\``;
    case 'before':
    case 'after':
      return type === 'instant' || type === 'date' || type === 'text' ? undefined : `\`${condition.kind}\``;
    case 'matches':
    case 'notMatches':
      return undefined;
    default:
      return condition satisfies never;
  }
}

function fits(type: ColumnType, value: string): boolean {
  switch (type) {
    case 'text':
      return true;
    case 'number':
      return value.trim() !== '' && Number.isFinite(Number(value));
    case 'boolean':
      return value === 'true' || value === 'false';
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(value);
    case 'instant':
      return writtenInstant(value) === 'clock' && value.endsWith('Z');
    default:
      return type satisfies never;
  }
}

/** An address has no secret in it and is not read without encryption; no two audiences share the variable of theirs. */
function addresses({ campaign, tree }: RuleInput, audience: Audience, { origin }: Source): Diagnostic[] {
  const span = valueSpan(tree, ['audiences', audience.name, keyOf(origin)]);
  const twin = campaign.audiences.find(
    (other) =>
      other.name < audience.name &&
      other.source !== undefined &&
      addressVariable(other.name) === addressVariable(audience.name),
  );
  const findings =
    twin === undefined
      ? []
      : [
          finding(
            'CS6030',
            keySpan(tree, ['audiences', audience.name]),
            `\`${audience.name}\` and \`${twin.name}\` would both read the variable ${addressVariable(audience.name)}`,
            { hint: 'rename one of them' },
          ),
        ];
  if (origin.kind !== 'http') return findings;
  const url = URL.canParse(origin.url) ? new URL(origin.url) : undefined;
  if (url === undefined) return [...findings, finding('CS2007', span, `\`${origin.url}\` is not an address`)];
  if (url.protocol === 'https:' || isLoopback(url.hostname)) {
    const secret = [...url.searchParams.keys()].find((name) => /token|secret|signature|password|key$/i.test(name));
    if (secret === undefined) return findings;
    const hint = `set ${addressVariable(audience.name)} to the whole address, and write it here without its parameters`;
    return [...findings, warning('CS6030', span, `The parameter \`${secret}\` looks like a secret`, hint)];
  }
  return [
    ...findings,
    finding('CS6030', span, 'Recipients are read over https only', { hint: 'plain http works on this machine alone' }),
  ];
}
