import type { ControlReply, ControlRequest } from '../../control/server/route.ts';
import { maskNumbers } from '../../diagnostic/numbers-in-text.ts';
import type { OwnCommandEnd } from '../../platform/child-programs.ts';
import { framed } from '../../report/render/html.ts';

export const hasErrors = 'The campaign has errors: see Overview.';

/** The page that a command printed, for a frame. */
export function framedReply({ code, out, err }: OwnCommandEnd): ControlReply {
  return code === 0 ? { page: framed(out) } : { refused: err.trim() || hasErrors };
}

/** All that a command said. */
export function saidReply({ code, out, err }: OwnCommandEnd): ControlReply {
  const words = [out.trim(), err.trim()].filter((text) => text !== '').join('\n');
  return code === 0 ? { json: masked({ words }, false) } : { refused: words };
}

/** The name of an account goes with what it does. */
export function byWords({ signedBy }: Pick<ControlRequest, 'signedBy'>): readonly string[] {
  return signedBy === undefined ? [] : [`--by=${signedBy}`];
}

/** With why, where somebody says it. */
export function signedWords(request: Pick<ControlRequest, 'signedBy' | 'body'>): readonly string[] {
  const { comment } = request.body;
  const why = typeof comment === 'string' ? comment.trim() : '';
  return [...byWords(request), ...(why === '' ? [] : [`--comment=${why}`])];
}

/** For a command that prints people. */
export function numbersWords({ showNumbers }: Pick<ControlRequest, 'showNumbers'>): readonly string[] {
  return showNumbers ? ['--show-numbers'] : [];
}

/** For a page with a list of people. */
export function peopleWords(request: Pick<ControlRequest, 'showNumbers' | 'seesNumbers'>): readonly string[] {
  return ['--format', 'html', ...(request.seesNumbers ? ['--show-names'] : []), ...numbersWords(request)];
}

/** A value with every text in it as people may see it: whatever could be somebody's number is masked unless they asked for it. */
export function masked<Value>(value: Value, showNumbers: boolean): Value {
  return showNumbers ? value : (maskAll(value) as Value);
}

/** They go back as they came: names of ours, and of files and folders, which say nothing about anybody. */
const notText: ReadonlySet<string> = new Set(['handle', 'person', 'listDigest', 'file', 'folders', 'project', 'id']);

function maskAll(value: unknown): unknown {
  if (typeof value === 'string') return maskNumbers(value);
  if (Array.isArray(value)) return value.map(maskAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, notText.has(name) ? inner : maskAll(inner)]),
  );
}

/** What a command printed as JSON; undefined where it printed something else, or nothing. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
