import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Assumption, assumptions } from '../../src/service/contract/assumptions.ts';

test('docs/assumptions.md lists every assumption, its reason and what changes it', async () => {
  const page = new URL('../../docs/assumptions.md', import.meta.url).pathname;
  await expect(pageOf(assumptions)).toMatchFileSnapshot(page);
  expect(readFileSync(page, 'utf8')).toContain('`whatsapp.session-closed`');
});

function pageOf(all: readonly Assumption[]): string {
  const rows = all.map(({ id, what, reason, setting }) => `| \`${id}\` | ${what} | ${reason} | ${setting ?? ''} |`);
  return `# What we had to assume

The service's document leaves things open. Where it does, Callsheet reads it in one way, everywhere: the check, the client
and the sandbox share these. Where the service turns out to differ, this is the list to look at.

The table is made of \`src/service/contract/assumptions.ts\`; after a change there, \`npx vitest run test/repository/assumptions-page.test.ts -u\`
writes it anew.

| assumption | what we do | why | what changes it |
|---|---|---|---|
${rows.join('\n')}
`;
}
