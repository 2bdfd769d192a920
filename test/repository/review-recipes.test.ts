import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { isLong, sampleOf } from '../rig/sample-of.ts';

/** The jobs of docs/recipes.md that write what a change makes of a plan below its request, carried out in a repository as GitHub and GitLab do it. */
const recipes = [...readFileSync('docs/recipes.md', 'utf8').matchAll(/^```yaml\n([^]*?)^```$/gm)].map(
  ([, text = '']) => text,
);
const recipeWith = (words: string): string => recipes.find((text) => text.includes(words)) ?? '';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-recipes-'));
const bin = join(folder, 'bin');
const repository = join(folder, 'repository');
let [empty, base, head] = ['', '', ''];

async function shell(script: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const own = { HOME: folder, PATH: `${bin}:${process.env['PATH']}`, XDG_STATE_HOME: join(folder, 'state') };
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd: repository,
    env: { ...own, ...env },
  });
  return stdout.trim();
}

/** What a build machine has, and this one need not: it is only looked at that they are called. */
function program(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
}

beforeAll(async () => {
  mkdirSync(bin);
  symlinkSync(resolve('dist/src/cli/main.js'), join(bin, 'callsheet'));
  program('npm', 'test "$*" = ci');
  program('npx', 'exec "$@"');
  program('gh', `printf '%s\\n' "$*"; for last; do :; done; cat "$last"`);
  mkdirSync(repository);
  const campaign = join(repository, 'campaigns/spring-renewal.yaml');
  const commit =
    'git add -A && git -c user.name=Ada -c user.email=ada@shop.example commit --quiet -m "Another text" && git rev-parse HEAD';
  empty = await shell(`git init --quiet && ${commit.replace('commit', 'commit --allow-empty')}`);
  cpSync('campaigns', join(repository, 'campaigns'), { recursive: true });
  base = await shell(commit);
  writeFileSync(campaign, readFileSync(campaign, 'utf8').replace('ends soon', 'ends this month'));
  head = await shell(commit);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const comment =
  /^\*\*\d+ people get a new text; cost [\d.]+ of 25\.00\.[^]*^- .* ends soon\..*\n\+ .* ends this month\./m;

test('pre-commit finds a campaign whose list has lost a column, and hands it no files', async () => {
  interface Hooks {
    readonly repos: readonly {
      readonly hooks: readonly { readonly entry: string; readonly pass_filenames: boolean }[];
    }[];
  }
  const [hook] = (parse(recipeWith('pass_filenames')) as Hooks).repos[0]!.hooks;
  expect(hook?.pass_filenames).toBe(false);
  const members = join(repository, 'campaigns/audiences/members.csv');
  const list = readFileSync(members, 'utf8');
  // It starts programs without a shell, which would replace the star.
  const found = () => shell(`set -f; ${hook?.entry} || true`);
  expect(await found()).not.toContain('error');
  writeFileSync(members, list.replace('tier', 'tear'));
  expect(await found()).toContain('has no column `tier`');
  writeFileSync(members, list);
});

test.each(
  sampleOf(
    [
      ['GitHub gets the comment', () => base, () => comment],
      ['GitHub gets the plan of a new campaign', () => empty, () => /^### Spring renewal reminders: plan\n/m],
    ] as const,
    1,
  ),
)('%s', async (_, before, expected) => {
  interface Workflow {
    readonly jobs: {
      readonly plan: { readonly env: Record<string, string>; readonly steps: readonly { run?: string }[] };
    };
  }
  const given: Readonly<Record<string, string>> = {
    'github.event.pull_request.base.sha': before(),
    'github.event.pull_request.head.sha': head,
    'github.event.number': '7',
    'github.token': 'token',
  };
  const filled = recipeWith('gh pr comment').replaceAll(/\$\{\{ (\S+) \}\}/g, (_, name: string) => given[name]!);
  const { env, steps } = (parse(filled) as Workflow).jobs.plan;
  const printed: string[] = [];
  for (const { run } of steps) if (run !== undefined) printed.push(await shell(run, env));
  expect(printed.at(-1)).toMatch(/^pr comment 7 --edit-last --create-if-none --body-file comment\.md\n/);
  expect(printed.at(-1)).toMatch(expected());
  await shell('rm -f base.json comment.md');
});

test('GitHub gets annotations, and SARIF whatever is found', () => {
  interface Workflow {
    readonly jobs: {
      readonly check: {
        readonly permissions: Readonly<Record<string, string>>;
        readonly steps: readonly {
          readonly run?: string;
          readonly uses?: string;
          readonly if?: string;
          readonly with?: Readonly<Record<string, string>>;
        }[];
      };
    };
  }
  const { permissions, steps } = (parse(recipeWith('upload-sarif')) as Workflow).jobs.check;
  expect(permissions).toEqual({ contents: 'read', actions: 'read', 'security-events': 'write' });
  const upload = steps.at(-1);
  expect([upload?.uses?.split('@')[0], upload?.if]).toEqual(['github/codeql-action/upload-sarif', 'always()']);
  expect(steps.at(-2)?.run).toContain(`--format sarif campaigns/*.yaml > ${upload?.with?.['sarif_file']} || true\n`);
});

// The recipe sends it with curl.
describe.runIf(spawnSync('curl', ['--version']).status === 0)('GitLab', () => {
  const { plan } = parse(recipeWith('GITLAB_TOKEN')) as {
    readonly plan: { readonly variables: Record<string, string | number>; readonly script: readonly string[] };
  };
  const mark = `<!-- callsheet plan ${plan.variables['FILE']} -->`;

  /** Lists, adds and edits the notes of a merge request, of which one is there. */
  async function startGitLab() {
    const notes = [{ id: 11, body: `Have you seen ${mark}?` }];
    const requests: string[] = [];
    const gitlab = createServer((request, response) => {
      void textOf(request).then((sent) => {
        requests.push(`${request.method} ${request.url}`);
        const body = new URLSearchParams(sent).get('body') ?? '';
        const [, id] = /^\/api\/v4\/projects\/12\/merge_requests\/7\/notes(?:\/(\d+))?(?:\?|$)/.exec(request.url!) ?? [
          '',
        ];
        const note = notes.find((one) => String(one.id) === id);
        if (request.headers['private-token'] !== 'token') response.writeHead(401).end('{}');
        else if (request.method === 'PUT' && note !== undefined)
          response.end(JSON.stringify(Object.assign(note, { body })));
        else if (request.method === 'POST' && id === undefined) {
          notes.push({ id: notes.length + 11, body });
          response.writeHead(201).end(JSON.stringify(notes.at(-1)));
        } else if (request.method === 'GET' && id === undefined) response.end(JSON.stringify(notes));
        else response.writeHead(404).end('{}');
      });
    });
    await new Promise<void>((listening) => void gitlab.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void gitlab.close());
    const env = {
      ...Object.fromEntries(Object.entries(plan.variables).map(([name, value]) => [name, String(value)])),
      CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
      CI_COMMIT_SHA: head,
      CI_API_V4_URL: `http://127.0.0.1:${(gitlab.address() as AddressInfo).port}/api/v4`,
      CI_PROJECT_ID: '12',
      CI_MERGE_REQUEST_IID: '7',
      GITLAB_TOKEN: 'token',
    };
    return { notes, requests, env };
  }

  test('gets a note with the first push, which the next one edits', async () => {
    const { notes, requests, env } = await startGitLab();
    for (const text of ['One & "two" `x` *y*', 'Three']) {
      writeFileSync(join(repository, 'comment.md'), `${text}\n`);
      await shell(plan.script.at(-1)!, env);
      expect(notes.map(({ body }) => body)).toEqual([`Have you seen ${mark}?`, `${mark}\n\n${text}\n`]);
    }
    const path = '/api/v4/projects/12/merge_requests/7/notes';
    const listed = `GET ${path}?sort=asc&per_page=100`;
    expect(requests).toEqual([listed, `POST ${path}`, listed, `PUT ${path}/12`]);
    await expect(shell(plan.script.at(-1)!, { ...env, GITLAB_TOKEN: 'another' })).rejects.toThrow('401');
  });

  test.runIf(isLong)('gets what changes', async () => {
    const { notes, env } = await startGitLab();
    await shell(plan.script.join('\n'), env);
    expect(notes.at(-1)?.body).toMatch(comment);
  });
});
