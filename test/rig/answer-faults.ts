import type { Fault } from './fault.ts';

/** Of what is taken for something else: answers of the service and of gates, what workers record, lists and texts. */
export const answerFaults: readonly Fault[] = [
  {
    name: 'takes a 404 that says code 0 for a success',
    file: 'service/contract/read-answer.ts',
    text: 'if (saysDone && http < 300) {',
    instead: 'if (saysDone) {',
    tests: ['run/turned-away.test.ts', 'service/answers-in-place.test.ts'],
  },
  {
    name: 'keeps all tasks of a step waiting for one that is still called',
    file: 'run/decide/halt-state.ts',
    text: "why === 'wait' && step !== undefined && !isOfOneJob(step, verdict)",
    instead: "why === 'wait' && step !== undefined",
    tests: ['run/rest.test.ts'],
  },
  {
    name: 'gives a worker slots that another one has just been given',
    file: 'ledger/postgres/workers/hand-out-chunks.ts',
    text: ', held = greatest(worker.held, new.share)',
    instead: '',
    tests: ['state/claims.test.ts'],
  },
  {
    name: 'lets the others go on where a worker finds that the store has lost what it recorded',
    file: 'ledger/postgres/workers/worker-writer.ts',
    text: "if (storeTrouble(error) === 'storeLostChanges' && run !== undefined)",
    instead: 'if (error === run && run !== undefined)',
    tests: ['state/claims-lost.test.ts'],
  },
  {
    name: 'remembers of a store what its leader has recorded alone, and not what its workers have',
    file: 'ledger/postgres/postgres-backend.ts',
    text: 'if (found.length > 0) countWorkers();',
    instead: 'if (found.length < 0) countWorkers();',
    tests: ['state/store-goes-back.test.ts'],
  },
  {
    name: 'takes a list that is written to while it is read for a whole one',
    file: 'audience/audience.ts',
    text: 'return stream.hasChanged?.() === true',
    instead: 'return stream.hasChanged === undefined && read.whole === undefined',
    tests: ['audience/list-in-the-making.test.ts'],
  },
  {
    name: 'loses the first word of a text that starts with &',
    file: 'campaign/yaml/parse.ts',
    text: 'if (text === file.text) reader.findLostWords();',
    instead: '',
    tests: ['campaign/values-as-written.test.ts'],
  },
  {
    name: 'takes an empty --input for a text',
    file: 'campaign/load.ts',
    text: "return text.trim() === '' ? undefined : text;",
    instead: 'return text;',
    tests: ['campaign/values-as-written.test.ts'],
  },
  {
    name: 'lets another wave begin than the one that a page has named',
    file: 'cli/decide/promote.ts',
    text: "options.wave === undefined || (one.what === 'begin' && one.wave + 1 === options.wave)",
    instead: "options.wave !== null || (one.what === 'begin' && one.wave >= 0)",
    tests: ['control/control-waves.test.ts'],
  },
  {
    name: 'runs both branches of a gate that is asked again',
    file: 'schedule/step-needs.ts',
    text: "steps.filter(({ step }) => step.runs === 'on-failure')",
    instead: "steps.filter(({ step }) => step.runs === 'always')",
    tests: ['run/both-branches.test.ts'],
  },
];
