import { envFile, input, state, store } from './options/campaign-options.ts';
import { command, word, words } from './options/command-definition.ts';
import { choice } from './options/option-definition.ts';

export const storeCommand = command({
  name: 'store',
  description: 'Look after the ledger of a team in PostgreSQL: make its tables, check it, or move runs there.',
  example: 'callsheet store doctor --store postgres://callsheet@db.example/callsheet',
  furtherExamples: [
    'callsheet store migrate --store postgres://owner@db.example/callsheet',
    'callsheet store copy campaigns/spring-renewal.yaml --store postgres://owner@db.example/callsheet',
    'callsheet store copy campaigns/spring-renewal.yaml --to file',
  ],
  arguments: {
    action: word('migrate: make the tables; doctor: check it; copy: move the runs of a campaign'),
    files: words('copy: the campaign file, or contacts.yaml for the contact ledger of a project', []),
  },
  exits: {
    0: 'done; doctor: everything is as it should be',
    1: 'doctor: something must be fixed',
    2: 'could not run: wrong options, no store, a refused move; nothing was moved',
  },
  environment: { CALLSHEET_STORE: 'where the ledger is' },
  options: {
    store,
    envFile,
    state,
    input,
    to: choice('<place>', 'copy: where the runs go, from a state file or from the store', ['store', 'file']),
    format: choice('<format>', 'output format', ['text', 'json']),
  },
  run: async (given, host) => (await import('./commands/store/store.ts')).store(given, host),
});
