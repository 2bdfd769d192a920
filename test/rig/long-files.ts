import { execFileSync } from 'node:child_process';

/**
 * The files of tests that took longest on two busy cores, the longest first. Each commit's `npm test` runs a part of them, another commit
 * another part; `npm run test:all` runs all.
 */
export const longFiles: readonly string[] = [
  'test/run/workers.test.ts',
  'test/control/control-accounts.test.ts',
  'test/sandbox/sandbox-inbox.test.ts',
  'test/forget/forget.test.ts',
  'test/run/worker-kills.test.ts',
  'test/control/control-decisions.test.ts',
  'test/run/confirm.test.ts',
  'test/state/move-ledger.test.ts',
  'test/cli/command-line.test.ts',
  'test/snapshot/run-snapshots.test.ts',
  'test/control/control-page.test.ts',
  'test/run/waves.test.ts',
  'test/plan/plan-after-crash.test.ts',
  'test/rehearsal/rehearse.test.ts',
  'test/campaign/worked-campaigns.test.ts',
  'test/control/control-actions.test.ts',
  'test/forget/forget-in-store.test.ts',
  'test/attack/attack.test.ts',
  'test/run/edits-under-way.test.ts',
  'test/snapshot/shared-snapshots.test.ts',
  'test/snapshot/database-source.test.ts',
  'test/contacts/store-leader-dies.test.ts',
  'test/cli/status.test.ts',
  'test/repository/review-recipes.test.ts',
  'test/audience/lists-as-people-have-them.test.ts',
  'test/run/shared-account.test.ts',
  'test/run/workers-database.test.ts',
  'test/run/slow-connections.test.ts',
  'test/plan/plan-pages.test.ts',
  'test/run/pause-resume-cancel.test.ts',
  'test/run/reconcile.test.ts',
  'test/control/control-states.test.ts',
  'test/run/part.test.ts',
  'test/contacts/store-lost-answers.test.ts',
  'test/report/hostile-text.test.ts',
  'test/repository/library.test.ts',
  'test/state/one-runner.test.ts',
  'test/run/worker-handover.test.ts',
  'test/run/shared-store.test.ts',
  'test/run/resume-after-kill.test.ts',
  'test/snapshot/command-source.test.ts',
  'test/run/run-once.test.ts',
  'test/contacts/store-contacts.test.ts',
  'test/contacts/long-import.test.ts',
  'test/contacts/damaged-contacts.test.ts',
  'test/run/gates.test.ts',
  'test/cli/own-clocks.test.ts',
  'test/audit/audit-session.test.ts',
  'test/contacts/two-campaigns.test.ts',
  'test/snapshot/source-findings.test.ts',
  'test/report/report-in-browser.test.ts',
  'test/run/halts.test.ts',
  'test/run/crash-matrix-store.test.ts',
  'test/model/hand-out/replay-hand-out.test.ts',
  'test/sandbox/sandbox-data.test.ts',
  'test/state/backend-contract.test.ts',
  'test/contacts/crash-store.test.ts',
  'test/plan/approved-plan.test.ts',
  'test/state/state-corruption.test.ts',
  'test/library/snapshots.test.ts',
  'test/contacts/claims.test.ts',
  'test/report/events-page.test.ts',
  'test/cli/getting-started.test.ts',
  'test/control/control-live.test.ts',
  'test/campaign/hostile-yaml.test.ts',
  'test/notice/notices.test.ts',
  'test/state/several-campaigns.test.ts',
  'test/model/replay.test.ts',
  'test/control/control-inbox.test.ts',
  'test/snapshot/bad-sources.test.ts',
  'test/forget/forget-refused.test.ts',
  'test/contacts/store-during-run.test.ts',
  'test/state/state-file.test.ts',
  'test/sandbox/sandbox-hardness.test.ts',
  'test/run/signals.test.ts',
  'test/run/starts-edited.test.ts',
  'test/cli/completion.test.ts',
  'test/state/unwritable-state.test.ts',
  'test/contacts/move-contacts.test.ts',
  'test/state/unmakeable-folder.test.ts',
  'test/cli/inbox.test.ts',
  'test/forget/forget-beside-runs.test.ts',
  'test/plan/plan-is-run.test.ts',
  'test/campaign/check-hostile.test.ts',
  'test/contacts/simulated-contacts.test.ts',
  'test/run/answers-after-work.test.ts',
  'test/run/decided-under-way.test.ts',
  'test/contacts/crash-touches.test.ts',
  'test/run/decided-beside.test.ts',
  'test/cli/watch.test.ts',
  'test/campaign/unreadable-files.test.ts',
  'test/cli/init-encodings.test.ts',
  'test/cli/init-starter.test.ts',
  'test/cli/same-numbers.test.ts',
  'test/run/limits.test.ts',
  'test/contacts/contact-table.test.ts',
  'test/contacts/suppressed-while-connecting.test.ts',
  'test/run/worker-shows.test.ts',
  'test/cli/variables.test.ts',
  'test/run/by-hand.test.ts',
  'test/run/approval.test.ts',
  'test/snapshot/foreign-numbers.test.ts',
  'test/report/nothing-secret.test.ts',
  'test/cli/why-it-stopped.test.ts',
  'test/control/control-waves.test.ts',
  'test/snapshot/sorted-rows.test.ts',
  'test/contacts/audit-contacts-store.test.ts',
  'test/state/store-connections.test.ts',
  'test/contacts/worked-shop.test.ts',
  'test/forget/forget-in-sources.test.ts',
  'test/audit/audit.test.ts',
  'test/campaign/explain-examples.test.ts',
  'test/campaign/check-gaps.test.ts',
  'test/plan/plan.test.ts',
  'test/contacts/full-disk.test.ts',
  'test/cli/terminal.test.ts',
  'test/contacts/why-person.test.ts',
  'test/state/verified-state.test.ts',
  'test/contacts/list-ages.test.ts',
  'test/contacts/ledger.test.ts',
  'test/state/second-runner.test.ts',
  'test/contacts/audit-contacts.test.ts',
];

const parts = 20;

/** Which part of them a commit has: the same for everybody who tests it. `PART=2` chooses another. */
function partOf(env: NodeJS.ProcessEnv): number {
  const { PART } = env;
  if (PART !== undefined) return (Number(PART) - 1) % parts;
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number.parseInt(commit.slice(0, 6), 16) % parts;
  } catch {
    // A copy of the files without their history.
    return 0;
  }
}

/** Those that `npm test` leaves to others, and a line that says so. */
export function otherParts(env: NodeJS.ProcessEnv): { readonly files: readonly string[]; readonly words: string } {
  const part = partOf(env);
  const files = longFiles.filter((_, index) => index % parts !== part);
  const words = `Part ${part + 1} of ${parts} of the long tests (PART=${part + 1}): ${files.length} files are left to other commits and to \`npm run test:all\`.`;
  return { files, words };
}
