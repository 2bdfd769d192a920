import type { Import, SourceModule } from './source-module.ts';

/** Looks at all modules of `src/` and says, a sentence each, what breaks the rule. */
export type Rule = (modules: readonly SourceModule[]) => string[];

/** Rooms in the order in which they may know each other: each imports only from those before it. */
const layers = [
  'diagnostic',
  'time',
  'job',
  'service',
  'web',
  'audience',
  'campaign',
  'snapshot',
  'ledger',
  'schedule',
  'plan',
  'run',
  'project',
  'audit',
  'report',
  'notice',
  'rehearsal',
  'watch',
  'metrics',
  'forget',
  'control',
  'library',
  'cli',
];

/** Rooms that know only these of the rooms before them. */
const onlyKnows: Readonly<Record<string, readonly string[]>> = {
  sandbox: ['diagnostic', 'time', 'service', 'web'],
  web: ['service'],
};

/** The auditor checks what these rooms decide, so it must not share their mistakes. */
const neverKnows: Readonly<Record<string, readonly string[]>> = { audit: ['schedule', 'plan', 'run'] };

/** A page runs in a browser: what it shares with the server touches nothing of this machine. Its own folder is known. */
const pages: Readonly<Record<string, readonly string[]>> = {
  'src/control/page/': [
    'src/control/shown/bursts.ts',
    'src/control/shown/views.ts',
    'src/control/shown/people-views.ts',
    'src/control/shown/words.ts',
    'src/diagnostic/count-words.ts',
    'src/report/diagnostics/split-hint.ts',
    'src/report/number-places.ts',
    'src/web/page/',
  ],
  'src/sandbox/inbox/page/': [
    'src/sandbox/admin-api/shown.ts',
    'src/service/contract/formatted-text.ts',
    'src/service/operations/definition/message.ts',
    'src/web/page/',
  ],
  'src/web/page/': ['src/service/contract/formatted-text.ts'],
};

/** Whether a module may be on this page: it is in its folder, or on another page that may import from it. */
function isOnPage(path: string, page: string): boolean {
  return Object.entries(pages).some(([own, known]) => path.startsWith(own) && [own, ...known].includes(page));
}

/** The only room except cli/ that runs the engine against the sandbox in one process. */
const knowsSandbox = 'rehearsal';

/** Where the ledger is: in a file, or in a store. The other rooms see neither. */
const backends = [
  ['src/ledger/sqlite/', 'src/ledger/contacts/sqlite/'],
  ['src/ledger/postgres/', 'src/ledger/contacts/store/'],
];

function backendOf(path: string): readonly string[] | undefined {
  return backends.find((folders) => folders.some((folder) => path.startsWith(folder)));
}

/** Who uses databases: the ledger, and those who have one of their own, or read one of somebody else. */
const databases = 'src/platform/sql/';
const usesDatabases = ['src/ledger/', 'src/platform/', 'src/sandbox/journal/', 'src/snapshot/'];

/** What makes the host of a command, and what runs before there is one. */
const makesTheHost = ['src/cli/main.ts', 'src/cli/command-line.ts', 'src/cli/keep-compiled.ts'];

const portsFile = 'src/platform/ports.ts';

/** The one file, or the folder, that imports each library when the code runs; its room may use the library's types. */
const onlyImporter: Readonly<Record<string, string>> = {
  yaml: 'src/campaign/yaml/',
  ajv: 'src/campaign/schema/validate.ts',
  'ajv-formats': 'src/campaign/schema/validate.ts',
  liquidjs: 'src/campaign/template/liquid-engine.ts',
  'csv-parse': 'src/audience/csv-reader.ts',
  'big.js': 'src/audience/decimal.ts',
  'lossless-json': 'src/diagnostic/exact-json.ts',
  diff: 'src/plan/difference/compare-plans.ts',
  luxon: 'src/time/local-time.ts',
  undici: 'src/service/http/client.ts',
  'p-limit': 'src/run/send/local-dispatcher.ts',
  chokidar: 'src/watch/watcher.ts',
  'libphonenumber-js': 'src/audience/number/',
  libsql: 'src/platform/sql/sqlite.ts',
  pg: 'src/platform/sql/postgres.ts',
  hyparquet: 'src/snapshot/sources/read-parquet.ts',
  'hyparquet-compressors': 'src/snapshot/sources/read-parquet.ts',
  'prom-client': 'src/metrics/run-metrics.ts',
  'pg-boss': 'src/ledger/postgres/workers/queue.ts',
  'node:sqlite': 'src/platform/sql/sqlite.ts',
};

/** Rooms and files without any disk, network, time or chance of their own. */
const pure = [
  'src/diagnostic/',
  'src/time/',
  'src/job/',
  'src/service/contract/',
  'src/service/operations/',
  'src/service/validate/',
  'src/audience/',
  'src/campaign/',
  'src/ledger/backend.ts',
  'src/ledger/refusal.ts',
  'src/ledger/change.ts',
  'src/ledger/contacts/facts.ts',
  'src/ledger/contacts/judge-contact.ts',
  'src/ledger/contacts/judge-contact.ts',
  'src/ledger/contacts/judge-changes.ts',
  'src/schedule/',
  'src/plan/',
  'src/run/decide/',
  'src/run/event.ts',
  'src/audit/',
  'src/report/',
  'src/control/shown/',
  'src/sandbox/ledger/',
];

/** They compute and touch nothing. */
const pureBuiltins = /^node:(?:buffer|crypto|module|path|stream|util|zlib)$/;

const renderers = 'src/report/render/';

/** A tag, or what only Markdown has: a heading, bold words around a value, a fence, a quotation, the line below a table's head. */
const writtenMarkup =
  /<\/?(?:[abips]|bdi|br|code|d[dlt]|details|div|em|footer|h[1-6]|header|li|main|[ou]l|rect|section|small|span|summary|svg|t[dhr]|table)(?:\s[^>]*)?>|['"`]#{1,4} |\*\*\$\{|['"`]> (?:\[!|\$\{)|\|--|`{3}/;

const ambient: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bDate\.now\b/, 'Date.now'],
  [/\bnew Date\(\s*\)/, 'new Date()'],
  [/\bDateTime\.(?:now|local|utc)\(\s*\)/, 'DateTime.now'],
  [/\bMath\.random\b/, 'Math.random'],
  [/\brandom(?:UUID|Bytes|Int)\b/, 'randomness of the system'],
  [/\bperformance\.now\b/, 'performance.now'],
  [/(?<![.\w])process\s*\./, 'process'],
  [/(?<![.\w])console\s*\./, 'console'],
  [/(?<![.\w])(?:setTimeout|setInterval|setImmediate)\b/, 'a timer'],
  [/\bglobalThis\.\w/, 'globalThis'],
];

export const rules = {
  'a room imports only from the rooms before it': (modules) =>
    modules.flatMap((module) => edges(module).flatMap((edge) => wrongDirection(module, edge))),
  'no room above ledger/ imports a backend': (modules) =>
    modules.flatMap((module) =>
      edges(module)
        .filter(({ file }) => backendOf(file) !== undefined && roomOf(file) !== roomOf(module.path))
        .map(({ file }) => `${module.path} imports ${file}: a backend is known to ${roomOf(file)}/ only`),
    ),
  'a backend imports no other backend': (modules) =>
    modules.flatMap((module) => {
      const own = backendOf(module.path);
      if (own === undefined) return [];
      return edges(module)
        .filter(({ file }) => backendOf(file) !== undefined && backendOf(file) !== own)
        .map(({ file }) => `${module.path} imports ${file}: what both backends need is in ledger/ itself`);
    }),
  'only the ledger uses its databases': (modules) =>
    modules
      .filter(({ path }) => !usesDatabases.some((place) => path.startsWith(place)))
      .flatMap((module) =>
        edges(module)
          .filter(({ file }) => file.startsWith(databases))
          .map(({ file }) => `${module.path} imports ${file}: what it reads or writes there belongs into ledger/`),
      ),
  'a page imports only what a browser may run': (modules) =>
    modules.flatMap((module) => {
      const [page, known] = Object.entries(pages).find(([folder]) => module.path.startsWith(folder)) ?? ['', []];
      return edges(module)
        .filter(({ file, kind }) => kind !== 'type' && ![page, ...known].some((place) => file.startsWith(place)))
        .map(({ file }) => `${module.path} imports ${file}: a browser would get it`);
    }),
  'nobody but a page imports what is on it': (modules) =>
    modules.flatMap((module) =>
      edges(module)
        .filter(({ file }) => Object.keys(pages).some((page) => file.startsWith(page) && !isOnPage(module.path, page)))
        .map(({ file }) => `${module.path} imports ${file}: it runs in a browser`),
    ),
  'a command imports no other command': (modules) =>
    modules
      .filter(({ path }) => path.startsWith('src/cli/commands/'))
      .flatMap((module) =>
        edges(module)
          .filter(({ file }) => file.startsWith('src/cli/commands/'))
          .map(({ file }) => `${module.path} imports ${file}: what both need is not a command`),
      ),
  'a command asks its host, not the process': (modules) =>
    modules
      .filter(({ path }) => path.startsWith('src/cli/') && !makesTheHost.includes(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\bprocess\.(?:on|once|off|exit|cwd|env|stdin|stdout|stderr|argv)\b/g)].map(
          ([word]) => `${path} uses ${word}: take what the host has`,
        ),
      ),
  'a campaign is read, and its state is opened, in project/': (modules) =>
    matching(
      modules.filter(({ path }) => !/^src\/(?:campaign|ledger|project)\/|^test\//.test(path)),
      /(?<!function )\b(?:loadCampaign|forgottenIn|readProjectLedger|openProjectContacts)\(/,
      'opens a part of a project: project/ does that for everybody',
    ),
  'the rig imports no command line': (modules) =>
    modules
      .filter(({ path }) => path.startsWith('test/rig/'))
      .flatMap((module) =>
        edges(module)
          .filter(({ file }) => file.startsWith('src/cli/'))
          .map(({ file }) => `${module.path} imports ${file}: the rig takes the command line as it was built`),
      ),
  'one module decides what a run is': (modules) =>
    matching(
      modules.filter(({ path }) => path !== 'src/run/run-state.ts' && !path.startsWith('src/ledger/')),
      /\bended\??\.exitCode\b|\.carriedOut\s*[!=]==/,
      'decides what a run is: ask run/run-state.ts',
    ),
  'a library is imported in one place': (modules) => modules.flatMap(wrongImporters),
  'a pure room has no disk, network, time or chance of its own': (modules) =>
    modules.filter(isPure).flatMap(impurities),
  'no import leads back to where it began': (modules) =>
    cycles(modules).map((cycle) => `import cycle: ${cycle.join(' -> ')}`),
  'every import leads to a file that is there': (modules) => missingFiles(modules),
  'nothing is exported as default': (modules) =>
    matching(modules, /\bexport\s+(?:default\b|\{[^}]*\bas\s+default\b)/, 'has a default export; give it a name'),
  'nothing is of type any': (modules) =>
    matching(modules, /(?:[:<,|&=]|\bas)\s*any\b(?!\s*(?:[(:.?]|=>))|\bany\[\]/, 'uses `any`; use `unknown` and look'),
  'no finding of the compiler is silenced': (modules) =>
    modules
      .filter(({ text }) => /@ts-(?:ignore|nocheck)/.test(text))
      .map(({ path }) => `${path} silences the compiler; fix the type`),
  'there are no drawers': (modules) =>
    modules
      .filter(({ path }) => /(?:^|[/-])(?:utils?|helpers?|common|misc)(?=[/.-])/.test(path))
      .map(({ path }) => `${path} is a drawer; name the idea that it holds`),
  'only report/render/ writes HTML or Markdown of what is reported': (modules) =>
    modules.flatMap(({ path, text }) => {
      if (!path.startsWith('src/report/') || path.includes('.gen.') || path.startsWith(renderers)) return [];
      const lines = text.split('\n');
      const at = lines.findIndex((line) => !/^\s*(?:\/?\*|\/\/)/.test(line) && writtenMarkup.test(line));
      return at === -1 ? [] : [`${path}:${at + 1} writes markup; make a document, and let report/render/ do it`];
    }),
  'an index.ts holds no logic': (modules) =>
    matching(
      modules.filter(({ path }) => path.endsWith('/index.ts')),
      /\b(?:function|class|if|for|while|switch|let)\b|=>\s*\{/,
      'holds logic; an index is a lookup table or the public API',
    ),
  'a file has at most 400 lines': (modules) =>
    modules
      .filter(({ path }) => !path.includes('.gen.'))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > 400)
      .map(({ path, lines }) => `${path} has ${lines} lines; which two things live there?`),
  'a file is named in kebab-case': (modules) =>
    modules
      .filter(
        ({ path }) =>
          !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|gen|bench|soak))?\.ts$/.test(path.split('/').at(-1) ?? ''),
      )
      .map(({ path }) => `${path} is not named in kebab-case`),
} as const satisfies Record<string, Rule>;

interface Edge extends Import {
  readonly file: string;
}

function edges(module: SourceModule): Edge[] {
  return module.imports.filter((edge): edge is Edge => edge.file !== undefined);
}

/** `plan` of `src/time/window.ts`; `index.ts` of the public API. */
function roomOf(path: string): string {
  return path.split('/')[1] ?? '';
}

function wrongDirection(module: SourceModule, edge: Edge): string[] {
  if (edge.file === portsFile) return [];
  const [from, to] = [roomOf(module.path), roomOf(edge.file)];
  const breach = (why: string): string[] => [`${module.path} imports ${edge.file}: ${why}`];
  // Its version is there, and nowhere else.
  if (edge.file === 'package.json' && from === 'cli') return [];
  if (!edge.file.startsWith('src/')) return breach('it is outside src/');
  if (from === to) return [];
  if (to === 'cli') return breach('nobody imports cli/');
  if (from === 'index.ts') return [];
  if (to === 'library') return breach('only the public API imports library/');
  // Both are where the parts are put together.
  if (from === 'cli' || from === 'library') return [];
  if (from === 'platform') return breach('platform/ knows no other room');
  if (edge.file.startsWith('src/platform/node-'))
    return breach('only cli/ and library/ take the Node versions of the ports');
  if (to === 'platform') return isPure(module) ? breach('a pure room knows only platform/ports.ts') : [];
  if (to === 'sandbox') return from === knowsSandbox ? [] : breach('it meets sandbox/ over HTTP only');
  const only = onlyKnows[from];
  if (only !== undefined && !only.includes(to)) return breach(`${from}/ knows only ${listed([...only, 'platform'])}`);
  if (neverKnows[from]?.includes(to)) return breach(`${from}/ must not know ${to}/`);
  if (from === 'sandbox') return [];
  if (layers.indexOf(to) === -1) return breach(`there is no room ${to}/`);
  return layers.indexOf(to) < layers.indexOf(from) ? [] : breach(`${from}/ comes before ${to}/`);
}

function listed(rooms: readonly string[]): string {
  const names = rooms.map((room) => `${room}/`);
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function wrongImporters(module: SourceModule): string[] {
  return module.imports.flatMap(({ from, kind }) => {
    const library = Object.keys(onlyImporter).find((name) => from === name || from.startsWith(`${name}/`));
    const only = library === undefined ? undefined : onlyImporter[library];
    if (only === undefined || module.path === only) return [];
    if (only.endsWith('/') && module.path.startsWith(only)) return [];
    if (kind === 'type' && roomOf(module.path) === roomOf(only)) return [];
    return [`${module.path} imports ${from}: only ${only} may`];
  });
}

function isPure(module: SourceModule): boolean {
  return pure.some((place) => module.path.startsWith(place));
}

function impurities(module: SourceModule): string[] {
  const builtins = module.imports
    .filter(({ from, kind }) => from.startsWith('node:') && !pureBuiltins.test(from) && kind === 'value')
    .map(({ from }) => `${module.path} is pure but imports ${from}`);
  const used = ambient.filter(([pattern]) => pattern.test(module.code));
  return [...builtins, ...used.map(([, name]) => `${module.path} is pure but uses ${name}`)];
}

function missingFiles(modules: readonly SourceModule[]): string[] {
  const known = new Set(modules.map(({ path }) => path));
  return modules.flatMap((module) =>
    edges(module)
      .filter(({ file }) => file.endsWith('.ts') && !known.has(file))
      .map(({ file }) => `${module.path} imports ${file}: there is no such file`),
  );
}

function matching(modules: readonly SourceModule[], pattern: RegExp, what: string): string[] {
  return modules.flatMap(({ path, code }) => {
    const at = code.search(pattern);
    return at === -1 ? [] : [`${path}:${code.slice(0, at).split('\n').length} ${what}`];
  });
}

/** One cycle of imports, of types too, per place where following them comes back; depth first, each module once. */
function cycles(modules: readonly SourceModule[]): string[][] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const done = new Set<string>();
  const found: string[][] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const seen = trail.indexOf(path);
    if (seen !== -1) found.push([...trail.slice(seen), path]);
    const module = byPath.get(path);
    if (seen !== -1 || done.has(path) || module === undefined) return;
    for (const edge of edges(module)) visit(edge.file, [...trail, path]);
    done.add(path);
  };
  for (const module of modules) visit(module.path, []);
  return found;
}

/** Every path that a rule names. */
export const namedPaths: readonly string[] = [
  ...new Set([
    portsFile,
    ...Object.values(onlyImporter),
    ...pure,
    ...backends.flat(),
    ...usesDatabases,
    databases,
    renderers,
    ...Object.values(pages).flat(),
  ]),
];
export const namedRooms: readonly string[] = [
  ...new Set([...layers, ...Object.keys(onlyKnows), ...Object.keys(neverKnows), knowsSandbox]),
];
