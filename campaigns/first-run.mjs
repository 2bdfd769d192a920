// npm start: checks, plans and runs one worked campaign against the sandbox, twice, so that a newcomer sees all of it.
// The state is kept in a new folder each time: otherwise a second `npm start` would rightly find nothing left to do.
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const campaign = 'campaigns/spring-renewal.yaml';
const state = ['--state', mkdtempSync(join(tmpdir(), 'callsheet-'))];

callsheet('Is it right?', ['check', campaign]);
callsheet('What will happen, and when?', ['plan', campaign, '--at', '2026-11-23 08:30']);
callsheet('Do it, to the service in the box.', ['run', campaign, '--sandbox', '--yes', ...state]);
callsheet('And once more: everything is done, so nothing is sent.', ['run', campaign, '--sandbox', '--yes', ...state]);
process.stdout.write('\nNext: edit campaigns/spring-renewal.yaml, or read README.md.\n');

function callsheet(title, words) {
  const shown = words.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ');
  process.stdout.write(`\n# ${title}\n$ callsheet ${shown}\n\n`);
  const { status } = spawnSync(process.execPath, ['dist/src/cli/main.js', ...words], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
