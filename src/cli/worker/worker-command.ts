import { campaignOptions } from '../options/campaign-options.ts';
import { type AnyCommand, command, words } from '../options/command-definition.ts';
import { monitorOptions } from '../options/monitor-options.ts';
import { choice, flag, positiveNumber } from '../options/option-definition.ts';

export function workerCommand(environment: Readonly<Record<string, string>>): AnyCommand {
  return command({
    name: 'worker',
    description: 'Help to send campaigns that `run` leads from the same store. Stop with Ctrl-C.',
    example: 'callsheet worker campaigns --store postgres://runner@db.example/callsheet',
    furtherExamples: ['callsheet worker campaigns/spring-renewal.yaml --may-lead --concurrency 32'],
    arguments: { files: words('campaign files, or a folder with them; the current folder by default', []) },
    exits: {
      0: 'ended by Ctrl-C; what was in flight is recorded',
      1: 'a campaign has errors; nothing was sent',
      2: 'could not run: no store or service, or the files, version or key are not those of the leader',
      4: 'ended by a second Ctrl-C; what was in flight is treated as after a crash',
    },
    environment,
    options: {
      ...campaignOptions,
      format: choice('<format>', 'text, or events as NDJSON', ['text', 'json']),
      mayLead: flag('continue a run whose leader has died'),
      concurrency: positiveNumber('<number>', 'requests in flight at most; `limits.concurrency` by default'),
      ...monitorOptions,
    },
    run: async (given, host) => (await import('./worker.ts')).worker(given, host),
  });
}
