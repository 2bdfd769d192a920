import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A `.cpuprofile` of Node, as far as it is read here. */
interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds between the samples. */
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

/** Microseconds by what they were spent on. */
export type Spent = Map<string, number>;

/**
 * Adds up a profile by whose code ran, from the first sample in which a function of `module` is seen to the last, or all of it. What
 * Node does in native code counts for its caller. Waiting is left out.
 */
export function sumProfile(path: string, module: string | undefined): Spent {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(path, 'utf8')) as CpuProfile;
  const [owners, inModule] = [new Map<number, string>(), new Set<number>()];
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const walk = (node: ProfileNode, above: string, isBelow: boolean): void => {
    const place = moduleOf(node.callFrame);
    const owner = ownerOf(node.callFrame, place, above);
    const isIn = isBelow || place === module;
    owners.set(node.id, owner);
    if (isIn) inModule.add(node.id);
    for (const child of node.children ?? []) {
      const next = byId.get(child);
      if (next !== undefined) walk(next, owner, isIn);
    }
  };
  const [root] = nodes;
  if (root !== undefined) walk(root, other, module === undefined);
  const [first, last] = [samples.findIndex((id) => inModule.has(id)), samples.findLastIndex((id) => inModule.has(id))];
  const spent: Spent = new Map();
  for (let at = Math.max(first, 0); at <= last; at++) {
    const owner = owners.get(samples[at] ?? 0) ?? other;
    if (owner !== idle) spent.set(owner, (spent.get(owner) ?? 0) + (timeDeltas[at] ?? 0));
  }
  return spent;
}

const idle = 'idle';
const other = 'Node: the rest';

/** Whose code a frame is; `above` is whose code called it. */
function ownerOf({ functionName, url }: ProfileNode['callFrame'], place: string, above: string): string {
  if (functionName === '(idle)') return idle;
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(program)') return 'Node: outside JavaScript';
  if (functionName === '(root)') return other;
  if (url === '' && functionName === 'postMessage') return 'Node: words between threads';
  if (url === '') return above;
  const room = /^src\/([^/]+)\//.exec(place)?.[1];
  if (room !== undefined) return `callsheet: ${room}/`;
  const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(place)?.[1];
  if (place.startsWith('wasm:')) return 'undici: reading answers (WebAssembly)';
  if (name === 'libsql') return `SQLite: ${functionName}`;
  if (name !== undefined) return name;
  if (/^node:(internal\/crypto|crypto)/.test(place)) return 'Node: cryptography';
  if (/^node:(net|internal\/(stream|net|js_stream)|_http|events)/.test(place)) return 'Node: sockets and streams';
  if (
    /^node:(internal\/(timers|process\/task_queues|worker|per_context)|timers|async_hooks|internal\/async)/.test(place)
  ) {
    return 'Node: turns of the event loop, threads';
  }
  return place.startsWith('node:') ? other : place;
}

/** `src/…` or `node_modules/…` as it was before it was bundled: above each module the bundle names it. */
function moduleOf({ url, lineNumber }: ProfileNode['callFrame']): string {
  if (!url.startsWith('file:')) return url;
  const path = fileURLToPath(url);
  const names = namesIn(path);
  const bundled = names.findLast(({ line }) => line <= lineNumber)?.name;
  return bundled ?? path.replace(/^.*?\/dist\/(?=src\/)/, '').replace(/\.js$/, '.ts');
}

interface Name {
  readonly line: number;
  readonly name: string;
}
const read = new Map<string, readonly Name[]>();

function namesIn(path: string): readonly Name[] {
  const known = read.get(path);
  if (known !== undefined) return known;
  const isPart = path.includes('/dist/src/cli/') && existsSync(path);
  const lines = isPart ? readFileSync(path, 'utf8').split('\n') : [];
  const names = lines.flatMap((text, line) => {
    const name = /^\/\/ ((?:src|node_modules)\/\S+)$/.exec(text)?.[1];
    return name === undefined ? [] : [{ line, name }];
  });
  read.set(path, names);
  return names;
}
