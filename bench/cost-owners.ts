import type { Spent } from './profile.ts';

/** What the rows of the profile come from, and what it would take for them to go away. */
interface CostOwner {
  readonly what: string;
  readonly owns: (row: string) => boolean;
  readonly toRemove: string;
}

/** Rows of the thread that writes begin so. */
export const ofWriter = 'writer: ';

/** The first that owns a row has it. */
const owners: readonly CostOwner[] = [
  {
    what: 'the disk’s commit, on the thread that writes',
    owns: (row) => row === `${ofWriter}SQLite: exec`,
    toRemove:
      'fewer commits: more in flight at once share each of them already (`concurrency`). Without any, a request would leave before its intent is on disk, and a crash could send it twice: that is not for sale.',
  },
  {
    what: 'the rows of the state file, on the thread that writes',
    owns: (row) => row.startsWith(ofWriter),
    toRemove:
      'a log in place of a table: intents and outcomes of a whole group appended as one block, and read into an index when the file is opened. It would make `status`, `report` and `why` read all of it, and what SQLite promises of torn writes would be ours to prove.',
  },
  {
    what: 'sockets and turns of the event loop',
    owns: (row) => row.startsWith('Node: ') && !/cryptography|between threads/.test(row),
    toRemove:
      'fewer writes and reads of sockets: several requests at once on a connection would share them, but one broken connection would leave all of those in doubt. Or a second thread with sockets of its own, where there are processors to spare.',
  },
  {
    what: 'the HTTP client',
    owns: (row) => row.startsWith('undici'),
    toRemove:
      'a client for this one service, that writes the bytes of a request itself and reads an answer with a parser of ours; what undici knows of broken connections would have to be learnt again.',
  },
  {
    what: 'callsheet itself, on the thread that sends: deciding, rendering, signing, taking down',
    owns: (row) => /^(callsheet: |p-limit|Node: cryptography)/.test(row),
    toRemove:
      'no one thing: it is spread over the gate, the template, the check of the request, the signature and the outcome. Whole groups prepared on a thread of their own would take it off the one that sends.',
  },
  {
    what: 'garbage collection, on the thread that sends',
    owns: (row) => row === 'garbage collection',
    toRemove: 'fewer objects for each message: most are promises and what sockets and undici make.',
  },
  {
    what: 'words between the threads',
    owns: (row) => row === 'Node: words between threads',
    toRemove: 'memory that both threads share, in place of copies.',
  },
];

/** Three lines of Markdown: who took the most, and what it would take to remove that. */
export function largestCosts(spent: Spent, messages: number): string[] {
  const sums = new Map<CostOwner | undefined, number>();
  let whole = 0;
  for (const [row, us] of spent) {
    const owner = owners.find(({ owns }) => owns(row));
    sums.set(owner, (sums.get(owner) ?? 0) + us);
    whole += us;
  }
  const largest = [...sums].sort(([, a], [, b]) => b - a).slice(0, 3);
  return largest.map(([owner, us], place) => {
    const { what, toRemove } = owner ?? { what: 'what no owner is known for', toRemove: 'a look at the table.' };
    const share = Math.round((us / whole) * 100);
    return `${place + 1}. ${what}: ${(us / messages).toFixed(1)} µs, ${share} %. To remove it: ${toRemove}`;
  });
}
