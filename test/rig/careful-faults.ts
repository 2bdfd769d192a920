import type { Fault } from './fault.ts';

/** Of what keeps a mistake small: waves, the halt of a rejected step, holidays, the refusal of a damaged ledger. */
export const carefulFaults: readonly Fault[] = [
  {
    name: 'forgets between two processes how large a wave was',
    file: 'schedule/advance-waves.ts',
    text: 'const isRecorded = latest?.wave === index;',
    instead: 'const isRecorded = latest === undefined && index < 0;',
    tests: ['schedule/waves.test.ts', 'run/simulation.test.ts'],
  },
  {
    name: 'begins the next wave without the person who must say so',
    file: 'schedule/advance-waves.ts',
    text: "if (isSaid || promote === 'auto' || context.promotes !== undefined)",
    instead: "if (isSaid || promote !== 'auto' || context.promotes !== undefined)",
    tests: ['schedule/waves.test.ts', 'run/waves.test.ts'],
  },
  {
    name: 'goes on with a wave that has broken `haltIf`',
    file: 'schedule/waves.ts',
    text: "if ('count' in limit) return count >= limit.count;",
    instead: "if ('count' in limit) return count > limit.count * 1e6;",
    tests: ['schedule/waves.test.ts', 'run/waves.test.ts'],
  },
  {
    name: 'chooses other people for the waves of a run than before',
    file: 'schedule/waves.ts',
    text: '.digest().readUInt32BE(0)',
    instead: '.digest().readUInt32LE(0)',
    tests: ['schedule/waves.test.ts'],
  },
  {
    name: 'refuses 349 of 349 people one by one',
    file: 'run/decide/refusal-limit.ts',
    text: 'if (refusal !== undefined && isDecided)',
    instead: 'if (refusal !== undefined && isDecided && answers < 0)',
    tests: ['run/refusal-limit.test.ts'],
  },
  {
    name: 'sends on a holiday of the recipient’s country',
    file: 'time/holidays.ts',
    text: "calendars.get(of === 'number' ? (country ?? '') : of)",
    instead: "calendars.get(of === 'number' ? '' : of)",
    tests: ['plan/holidays.test.ts'],
  },
  {
    name: 'calls a run finished of which somebody is left to send',
    file: 'run/run-state.ts',
    text: "return { ...seen, state: isLeft ? 'stopped' : 'finished' };",
    instead: 'return seen;',
    tests: ['run/run-state.test.ts'],
  },
  {
    name: 'counts as skipped who is sent to after a decision',
    file: 'run/resume/as-taken.ts',
    text: 'if (taken.size === 0) return reader;',
    instead: 'if (taken.size >= 0) return reader;',
    tests: ['run/as-taken.test.ts'],
  },
  {
    name: 'lets a lost answer on its way to disk decide whether a step halts',
    file: 'run/runner.ts',
    text: 'if (isOrdinary(verdict)) judged.add(start.job);',
    instead: 'if (verdict.kind === undefined) judged.add(start.job);',
    tests: ['run/refusal-limit.test.ts'],
  },
  {
    name: 'uses contacts and suppressions that are not as they were written',
    file: 'ledger/contacts/sqlite/ledger-file.ts',
    text: "if (file.kind === 'ours') verifyContacts(database);",
    instead: "if (file.kind !== 'ours') verifyContacts(database);",
    tests: ['contacts/damaged-contacts.test.ts'],
  },
  {
    name: 'keeps the copy of a row, and never compares it',
    file: 'ledger/sqlite/file/tables.ts',
    text: 'STORED CHECK (copy IS ${text})`',
    instead: 'STORED`',
    tests: ['contacts/damaged-contacts.test.ts'],
  },
];
