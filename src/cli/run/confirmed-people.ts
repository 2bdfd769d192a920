import { ascendingOrder } from '../../audience/list-memory.ts';
import type { Roster } from '../../audience/roster.ts';
import type { Scalar } from '../../audience/scalar.ts';
import { isSelectedBy } from '../../campaign/audiences/selection.ts';
import type { Campaign, Step } from '../../campaign/campaign.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';

/** The people that a yes covers, by number, so that the next run can tell who is new from who was removed. */
export interface ConfirmedPeople {
  /** Numbers by audience, ascending. */
  readonly audiences: ReadonlyMap<string, Float64Array>;
  readonly steps: ReadonlyMap<string, StepPeople>;
}

interface StepPeople {
  /** Undefined for a step that runs once. */
  readonly audience: string | undefined;
  /** What `cells` is made of: the columns that a request reads, and the one with the time zone. */
  readonly columns: readonly string[];
  /**
   * For each number of the audience a checksum of these cells; 0 for those whom the step's `where` leaves out. Undefined where all of them
   * are meant and nothing is read. `lastInbound` does not count: it opens a session that the service keeps, and is newer in every export.
   */
  readonly cells: Uint32Array | undefined;
}

export function peopleOf({ campaign, rosters }: Pick<LoadedCampaign, 'campaign' | 'rosters'>): ConfirmedPeople {
  // A list that is sorted in another way is the same list.
  const inOrder = new Map([...rosters].map(([audience, roster]) => [audience, numbersInOrder(roster)]));
  /** Steps that read the same cells of the same people share them. */
  const shared = new Map<string, Uint32Array>();
  const stepPeople = (step: Step): StepPeople => {
    const { audience, where } = step.forEach ?? {};
    const columns = columnsOf(step, campaign);
    const [roster, { order } = {}] = [rosters.get(audience ?? ''), inOrder.get(audience ?? '')];
    if (roster === undefined || order === undefined) return { audience: undefined, columns: [], cells: undefined };
    if (columns.length === 0 && Object.keys(where ?? {}).length === 0) return { audience, columns, cells: undefined };
    const name = JSON.stringify([audience, where, columns]);
    const cells = shared.get(name) ?? cellsOf(step, { roster, order, columns });
    shared.set(name, cells);
    return { audience, columns, cells };
  };
  return {
    audiences: new Map([...inOrder].map(([audience, { numbers }]) => [audience, numbers])),
    steps: new Map(campaign.steps.map((step) => [step.id, stepPeople(step)])),
  };
}

/** How many people a step is for. */
export function countPeople({ audiences, steps }: ConfirmedPeople, id: string): number {
  const { audience, cells } = steps.get(id) ?? {};
  if (cells === undefined) return audiences.get(audience ?? '')?.length ?? 0;
  return cells.reduce((people, cell) => (cell === 0 ? people : people + 1), 0);
}

/**
 * How many people of a step the yes did not cover, and how many it covered with other cells; who was removed does not count.
 */
export function comparePeople(before: ConfirmedPeople, after: ConfirmedPeople, id: string) {
  const [was, is] = [before.steps.get(id), after.steps.get(id)];
  const numbers = before.audiences.get(was?.audience ?? '') ?? new Float64Array();
  const hasSameColumns = was?.columns.join('\n') === is?.columns.join('\n');
  let [added, changed, place] = [0, 0, 0];
  after.audiences.get(is?.audience ?? '')?.forEach((number, index) => {
    const cell = is?.cells?.[index];
    if (cell === 0) return;
    while (place < numbers.length && numbers[place]! < number) place++;
    const cellThen = was?.cells?.[place];
    if (numbers[place] !== number || cellThen === 0) added++;
    else if (hasSameColumns && cell !== undefined && cellThen !== undefined && cell !== cellThen) changed++;
  });
  return { added, changed };
}

/**
 * What a yes still covers: who was removed since, or is left out of a step, is asked about if they come back, as by an older export.
 * The same value where nobody was.
 */
export function stillCovered(before: ConfirmedPeople, after: ConfirmedPeople): ConfirmedPeople {
  const places = new Map(
    [...before.audiences].map(([name, numbers]) => [name, placesIn(numbers, after.audiences.get(name))]),
  );
  let hasLeft = [...places.values()].some((those) => those.includes(-1));
  /** Steps that share their cells go on sharing them. */
  const shared = new Map<Uint32Array, Map<Uint32Array | undefined, Uint32Array>>();
  const cellsStill = (those: Int32Array, cells: Uint32Array, now: Uint32Array | undefined): Uint32Array => {
    const known = shared.get(cells) ?? new Map<Uint32Array | undefined, Uint32Array>();
    shared.set(cells, known);
    const isLeftOut = (at: number): boolean => now?.[those[at]!] === 0;
    hasLeft ||= cells.some((cell, at) => cell !== 0 && isLeftOut(at));
    const still =
      known.get(now) ?? cells.map((cell, at) => (isLeftOut(at) ? 0 : cell)).filter((_, at) => those[at] !== -1);
    known.set(now, still);
    return still;
  };
  const steps = [...before.steps].map(([id, step]) => {
    const those = places.get(step.audience ?? '');
    const cells = step.cells && those && cellsStill(those, step.cells, after.steps.get(id)?.cells);
    return [id, { ...step, cells }] as const;
  });
  if (!hasLeft) return before;
  const audiences = [...before.audiences].map(
    ([name, numbers]) => [name, numbers.filter((_, at) => places.get(name)![at] !== -1)] as const,
  );
  return { audiences: new Map(audiences), steps: new Map(steps) };
}

/** For each number its place in another list, -1 where it is not there. Both are ascending. */
function placesIn(numbers: Float64Array, others: Float64Array = new Float64Array()): Int32Array {
  const places = new Int32Array(numbers.length);
  let place = 0;
  for (let at = 0; at < numbers.length; at++) {
    while (place < others.length && others[place]! < numbers[at]!) place++;
    places[at] = others[place] === numbers[at] ? place : -1;
  }
  return places;
}

/** The first of the written parts. The others have the numbers of each audience, then each list of cells. */
interface WrittenPeople {
  /** The yes to which they belong. */
  readonly confirmed: string;
  readonly audiences: Readonly<Record<string, { readonly people: number }>>;
  /** How many lists of cells there are, each as long as its audience. */
  readonly cells: readonly { readonly people: number }[];
  /** `cells` is a place in the list above. */
  readonly steps: Readonly<Record<string, Omit<StepPeople, 'cells'> & { readonly cells?: number }>>;
}

const peopleInPart = 25_000;

export function* writePeople({ audiences, steps }: ConfirmedPeople, confirmed: string): Generator<string> {
  const lists = [...new Set([...steps.values()].map(({ cells }) => cells))].filter((cells) => cells !== undefined);
  const first: WrittenPeople = {
    confirmed,
    audiences: Object.fromEntries([...audiences].map(([name, { length }]) => [name, { people: length }])),
    cells: lists.map(({ length }) => ({ people: length })),
    steps: Object.fromEntries(
      [...steps].map(([id, { cells, ...step }]) => [
        id,
        cells === undefined ? step : { ...step, cells: lists.indexOf(cells) },
      ]),
    ),
  };
  yield JSON.stringify(first);
  for (const list of [...audiences.values(), ...lists]) {
    for (let at = 0; at < list.length; at += peopleInPart) {
      const { buffer, byteOffset, byteLength } = list.subarray(at, at + peopleInPart);
      yield Buffer.from(buffer, byteOffset, byteLength).toString('base64');
    }
  }
}

/** Nobody, where these are not all the parts of what this yes confirmed. */
export function readPeople(parts: readonly string[], confirmed: string): ConfirmedPeople {
  const first = parts[0] === undefined ? undefined : (JSON.parse(parts[0]) as WrittenPeople);
  if (first === undefined || first.confirmed !== confirmed) return { audiences: new Map(), steps: new Map() };
  let next = 1;
  const bytesOf = ({ people }: { readonly people: number }): ArrayBuffer => {
    const from = next;
    next += Math.ceil(people / peopleInPart);
    return Uint8Array.from(Buffer.concat(parts.slice(from, next).map((part) => Buffer.from(part, 'base64')))).buffer;
  };
  const audiences = new Map(
    Object.entries(first.audiences).map(([name, list]) => [name, new Float64Array(bytesOf(list))] as const),
  );
  const lists = first.cells.map((list) => new Uint32Array(bytesOf(list)));
  const stepPeople = ({ cells, ...step }: WrittenPeople['steps'][string]): StepPeople => ({
    ...step,
    cells: cells === undefined ? undefined : lists[cells],
  });
  return { audiences, steps: new Map(Object.entries(first.steps).map(([id, step]) => [id, stepPeople(step)])) };
}

function columnsOf({ reads, forEach }: Step, { audiences }: Campaign): readonly string[] {
  const { timezone } = audiences.find(({ name }) => name === forEach?.audience) ?? {};
  const zone = timezone !== undefined && 'column' in timezone ? [timezone.column] : [];
  return [...new Set([...reads.cells, ...zone])].sort();
}

function numbersInOrder({ size, number }: Roster): { readonly numbers: Float64Array; readonly order: Uint32Array } {
  const numbers = new Float64Array(size);
  for (let index = 0; index < size; index++) numbers[index] = number(index);
  const order = ascendingOrder(numbers);
  return { numbers: numbers.map((_, place) => number(order[place]!)), order };
}

function cellsOf(
  step: Step,
  of: { readonly roster: Roster; readonly order: Uint32Array; readonly columns: readonly string[] },
): Uint32Array {
  const { roster, order, columns } = of;
  const isSelected = isSelectedBy(step, roster);
  return order.map((index) => {
    if (!isSelected(index)) return 0;
    let sum = emptySum;
    for (const column of columns) sum = addToSum(sum, roster.value(index, column));
    return sum >>> 0 || 1;
  });
}

const [emptySum, sumPrime] = [0x811c9dc5, 0x01000193];
const cellTypes = ['undefined', 'string', 'number', 'boolean'];

/** FNV-1a of the letters of a cell, and of its type behind them. */
function addToSum(before: number, cell: Scalar | undefined): number {
  const text = String(cell ?? '');
  let sum = before;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), sumPrime);
  return Math.imul(sum ^ (0x1_0000 + cellTypes.indexOf(typeof cell)), sumPrime);
}
