import type { Client } from './clients.ts';
import type { Missing } from './databases.ts';
import { isSmoke, median, spread } from './measure.ts';
import type { Measured } from './trial.ts';

export const comparisonHead = [
  '| concurrency | client | ratio | requests/s | CPU µs a request | memory MB |',
  '|---|---|---|---|---|---|',
];

/** Every client in turns, `rounds` times, at one concurrency: a line each, as ratios to the first of them in the same round. */
export async function compareClients(input: {
  readonly clients: readonly Client[];
  readonly concurrency: number;
  readonly rounds: number;
  readonly measure: (client: Client) => Promise<Measured | Missing>;
}): Promise<string[]> {
  const { clients, concurrency, rounds, measure } = input;
  const measured = new Map<Client, Measured[]>();
  // The first round warms the disk and the service up.
  for (let round = isSmoke ? 1 : 0; round <= rounds; round++) {
    for (const client of clients) {
      const one = await measure(client);
      if (!('missing' in one) && round > 0) measured.set(client, [...(measured.get(client) ?? []), one]);
    }
  }
  const [yardstick] = measured.values();
  return [...measured].map(([{ name }, all]) => {
    const ratios = all.map(({ perSecond }, round) => perSecond / (yardstick?.[round]?.perSecond ?? Number.NaN));
    const middle = (pick: (one: Measured) => number): string => median(all.map(pick)).toFixed(0);
    const cpu = middle(({ cpuUs }) => cpuUs);
    const both = all[0]?.databaseCpuUs === undefined ? cpu : `${cpu} + ${middle((one) => one.databaseCpuUs ?? 0)}`;
    const figures = [spread(ratios), middle((one) => one.perSecond), both, middle(({ rssMb }) => rssMb)];
    const line = `| ${concurrency} | ${name} | ${figures.join(' | ')} |`;
    process.stdout.write(`${line}\n`);
    return line;
  });
}
