import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/diagnostic/diagnostic.ts';
import { createRepositoryPaths } from '../../src/platform/repository-paths.ts';
import { diagnosticsPrinters } from '../../src/report/diagnostics/printers.ts';

let root = '';

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'callsheet-')));
  for (const folder of ['git/.git', 'git/campaigns', 'git/work/campaigns', 'bare/campaigns', 'tree'])
    await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, 'tree/.git'), 'gitdir: ../git/.git/worktrees/tree\n');
  await symlink(join(root, 'git'), join(root, 'link'));
  await symlink(join(root, 'bare/campaigns'), join(root, 'git/elsewhere'));
});
afterAll(() => rm(root, { recursive: true }));

describe('the path of a finding, for what shows it beside its line', () => {
  test.each([
    ['git', 'campaigns/c.yaml', '', 'campaigns/c.yaml'],
    ['git', './campaigns/../campaigns/c.yaml', '', 'campaigns/c.yaml'],
    ['git/campaigns', 'c.yaml', '', 'campaigns/c.yaml'],
    ['git/campaigns', '../c.yaml', '', 'c.yaml'],
    ['git/campaigns', '/git/campaigns/c.yaml', '', 'campaigns/c.yaml'],
    ['tree', 'c.yaml', '', 'c.yaml'],
    // The folder of the repository is one of a larger one, or is checked out into one of the workspace.
    ['git/work', 'campaigns/c.yaml', '/git/work', 'campaigns/c.yaml'],
    ['.', 'git/campaigns/c.yaml', '/', 'campaigns/c.yaml'],
    // Without git.
    ['bare/campaigns', 'c.yaml', '/bare', 'campaigns/c.yaml'],
    ['bare', './campaigns/c.yaml', '', 'campaigns/c.yaml'],
    ['bare/campaigns', '../c.yaml', '/elsewhere', '/bare/c.yaml'],
    // One folder with two names.
    ['link/campaigns', 'c.yaml', '/git', 'campaigns/c.yaml'],
    ['git/campaigns', 'c.yaml', '/link', 'campaigns/c.yaml'],
    ['git', 'elsewhere/c.yaml', '', 'elsewhere/c.yaml'],
  ])('in %s, %s (workspace %s) is %s', (cwd, path, workspace, expected) => {
    const here = (name: string): string => (name.startsWith('/') ? join(root, name) : name);
    const env = workspace === '' ? {} : { GITHUB_WORKSPACE: here(workspace) };
    expect(createRepositoryPaths(join(root, cwd), env)(here(path))).toBe(here(expected));
  });
});

test('paths and messages with letters that mean something there are escaped', () => {
  const file = { path: '/w/a b/50%:,é\n#?.yaml', text: 'a\n' };
  const span = { file, start: 0, end: 1 };
  const related = [{ message: 'there', span }];
  const finding: Diagnostic = { code: 'CS2001', severity: 'error', message: '50% ::x', hint: 'a, b', span, related };
  const report = { files: [], diagnostics: [finding], hidden: 0, errorCount: 1, warningCount: 0 };
  const style = { colour: false, repositoryPath: (path: string) => path.replace('/w/', '') };
  expect(diagnosticsPrinters.github(report, style)).toBe(
    '::error file=a b/50%25%3A%2Cé%0A#?.yaml,line=1,endLine=1,col=1,endColumn=2,title=CS2001::50%25 ::x%0Aa, b%0Aa b/50%25:,é\\n#?.yaml:1:1 there\n',
  );
  const uris = (text: string): unknown[] => text.match(/"uri": ".*"/g) ?? [];
  const relative = '"uri": "a%20b/50%25%3A%2C%C3%A9%0A%23%3F.yaml"';
  expect(uris(diagnosticsPrinters.sarif(report, style))).toEqual([relative, relative]);
  const absolute = relative.replace('"a%20b', '"file:///w/a%20b');
  expect(uris(diagnosticsPrinters.sarif(report, { colour: false }))).toEqual([absolute, absolute]);
});
