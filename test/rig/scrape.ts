import type { Child } from './child.ts';

/** Where the process shows its metrics. */
export async function shownAt(child: Child): Promise<string> {
  return (await child.line(/^Metrics: (http:\S+)\/metrics$/))[1]!;
}

/** Samples by name and labels, in the text format of Prometheus. */
export async function scrape(url: string): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}
