import type { Fault } from '../sandbox/ledger/fault.ts';

export const scenarios = ['calm', 'flaky', 'storm', 'poor'] as const;
type Scenario = (typeof scenarios)[number];

/** The faults of each scenario. Those of `poor` depend on what a calm rehearsal spends: see `withEmptyAccount`. */
const faults: Readonly<Record<Scenario, readonly Fault[]>> = {
  calm: [],
  /** An ordinary bad day: one request in twenty has a fault, and few answers are lost. */
  flaky: [
    { kind: 'delay', ms: 3_000, rate: 0.02 },
    { kind: 'status', status: '-18', rate: 0.02 },
    { kind: 'http', http: 429, headers: { 'retry-after': '2' }, rate: 0.01 },
    { kind: 'http', http: 503, rate: 0.003 },
    { kind: 'reset-before', rate: 0.003 },
    { kind: 'reset-after', rate: 0.003 },
  ],
  /** The service fails half-way, answers late, in HTML or not at all, and recovers. */
  storm: [
    { kind: 'http', http: 429, headers: { 'retry-after': '5' }, skip: 3, times: 10 },
    { kind: 'http', http: 503, skip: 10, times: 6, rate: 0.5 },
    { kind: 'http', http: 504, when: 'after', skip: 15, times: 6, rate: 0.5 },
    { kind: 'status', status: '-18', rate: 0.1 },
    { kind: 'delay', ms: 10_000, rate: 0.05 },
    { kind: 'hang', when: 'after', rate: 0.01 },
    { kind: 'garbage', rate: 0.01 },
    { kind: 'truncate', rate: 0.01 },
    { kind: 'reset-before', rate: 0.01 },
    { kind: 'reset-after', rate: 0.02 },
  ],
  poor: [],
};

/** The scenario's faults, each with its own seed. */
export function faultsOf(scenario: Scenario, seed: number): readonly Fault[] {
  return faults[scenario].map((fault, index) => ({ ...fault, seed: seed * 101 + index }));
}
