import type { Host } from '../platform/ports.ts';
import type { ExitCode } from './options/exit-code.ts';
import type { CommandName, Given } from './program.ts';

/** Imports the command of this name, and runs it. `given` has the values of the arguments and options of its definition. */
export function runCommand(name: string, given: object, host: Host): Promise<ExitCode> {
  const run = commands[name as CommandName] as (given: object, host: Host) => Promise<ExitCode>;
  return run(given, host);
}

const commands: { readonly [Name in CommandName]: (given: Given<Name>, host: Host) => Promise<ExitCode> } = {
  init: async (given, host) => (await import('./commands/init.ts')).init(given, host),
  open: async (given, host) => (await import('./commands/open.ts')).open(given, host),
  inbox: async (given, host) => (await import('./commands/inbox.ts')).inbox(given, host),
  check: async (given, host) => (await import('./commands/check.ts')).check(given, host),
  plan: async (given, host) => (await import('./commands/plan.ts')).planFiles(given, host),
  snapshot: async (given, host) => (await import('./commands/snapshot.ts')).snapshot(given, host),
  approve: async (given, host) => (await import('./decide/approve.ts')).approve(given, host),
  status: async (given, host) => (await import('./commands/status.ts')).status(given, host),
  report: async (given, host) => (await import('./commands/report.ts')).report(given, host),
  why: async (given, host) => (await import('./commands/why.ts')).answerWhy(given, host),
  audit: async (given, host) => (await import('./commands/audit.ts')).audit(given, host),
  run: async (given, host) => (await import('./run/run-to-end.ts')).runToEnd(given, host),
  worker: async (given, host) => (await import('./worker/worker.ts')).worker(given, host),
  watch: async ({ run, ...given }, host) =>
    (await import('./commands/watch.ts')).watch({ ...given, carryOut: run }, host),
  rehearse: async (given, host) => (await import('./commands/rehearse.ts')).rehearse(given, host),
  pause: async (given, host) =>
    (await import('./commands/control-run.ts')).controlRun({ ...given, control: 'pause' }, host),
  resume: async (given, host) =>
    (await import('./commands/control-run.ts')).controlRun({ ...given, control: 'run' }, host),
  cancel: async (given, host) =>
    (await import('./commands/control-run.ts')).controlRun({ ...given, control: 'cancel' }, host),
  promote: async (given, host) => (await import('./decide/promote.ts')).promote(given, host),
  reconcile: async (given, host) => (await import('./decide/reconcile.ts')).reconcile(given, host),
  consent: async (given, host) => (await import('./commands/people/consent.ts')).consent(given, host),
  suppress: async (given, host) => (await import('./commands/people/suppress.ts')).suppress(given, host),
  calendar: async (given, host) => (await import('./commands/calendar.ts')).calendar(given, host),
  explain: async (given, host) => (await import('./commands/explain.ts')).explain(given, host),
  call: async (given, host) => (await import('./commands/call.ts')).call(given, host),
  forget: async (given, host) => (await import('./commands/people/forget.ts')).forget(given, host),
  doctor: async (given, host) => (await import('./commands/doctor.ts')).doctor(given, host),
  store: async (given, host) => (await import('./commands/store/store.ts')).store(given, host),
  serve: async (given, host) => (await import('./commands/serve.ts')).serve(given, host),
  completion: async (given, host) => (await import('./guide/complete.ts')).completion(given, host),
};
