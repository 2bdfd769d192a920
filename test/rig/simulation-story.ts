import type { Instant } from '../../src/platform/ports.ts';
import { loggedRequests } from '../../src/rehearsal/kill-everywhere.ts';
import { filesOf } from './simulated-campaign.ts';
import type { Evidence } from './simulation-judge.ts';

/** A simulated campaign in lines, in the order of time: its files, its processes, what people did, every request. */
export function simulationStory({
  rehearsal,
  versions,
  processes,
  quiets,
  decisions,
  machine,
}: Evidence): readonly string[] {
  const happened = [
    ...versions.map(({ from, written }) => ({ at: from, what: `the files are\n${text(filesOf(written))}` })),
    ...processes.map(({ began, left }) => ({ at: began, what: `a process begins, ${left.length} jobs are sending` })),
    ...quiets.map(({ why, from, to }) => ({ at: from, what: `${why}${to === undefined ? '' : ` until ${when(to)}`}` })),
    ...decisions.made.map(({ at, address, to }) => ({ at, what: `a person decides that ${address} is ${to}` })),
    ...machine.setAt.map((at) => ({ at, what: `the clock is set to ${when(machine.shownAt(at))}` })),
    ...[...loggedRequests(rehearsal.account)].map(({ at, operation, body, code = '', fault = '', effect }) => ({
      at,
      what: `${operation} ${fault} ${code}${effect ? ' (done)' : ''} ${JSON.stringify(body)?.slice(0, 150)}`,
    })),
  ];
  const records = rehearsal.records.map((job) => JSON.stringify(job));
  const lines = happened.sort((a, b) => a.at - b.at).map(({ at, what }) => `${when(at)} ${what}`);
  return [...lines, ...records];
}

function when(at: Instant): string {
  return at === 0 ? '' : new Date(at).toISOString();
}

function text(files: Readonly<Record<string, string>>): string {
  return Object.entries(files)
    .map(([name, content]) => `--- ${name}\n${content}`)
    .join('');
}
