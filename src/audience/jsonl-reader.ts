import { type AudienceProblem, createTally } from './audience-problem.ts';
import type { RowReader, RowSink } from './row-reader.ts';
import type { Scalar } from './scalar.ts';

/** A longer line is not a recipient. */
const lineMax = 1024 * 1024;
/** A longer name cannot be a column that a campaign uses. */
const nameMax = 1000;

/** One JSON object per line; its properties are the columns, in the order in which they first appear. */
export function jsonlReader(sink: RowSink): RowReader {
  const decoder = new TextDecoder('utf-8');
  const broken = createTally();
  const header: string[] = [];
  const columnOf = new Map<string, number>();
  let detail = '';
  let rest = '';
  let line = 0;
  let current: Record<string, unknown> = {};

  const field = (column: number): Scalar | undefined => {
    const name = header[column]!;
    const value = Object.hasOwn(current, name) ? current[name] : undefined;
    if (typeof value === 'string') return value.trim() || undefined;
    return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
  };

  function readLine(text: string): void {
    line++;
    if (text.trim() === '') return;
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error));
    }
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return fail('it is not an object');
    current = parsed as Record<string, unknown>;
    learn(current);
    sink.onRow(field, line);
  }

  function learn(row: Record<string, unknown>): void {
    const before = header.length;
    for (const name of Object.keys(row)) {
      // A file in which every row has other properties would fill the memory with names.
      if (!columnOf.has(name) && header.length < 10_000 && name.length <= nameMax)
        columnOf.set(name, header.push(name) - 1);
    }
    if (header.length !== before) sink.onHeader(header);
  }

  function fail(message: string): void {
    if (broken.count === 0) detail = message;
    broken.add(line);
  }

  function write(chunk: Uint8Array): AudienceProblem | undefined {
    rest += decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n', start)) {
      readLine(rest.slice(start, end));
      start = end + 1;
    }
    rest = rest.slice(start);
    if (rest.length <= lineMax) return undefined;
    return { kind: 'json', count: 1, lines: [line + 1], detail: 'a line is longer than 1 MB' };
  }

  return {
    write,
    end: () => {
      if (rest !== '') readLine(rest);
      return line === 0 ? { kind: 'noHeader', count: 1, lines: [1] } : undefined;
    },
    header,
    get problems() {
      const { count, lines } = broken;
      return count === 0 ? [] : [{ kind: 'json', count, lines, detail } as const];
    },
  };
}
