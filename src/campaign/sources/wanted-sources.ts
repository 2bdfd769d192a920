import { createHash } from 'node:crypto';
import type { Scalar } from '../../audience/scalar.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { listed } from '../../diagnostic/did-you-mean.ts';
import type { SourceFile } from '../../diagnostic/source-file.ts';
import { type Files, isUnreadable } from '../../platform/ports.ts';
import { homeZone } from '../audiences/audience-file.ts';
import type { Audience, Campaign } from '../campaign.ts';
import { type CampaignPaths, locate, missingFile } from '../campaign-paths.ts';
import { type RenderContext, withoutRun } from '../request/rendering.ts';
import { bindVariables } from '../request/request.ts';
import { finding, isMisshapen, type RuleInput } from '../rules/rule.ts';
import { isMissing, type TemplateCompiler } from '../template/template.ts';
import { keySpan, valueSpan } from '../yaml/yaml-tree.ts';
import type { Origin, Snapshot, Source } from './source.ts';
import { parseSql, type SqlProblem, type SqlStatement } from './sql-statement.ts';

/** An audience whose rows are to be chosen or read. */
export interface WantedSource {
  readonly audience: Pick<Audience, 'name' | 'key' | 'country' | 'countryColumn' | 'span'>;
  /** Where its people are: a zone. */
  readonly zone: string;
  readonly source: Source;
  readonly query: SourceQuery;
  /** What people call it: `postgres audiences/lapsed.sql`. */
  readonly shown: string;
  /** A digest of all that says which rows and columns these are; another one is another list. */
  readonly definition: string;
}

/** What the source is asked, with nothing left to be filled in. */
export type SourceQuery =
  | { readonly kind: 'postgres' | 'sqlite'; readonly text: string; readonly values: readonly Scalar[] }
  | { readonly kind: 'parquet'; readonly path: string }
  | Extract<Origin, { kind: 'http' | 'command' }>;

/** Chooses the snapshot of each source, or reads one. What is wrong is a finding; no snapshot is used then. */
export type ChooseSnapshots = (request: {
  readonly wanted: readonly WantedSource[];
  readonly campaign: Campaign;
  /** Folder of the campaign file, absolute. */
  readonly directory: string;
}) => Promise<{ readonly snapshots: ReadonlyMap<string, Snapshot>; readonly diagnostics: readonly Diagnostic[] }>;

interface NotAsked {
  readonly diagnostics: readonly Diagnostic[];
  readonly isOpen?: true;
}

/** Reads the statements, and fills in their parameters. Nothing is asked of a source. */
export async function wantSources(
  files: Files,
  paths: CampaignPaths,
  about: RuleInput & { readonly compiler: TemplateCompiler },
  values: Pick<RenderContext, 'inputs' | 'env'>,
) {
  const wanted: WantedSource[] = [];
  /** Of statements, by path as written. */
  const hashes: Record<string, string> = {};
  /** Audiences with a parameter that has no value here. */
  const open: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const audience of about.campaign.audiences) {
    const { source, name, key, country, countryColumn } = audience;
    if (source === undefined) continue;
    const { origin, columns } = source;
    const found = await queryOf(source);
    if ('diagnostics' in found) {
      diagnostics.push(...found.diagnostics);
      if (found.isOpen) open.push(name);
      continue;
    }
    const asked =
      found.query.kind === 'parquet' ? { kind: 'parquet', path: 'file' in origin && origin.file } : found.query;
    const definition = createHash('sha256')
      .update(
        JSON.stringify([asked, columns, key, country ?? '', ...(countryColumn === undefined ? [] : [countryColumn])]),
      )
      .digest('hex');
    wanted.push({
      audience,
      zone: homeZone(about.campaign, audience),
      source,
      query: found.query,
      shown: shownOrigin(source),
      definition,
    });

    async function queryOf({ origin, span }: Source): Promise<{ query: SourceQuery } | NotAsked> {
      if (!('file' in origin)) return { query: origin };
      const located = await locate(files, paths, origin.file);
      if (located.kind !== 'found') {
        const { kind } = located;
        return { diagnostics: [await missingFile(files, paths, { written: origin.file, kind, span })] };
      }
      if (origin.kind === 'parquet') return { query: { kind: origin.kind, path: located.path } };
      const text = await files.readText(located.path, statementMostBytes);
      if (text === undefined || isUnreadable(text)) {
        const words = text === undefined ? 'is gone' : text.words;
        return { diagnostics: [finding('CS1019', span, `\`${origin.file}\` ${words}`)] };
      }
      hashes[origin.file] = createHash('sha256').update(text).digest('hex');
      const file = { path: paths.shown(origin.file), text };
      const statement = parseSql(text, origin.kind);
      if ('kind' in statement) return { diagnostics: [statementFinding(statement, file, source!)] };
      const misnamed = paramFindings(about, name, statement, Object.keys(origin.params), file);
      if (misnamed.length > 0) return { diagnostics: misnamed };
      const params = renderParams(about, origin.params, values);
      if (params === undefined) return { diagnostics: [], isOpen: true };
      return {
        query: { kind: origin.kind, text: statement.text, values: statement.params.map((one) => params[one]!) },
      };
    }
  }
  return { wanted, hashes, open, diagnostics };
}

const statementMostBytes = 1_000_000;

/** How people name a source; a command by its program alone, as its arguments may be long. */
function shownOrigin({ origin }: Source): string {
  switch (origin.kind) {
    case 'postgres':
    case 'sqlite':
      return `${origin.kind} ${origin.file}`;
    case 'parquet':
      return origin.file;
    case 'http':
      return URL.canParse(origin.url) ? `${new URL(origin.url).host}${new URL(origin.url).pathname}` : 'http';
    case 'command':
      return `command ${origin.argv[0] ?? ''}`;
    default:
      return origin satisfies never;
  }
}

function statementFinding({ kind, at, word = '' }: SqlProblem, file: SourceFile, { span }: Source): Diagnostic {
  const place = { file, start: at, end: Math.min(at + Math.max(word.length, 2), file.text.length) };
  const found = (message: string, hint: string): Diagnostic =>
    finding('CS6031', place, message, { hint, related: [{ message: 'named here', span }] });
  switch (kind) {
    case 'template':
      return found(
        'A statement cannot have a template',
        'write a parameter such as `:tier`, and give its value under `params`: it is bound, and never read as SQL',
      );
    case 'empty':
      return found('There is no statement in this file', 'write one SELECT');
    case 'several':
      return found('There is a second statement here', 'write one SELECT, which may have `WITH` before it');
    case 'notSelect':
      return found(`This statement begins with \`${word}\``, 'write one SELECT, which may have `WITH` before it');
    case 'unclosed':
      return found('This quote or comment is not closed', 'close it');
    default:
      return kind satisfies never;
  }
}

function paramFindings(
  about: RuleInput,
  audience: string,
  { params }: SqlStatement,
  given: readonly string[],
  file: SourceFile,
): Diagnostic[] {
  const { tree, suggest } = about;
  const at = ['audiences', audience, 'params'];
  const absent = [...new Set(params)].filter((name) => !given.includes(name) && !isMisshapen(about, [...at, name]));
  return [
    ...absent.map((name) => {
      const start = Math.max(file.text.indexOf(`:${name}`), 0);
      const hint = suggest(name, given) ?? `add it to the audience: \`params: { ${name}: … }\``;
      const related = [{ message: 'named here', span: valueSpan(tree, ['audiences', audience, 'sql']) }];
      const place = { file, start, end: start + name.length + 1 };
      return finding('CS6031', place, `\`params\` has no \`${name}\``, { hint, related });
    }),
    ...given
      .filter((name) => !params.includes(name))
      .map((name) =>
        finding('CS6031', keySpan(tree, [...at, name]), `The statement has no parameter \`:${name}\``, {
          hint: params.length === 0 ? 'remove it' : `its parameters are ${listed([...new Set(params)], 'and')}`,
        }),
      ),
  ];
}

/** Undefined where a value is missing, which has its own finding. */
function renderParams(
  { campaign, compiler }: { readonly campaign: Campaign; readonly compiler: TemplateCompiler },
  params: Readonly<Record<string, Scalar>>,
  values: Pick<RenderContext, 'inputs' | 'env'>,
): Readonly<Record<string, Scalar>> | undefined {
  const bind = bindVariables(campaign);
  const rendered: Record<string, Scalar> = {};
  for (const [name, written] of Object.entries(params)) {
    const template = typeof written === 'string' ? compiler.compile(written, bind) : undefined;
    if (template === undefined) rendered[name] = written;
    else if (!('render' in template)) return undefined;
    else {
      const value = template.render(withoutRun(values));
      if (value === undefined || value === null || isMissing(value)) return undefined;
      rendered[name] = value as Scalar;
    }
  }
  return rendered;
}
