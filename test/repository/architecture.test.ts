import { describe, expect, test } from 'vitest';
import { namedPaths, namedRooms, rules } from '../rig/architecture-rules.ts';
import { longFiles } from '../rig/long-files.ts';
import { readModules, sourceModule } from '../rig/source-module.ts';

const source = readModules('src');
const tests = readModules('test');

describe('the source', () => {
  test.each(Object.entries(rules))('%s', (_, rule) => {
    expect(rule(source)).toEqual([]);
  });

  test('every path and room that a rule names exists', () => {
    const paths = source.map(({ path }) => path);
    const missing = [...namedPaths, ...namedRooms.map((room) => `src/${room}/`)].filter(
      (named) => !paths.some((path) => path.startsWith(named)),
    );
    expect(missing).toEqual([]);
  });

  test('has modules to look at, with their imports', () => {
    expect(source.length).toBeGreaterThan(10);
    expect(source.find(({ path }) => path === 'src/job/job.ts')?.imports).toContainEqual({
      from: '../platform/ports.ts',
      file: 'src/platform/ports.ts',
      kind: 'type',
    });
  });
});

describe('the tests', () => {
  test.each([
    'nothing is exported as default',
    'nothing is of type any',
    'no finding of the compiler is silenced',
    'there are no drawers',
    'a file has at most 400 lines',
    'a file is named in kebab-case',
    'the rig imports no command line',
  ] as const)('%s', (name) => {
    expect(rules[name](tests)).toEqual([]);
  });

  test('the files that begin first exist', () => {
    const paths = tests.map(({ path }) => path);
    expect(longFiles.filter((file) => !paths.includes(file))).toEqual([]);
  });
});

describe('each rule finds what it is for', () => {
  test.each<[keyof typeof rules, Record<string, string>, string[]]>([
    [
      'a room imports only from the rooms before it',
      {
        'src/plan/plan.ts': `import { run } from '../run/run.ts';\nimport type { Instant } from '../platform/ports.ts';`,
        'src/run/run.ts': `export { serve } from '../sandbox/server.ts';`,
        'src/report/text.ts': `import type { Code } from '../cli/exit-code.ts';`,
        'src/sandbox/server.ts': `import type { Campaign } from '../campaign/campaign.ts';\nimport { statuses } from '../service/statuses.ts';`,
        'src/audit/audit.ts': `import type { Plan } from '../plan/plan.ts';`,
        'src/ledger/backend.ts': `import type { Plan } from '../plan/plan.ts';`,
        'src/rehearsal/kill-everywhere.ts': `import type { Account } from '../sandbox/account.ts';`,
        'src/watch/watcher.ts': `const files = await import('../platform/node-files.ts');`,
        'src/campaign/audience.ts': `import { open } from '../platform/sql/sqlite.ts';`,
        'src/platform/sql/sqlite.ts': `import type { RunReader } from '../../ledger/backend.ts';`,
        'src/job/job.ts': `import { sourceModule } from '../../test/rig/source-module.ts';`,
        'src/cli/main.ts': `import '../platform/node-files.ts';\nimport { serve } from '../sandbox/server.ts';\nimport { run } from '../library/run.ts';`,
        'src/library/run.ts': `import { serve } from '../sandbox/server.ts';\nimport '../cli/main.ts';`,
      },
      [
        'src/plan/plan.ts imports src/run/run.ts: plan/ comes before run/',
        'src/run/run.ts imports src/sandbox/server.ts: it meets sandbox/ over HTTP only',
        'src/report/text.ts imports src/cli/exit-code.ts: nobody imports cli/',
        'src/sandbox/server.ts imports src/campaign/campaign.ts: sandbox/ knows only diagnostic/, time/, service/, web/ and platform/',
        'src/audit/audit.ts imports src/plan/plan.ts: audit/ must not know plan/',
        'src/ledger/backend.ts imports src/plan/plan.ts: ledger/ comes before plan/',
        'src/watch/watcher.ts imports src/platform/node-files.ts: only cli/ and library/ take the Node versions of the ports',
        'src/campaign/audience.ts imports src/platform/sql/sqlite.ts: a pure room knows only platform/ports.ts',
        'src/platform/sql/sqlite.ts imports src/ledger/backend.ts: platform/ knows no other room',
        'src/job/job.ts imports test/rig/source-module.ts: it is outside src/',
        'src/cli/main.ts imports src/library/run.ts: only the public API imports library/',
        'src/library/run.ts imports src/cli/main.ts: nobody imports cli/',
      ],
    ],
    [
      'a page imports only what a browser may run',
      {
        'src/control/page/app.ts': `import type { OverviewView } from '../shown/views.ts';\nimport { overviewView } from '../shown/overview-view.ts';\nimport './live.ts';`,
        'src/sandbox/inbox/page/app.ts': `import { account } from '../../account/account.ts';`,
        'src/control/server/page-files.ts': `import { admit } from './admit.ts';`,
      },
      [
        'src/control/page/app.ts imports src/control/shown/overview-view.ts: a browser would get it',
        'src/sandbox/inbox/page/app.ts imports src/sandbox/account/account.ts: a browser would get it',
      ],
    ],
    [
      'nobody but a page imports what is on it',
      {
        'src/control/page/app.ts': `import './live.ts';`,
        'src/control/server/page-files.ts': `import { App } from '../page/app.ts';`,
      },
      ['src/control/server/page-files.ts imports src/control/page/app.ts: it runs in a browser'],
    ],
    [
      'no room above ledger/ imports a backend',
      {
        'src/cli/open/open-run.ts': `import type { Row } from '../../ledger/sqlite/row.ts';\nimport { createFileBackend } from '../../ledger/file-backend.ts';`,
        'src/ledger/file-backend.ts': `import { open } from './sqlite/row.ts';`,
      },
      ['src/cli/open/open-run.ts imports src/ledger/sqlite/row.ts: a backend is known to ledger/ only'],
    ],
    [
      'a backend imports no other backend',
      {
        'src/ledger/postgres/lease.ts': `import { group } from '../sqlite/group.ts';\nimport { open } from '../guard.ts';\nimport './row.ts';`,
        'src/ledger/file-backend.ts': `import { open } from './sqlite/row.ts';`,
      },
      ['src/ledger/postgres/lease.ts imports src/ledger/sqlite/group.ts: what both backends need is in ledger/ itself'],
    ],
    [
      'only the ledger uses its databases',
      {
        'src/cli/status.ts': `import { openDatabase } from '../platform/sql/sqlite.ts';`,
        'src/ledger/sqlite/read.ts': `import { openDatabase } from '../../platform/sql/sqlite.ts';`,
      },
      ['src/cli/status.ts imports src/platform/sql/sqlite.ts: what it reads or writes there belongs into ledger/'],
    ],
    [
      'a campaign is read, and its state is opened, in project/',
      {
        'src/cli/commands/check.ts': `const found = await loadCampaign({ path });`,
        'src/library/open.ts': `export function loadCampaign(options) { return loadFrom(options); }`,
        'src/project/load.ts': `return loadCampaign(request);`,
      },
      ['src/cli/commands/check.ts:1 opens a part of a project: project/ does that for everybody'],
    ],
    [
      'a command imports no other command',
      {
        'src/cli/commands/watch.ts': `import { run } from './run.ts';\nimport { open } from '../open/open-run.ts';`,
        'src/cli/arguments.ts': `const run = await import('./commands/run.ts');`,
      },
      ['src/cli/commands/watch.ts imports src/cli/commands/run.ts: what both need is not a command'],
    ],
    [
      'a command asks its host, not the process',
      {
        'src/cli/commands/open.ts': `process.once('SIGINT', stop);`,
        'src/cli/main.ts': `process.exitCode = await commandLine(process.argv.slice(2));`,
        'src/platform/node-process.ts': `process.on('SIGINT', listener);`,
      },
      ['src/cli/commands/open.ts uses process.once: take what the host has'],
    ],
    [
      'a library is imported in one place',
      {
        'src/service/http/client.ts': `import { Pool } from 'undici';`,
        'src/run/attempt.ts': `import { Pool } from 'undici';`,
        'src/campaign/yaml/parse.ts': `import { parse } from 'yaml';`,
        'src/campaign/yaml/tree-reader.ts': `import { isMap } from 'yaml';`,
        'src/campaign/rules/maps.ts': `import { isMap } from 'yaml';`,
        'src/campaign/place.ts': `import type { Node } from 'yaml';`,
        'src/plan/place.ts': `import type { Node } from 'yaml';`,
        'src/campaign/rules/times.ts': `const { DateTime } = require('luxon');`,
        'src/sandbox/validate.ts': `import { Ajv2020 } from 'ajv/dist/2020.js';`,
      },
      [
        'src/run/attempt.ts imports undici: only src/service/http/client.ts may',
        'src/campaign/rules/maps.ts imports yaml: only src/campaign/yaml/ may',
        'src/plan/place.ts imports yaml: only src/campaign/yaml/ may',
        'src/campaign/rules/times.ts imports luxon: only src/time/local-time.ts may',
        'src/sandbox/validate.ts imports ajv/dist/2020.js: only src/campaign/schema/validate.ts may',
      ],
    ],
    [
      'a pure room has no disk, network, time or chance of its own',
      {
        'src/plan/window.ts': `import { readFileSync } from 'node:fs';\nconst now = Date.now();`,
        'src/job/key.ts': `import { createHash } from 'node:crypto';\n// Date.now() is not asked\nconst text = 'process.env';`,
        'src/report/text.ts': 'const line = `${new Date()} and console.log`;',
        'src/campaign/rules/one.ts': `const at = new Date(now);\nconst lot = Math.random();\nconsole.log(process.env);\nsetTimeout(at);`,
        'src/service/client.ts': `const now = Date.now();`,
        'src/run/run.ts': `const now = Date.now();`,
      },
      [
        'src/plan/window.ts is pure but imports node:fs',
        'src/plan/window.ts is pure but uses Date.now',
        'src/report/text.ts is pure but uses new Date()',
        'src/campaign/rules/one.ts is pure but uses Math.random',
        'src/campaign/rules/one.ts is pure but uses process',
        'src/campaign/rules/one.ts is pure but uses console',
        'src/campaign/rules/one.ts is pure but uses a timer',
      ],
    ],
    [
      'no import leads back to where it began',
      {
        'src/plan/a.ts': `import { b } from './b.ts';`,
        'src/plan/b.ts': `import { c } from './c.ts';`,
        'src/plan/c.ts': `import { b } from './b.ts';\nimport type { A } from './a.ts';`,
      },
      [
        'import cycle: src/plan/b.ts -> src/plan/c.ts -> src/plan/b.ts',
        'import cycle: src/plan/a.ts -> src/plan/b.ts -> src/plan/c.ts -> src/plan/a.ts',
      ],
    ],
    [
      'every import leads to a file that is there',
      { 'src/plan/a.ts': `import { b } from './b.ts';\nimport valid from './valid.gen.cjs';` },
      ['src/plan/a.ts imports src/plan/b.ts: there is no such file'],
    ],
    [
      'nothing is exported as default',
      {
        'src/plan/a.ts': `// export default\nexport default 3;`,
        'src/plan/b.ts': `export { b as default };`,
        'src/plan/c.ts': `export const c = 1;`,
      },
      ['src/plan/a.ts:2 has a default export; give it a name', 'src/plan/b.ts:1 has a default export; give it a name'],
    ],
    [
      'nothing is of type any',
      {
        'src/plan/a.ts': `\nlet a: any = 1;`,
        'src/plan/b.ts': `const b = a as any;`,
        'src/plan/c.ts': `type C = Map<string, any>;`,
        'src/plan/d.ts': `const any = list.any(one, any => 'x: any');`,
      },
      [
        'src/plan/a.ts:2 uses `any`; use `unknown` and look',
        'src/plan/b.ts:1 uses `any`; use `unknown` and look',
        'src/plan/c.ts:1 uses `any`; use `unknown` and look',
      ],
    ],
    [
      'no finding of the compiler is silenced',
      { 'src/plan/a.ts': '// \x40ts-ignore\nconst a: number = "a";', 'src/plan/b.ts': `const b = 1;` },
      ['src/plan/a.ts silences the compiler; fix the type'],
    ],
    [
      'there are no drawers',
      { 'src/plan/utils.ts': '', 'src/common/a.ts': '', 'src/plan/time-helpers.ts': '', 'src/plan/commonly.ts': '' },
      [
        'src/plan/utils.ts is a drawer; name the idea that it holds',
        'src/common/a.ts is a drawer; name the idea that it holds',
        'src/plan/time-helpers.ts is a drawer; name the idea that it holds',
      ],
    ],
    [
      'the rig imports no command line',
      {
        'test/rig/a.ts': `import { plan } from '../../src/cli/commands/plan.ts';`,
        'test/plan/b.ts': `import { plan } from '../../src/cli/commands/plan.ts';`,
        'src/cli/commands/plan.ts': 'export const plan = 1;',
      },
      ['test/rig/a.ts imports src/cli/commands/plan.ts: the rig takes the command line as it was built'],
    ],
    [
      'only report/render/ writes HTML or Markdown of what is reported',
      {
        'src/report/render/html.ts': 'const bold = `<b>${text}</b>`;',
        'src/report/plan/person.ts': `// <b>Ada</b>\nconst map = new Map<string, Person>();\nconst name = '<b>Ada</b>';`,
        'src/report/jobs/junit.ts': 'const row = `<testcase name="${name}"/>`;',
        'src/report/jobs/reasons.ts': 'const line = `**${reason}**`;',
        'src/report/jobs/table.ts': `const head = '|---|--:|';`,
        'src/control/page/app.ts': 'const bold = html`<b>${text}</b>`;',
      },
      [
        'src/report/plan/person.ts:3 writes markup; make a document, and let report/render/ do it',
        'src/report/jobs/reasons.ts:1 writes markup; make a document, and let report/render/ do it',
        'src/report/jobs/table.ts:1 writes markup; make a document, and let report/render/ do it',
      ],
    ],
    [
      'one module decides what a run is',
      { 'src/run/run-state.ts': 'ended?.exitCode', 'src/cli/a.ts': 'if (status.carriedOut === run) return;' },
      ['src/cli/a.ts:1 decides what a run is: ask run/run-state.ts'],
    ],
    [
      'an index.ts holds no logic',
      {
        'src/report/index.ts': `import { a } from './a.ts';\nexport const reports = { a, b: (x: number) => x };`,
        'src/campaign/rules/index.ts': `export function all() {}`,
      },
      ['src/campaign/rules/index.ts:1 holds logic; an index is a lookup table or the public API'],
    ],
    [
      'a file has at most 400 lines',
      { 'src/plan/a.ts': '\n'.repeat(400), 'src/plan/b.ts': '\n'.repeat(401), 'src/plan/c.gen.ts': '\n'.repeat(900) },
      ['src/plan/b.ts has 401 lines; which two things live there?'],
    ],
    [
      'a file is named in kebab-case',
      { 'src/plan/localTime.ts': '', 'test/Quiet-hours.test.ts': '', 'test/quiet-hours.test.ts': '' },
      ['src/plan/localTime.ts is not named in kebab-case', 'test/Quiet-hours.test.ts is not named in kebab-case'],
    ],
  ])('%s', (name, files, findings) => {
    expect(rules[name](Object.entries(files).map(([path, text]) => sourceModule(path, text)))).toEqual(findings);
  });

  test('every rule has such a proof', ({ task }) => {
    const proofs = task.suite?.tasks.map((proof) => proof.name) ?? [];
    expect(Object.keys(rules).filter((name) => !proofs.includes(name))).toEqual([]);
  });
});

describe('the scanner', () => {
  test('keeps code and blanks comments, texts and patterns', () => {
    const { code } = sourceModule(
      'src/a.ts',
      [
        "const a = 'it\\'s'; // c",
        'const b = `x${f({ y: `z` })}w`;',
        'const c = /["\'/*]/.test(d) / 2;',
        '/* any\n */ e();',
      ].join('\n'),
    );
    expect(code).toBe(
      [
        "const a = '     ';     ",
        'const b = ` ${f({ y: ` ` })} `;',
        'const c =         .test(d) / 2;',
        '      \n    e();',
      ].join('\n'),
    );
  });

  test('tells imports of types from imports of values', () => {
    const { imports } = sourceModule(
      'src/plan/a.ts',
      [
        "import type { A } from './a.ts';",
        "import {\n  b,\n  type C,\n} from '../job/b.ts';",
        "import * as d from 'd';",
        "import './e.ts';",
        "export type { F } from './f.ts';",
        "export * from './g.ts';",
        "const h = await import('h');",
        'const text = "import { no } from \'no\'";',
        "// import { no } from 'no';",
      ].join('\n'),
    );
    expect(imports.map(({ from, file, kind }) => `${kind} ${file ?? from}`)).toEqual([
      'type src/plan/a.ts',
      'value src/job/b.ts',
      'value d',
      'value src/plan/e.ts',
      'type src/plan/f.ts',
      'value src/plan/g.ts',
      'value h',
    ]);
  });
});
