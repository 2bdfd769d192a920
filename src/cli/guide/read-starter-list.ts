import { readRows } from '../../audience/audience.ts';
import { type CsvSeparator, listFormat } from '../../audience/list-format.ts';
import { listed } from '../../diagnostic/did-you-mean.ts';
import type { Files } from '../../platform/ports.ts';
import type { StarterList } from './starter-campaign.ts';

/** The columns of a list that a first campaign can use, by their names; or why there are none. */
export async function readStarterList(
  files: Files,
  path: string,
  shown: string,
): Promise<Omit<StarterList, 'file'> | { readonly problem: string }> {
  if (!/\.(csv|jsonl)(\.gz)?$/.test(path))
    return { problem: `${shown} is not a list: its name must end in .csv, or in .jsonl (a JSON object in each line)` };
  let names: readonly string[] = [];
  for (const sep of separators) {
    const header = await readHeader(files, path, sep);
    if (header === undefined) return { problem: `There is no file ${shown}` };
    if (typeof header === 'string') return { problem: `${shown} ${header}` };
    const key = columnLike(header, /phone|mobile|msisdn|^(cell|tel|number|recipient)/i);
    if (sep === ',') names = header;
    // Read with the wrong separator, the whole line is one column.
    if (key === undefined || separators.some((other) => key.includes(other))) continue;
    return {
      sep,
      key,
      firstName: columnLike(header, /^(first|given).?name$/i) ?? columnLike(header, /^name$/i),
      lastInbound: columnLike(header, /last.?(inbound|message|wrote|reply)/i),
    };
  }
  const has = names.length === 0 ? 'no columns' : `the columns ${listed(names.slice(0, 8), 'and')}`;
  return { problem: `${shown} has ${has}; name the one with the numbers \`phone\`` };
}

const separators: readonly CsvSeparator[] = [',', ';', '\t', '|'];

/** Undefined if the file does not exist, text if it cannot be read. */
async function readHeader(
  files: Files,
  path: string,
  sep: CsvSeparator,
): Promise<readonly string[] | string | undefined> {
  let isRead = false;
  const read = await readRows(
    files,
    { path, format: listFormat(path), sep },
    {
      onHeader: () => {
        isRead = true;
      },
      onRow: () => {},
      // The names are enough: a list may be long.
      stop: () => (isRead ? { kind: 'tooLarge', count: 1, lines: [1] } : undefined),
    },
  );
  return read?.problems.find(({ kind }) => kind === 'unreadable')?.detail ?? read?.header;
}

function columnLike(header: readonly string[], pattern: RegExp): string | undefined {
  return header.find((name) => pattern.test(name));
}
