import { parseDuration } from '../../time/duration.ts';
import type { AudienceInput } from '../schema/campaign-input.gen.ts';
import { valueSpan, type YamlTree } from '../yaml/yaml-tree.ts';
import type { Origin, RowFormat, Source } from './source.ts';

/** The source of an audience with defaults applied; undefined for a CSV or JSONL file, which is read as it is. */
export function lowerSource(name: string, input: AudienceInput, tree: YamlTree): Source | undefined {
  const origin = originOf(input);
  if (origin === undefined) return undefined;
  const { columns = {}, refresh = 'frozen', expect = {}, keepFor, timeout = '10m' } = input;
  const { rows = {}, change } = expect;
  return {
    origin,
    columns,
    refresh,
    expect: {
      atLeast: rows.atLeast ?? 1,
      atMost: rows.atMost ?? Number.POSITIVE_INFINITY,
      change: change === undefined ? undefined : Number(change.slice(0, -1)) / 100,
    },
    keepForMs: keepFor === undefined ? undefined : parseDuration(keepFor),
    timeoutMs: parseDuration(timeout),
    span: valueSpan(tree, ['audiences', name, keyOf(origin)]),
  };
}

/** The key of the audience that names its source. */
export function keyOf({ kind }: Origin): 'sql' | 'http' | 'command' | 'file' {
  if (kind === 'http' || kind === 'command') return kind;
  return kind === 'parquet' ? 'file' : 'sql';
}

function originOf({
  sql,
  from = 'postgres',
  params = {},
  http,
  command,
  file,
  format,
  sep,
  encoding,
}: AudienceInput): Origin | undefined {
  if (sql !== undefined) return { kind: from, file: sql, params };
  if (http !== undefined) return { kind: 'http', url: http, format: format ?? formatOf(http), sep, encoding };
  if (command !== undefined) return { kind: 'command', argv: command, format: format ?? 'csv', sep, encoding };
  return file?.endsWith('.parquet') ? { kind: 'parquet', file } : undefined;
}

function formatOf(url: string): RowFormat {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  return /\.(ndjson|jsonl)(\.gz)?$/.test(path) ? 'ndjson' : 'csv';
}
