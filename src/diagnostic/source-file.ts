/** A text with a name. Offsets count UTF-16 code units from 0; lines and columns count from 1. */
export interface SourceFile {
  /** As the user would write it: relative to the working directory. */
  readonly path: string;
  readonly text: string;
  /** The line on which `text` starts if it is an excerpt of a file too large to keep. Default 1. */
  readonly firstLine?: number;
  /** How many code units come before an excerpt. Default 0. */
  readonly firstOffset?: number;
}

/** A half-open range of offsets into one file. */
export interface Span {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
}

/** In place of a file that is not read, so that none of its content can be shown. */
export function unreadFile(path: string): Span {
  return { file: { path, text: '' }, start: 0, end: 0 };
}

export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** Line and column of an offset. Only for output: inside, places are offsets. */
export function positionAt(file: SourceFile, offset: number): Position {
  const at = Math.min(Math.max(offset, 0), file.text.length);
  const starts = lineStarts(file);
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return { line: (file.firstLine ?? 1) + low, column: at - starts[low]! + 1, offset: at };
}

/** Found once for each file: a file with many findings would otherwise be scanned for each of them. */
const lineStartsOf = new WeakMap<SourceFile, readonly number[]>();

function lineStarts(file: SourceFile): readonly number[] {
  const known = lineStartsOf.get(file);
  if (known) return known;
  const starts = lineStartsIn(file.text);
  lineStartsOf.set(file, starts);
  return starts;
}

export function lineStartsIn(text: string): readonly number[] {
  const starts = [0];
  for (let next = text.indexOf('\n'); next !== -1; next = text.indexOf('\n', next + 1)) starts.push(next + 1);
  return starts;
}

/** The whole line on which an offset lies, without its line break. */
export function lineSpan(file: SourceFile, offset: number): Span {
  const start = offset <= 0 ? 0 : file.text.lastIndexOf('\n', offset - 1) + 1;
  const end = file.text.indexOf('\n', start);
  return { file, start, end: end === -1 ? file.text.length : end };
}
