import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that took longest on two cores; by them the others end at the same time. */
export const longestFiles: readonly string[] = [
  'test/run/workers.test.ts',
  'test/run/shared-account.test.ts',
  'test/run/worker-handover.test.ts',
  'test/state/one-runner.test.ts',
  'test/run/workers-database.test.ts',
  'test/run/crash-matrix.test.ts',
  'test/control/control-page.test.ts',
  'test/run/shared-store.test.ts',
  'test/model/hand-out/replay-hand-out.test.ts',
  'test/contacts/crash-touches.test.ts',
  'test/run/crash-on-the-wire.test.ts',
  'test/plan/plan-after-crash.test.ts',
  'test/contacts/store-lost-answers.test.ts',
  'test/contacts/crash-store.test.ts',
  'test/cli/help-examples.test.ts',
  'test/control/control-actions.test.ts',
  'test/contacts/store-contacts.test.ts',
  'test/control/control-states.test.ts',
  'test/run/slow-connections.test.ts',
  'test/run/crash-matrix-store.test.ts',
  'test/notice/notices.test.ts',
  'test/forget/forget-in-store.test.ts',
  'test/control/control-accounts.test.ts',
  'test/control/control-decisions.test.ts',
  'test/contacts/store-leader-dies.test.ts',
  'test/contacts/long-import.test.ts',
  'test/snapshot/run-snapshots.test.ts',
  'test/forget/forget.test.ts',
  'test/attack/attack.test.ts',
];

/** Starts with the longest files, so that none of them runs alone at the end. A machine without earlier runs knows only their sizes. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = longestFiles.findIndex((file) => moduleId.endsWith(`/${file}`));
      return place >= 0 ? place : longestFiles.length;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
