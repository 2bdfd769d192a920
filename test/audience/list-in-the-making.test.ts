import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readAudience } from '../../src/audience/audience.ts';
import { createNodeFiles } from '../../src/platform/node-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-making-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'members.csv');
const people = Array.from({ length: 40_000 }, (_, index) => `${2348030000000 + index}\n`);

beforeEach(() => writeFileSync(path, `phone\n${people.join('')}`));

/** Reads the list, of which `meanwhile` is done once the first bytes were read. */
async function readWhile(meanwhile: () => void) {
  const files = createNodeFiles();
  const read = await readAudience(
    {
      ...files,
      async stream(path) {
        const bytes = await files.stream(path);
        if (bytes === undefined || 'why' in bytes) return bytes;
        async function* chunks(): AsyncGenerator<Uint8Array> {
          let isFirst = true;
          for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
            if (isFirst) meanwhile();
            isFirst = false;
            yield chunk;
          }
        }
        return Object.assign(chunks(), { hasChanged: () => bytes.hasChanged?.() === true });
      },
    },
    { path, format: 'csv' },
    { name: 'members', key: 'phone', columns: [], where: {} },
  );
  return { recipients: read?.roster?.size, problems: read?.problems };
}

test.each([
  ['goes on', () => appendFileSync(path, '2349030000001\n')],
  ['begins again', () => writeFileSync(path, 'phone\n2349030000001\n')],
])('a list that a program writes while it is read, and %s with it, is refused: a row may be cut', async (_, write) => {
  expect(await readWhile(write)).toEqual({
    recipients: undefined,
    problems: [{ kind: 'unreadable', count: 1, lines: [1], detail: 'file was written to while it was read' }],
  });
});

test('a list that another file replaces while it is read is read to its end', async () => {
  const replace = (): void => {
    writeFileSync(`${path}.new`, 'phone\n2349030000001\n');
    renameSync(`${path}.new`, path);
  };
  expect(await readWhile(replace)).toEqual({ recipients: people.length, problems: [] });
});
