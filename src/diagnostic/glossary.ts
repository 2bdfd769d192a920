/** The words of the product and of its code, one plain sentence each. `docs/glossary.md` and `explain WORD` show them. */
export const glossary: Readonly<Record<string, string>> = {
  'abort sends': 'To stop every request whose first byte has not been written, because an answer halted the run.',
  accepted:
    'The state of a job that the service answered with success, or whose receipt shows that an earlier attempt counted.',
  'admin API': "The sandbox's own endpoints under `/_sandbox/`, which show what it received and change its world.",
  adopt: 'To accept a state file that was copied, moved, restored or is missing; the option is `--adopt`.',
  assumption: "What Callsheet decided where the service's document leaves a question open, with the reason.",
  attempt: 'One HTTP request for a job.',
  audience: 'A list of recipients with a key column, from a file or a source such as a database.',
  audit: 'A check of a plan or a run against the rules of its campaign, by code that the planner does not share.',
  backpressure:
    'How a run slows down with the service: fewer parallel requests after throttling (AIMD), none for a while after failures (circuit breaker).',
  blocked: 'The state of a step that cannot start, because a step that it needs did not end as required.',
  'budget tracker':
    'The sum of what jobs have cost so far, those in flight and in doubt included, compared with `limits.budget`.',
  campaign: 'One YAML file with audiences, steps, a window and limits.',
  cancelled:
    'The state of a job that a person gave up with `callsheet reconcile --drop`; and of a run after `callsheet cancel`, until `callsheet resume`: its jobs stay pending.',
  cap: 'The most contacts that one person may get in a period, over all campaigns of a project.',
  contact: 'One message or code to one person, counted over all campaigns of a project.',
  'contact ledger': 'The record of every contact with a person, over all campaigns.',
  decision: 'The scheduler’s answer to what happens next: start, drop, wait, in flight or finished.',
  'departure gate':
    'The last check before the first byte of a request: window, deadline, age of the slot, pause, halt and suppressions.',
  diagnostic: 'A finding about text, with a severity, a code, a message, a place and a hint.',
  dispatcher: 'The part of a run that sends the jobs that the scheduler starts, in this process or on other machines.',
  epoch: 'The random number that identifies a leader; changes written under any other epoch do not count.',
  event: 'Something that happened during a run.',
  expired: 'The state of a job whose deadline passed before it could start.',
  fence: "To write a runner's name into the state file, so that an earlier runner can no longer change it.",
  'fenced out':
    'The state of a runner whose state file or run now belongs to another runner; it stops at its next change.',
  'file replaced': 'The state file was moved, deleted or exchanged while a run used it; the run stops.',
  'file revision': 'The identity of a state file (its lineage) and how many groups of changes it has.',
  'halt state': 'Why a run stopped starting jobs, if it did.',
  'held by':
    'The rule that delays a job the longest: `starts`, `at`, `window`, `rate`, `perRecipient`, `needs`, `delay`, `retry`, `every`, `cap`, `wave` or `rest`.',
  'high-water mark': 'The highest revision of a state file that this machine recorded outside the file.',
  history: 'What the state file says about earlier attempts, as the scheduler reads it.',
  'in doubt':
    'The state of a job whose attempt may or may not have reached the service; it is not sent again automatically.',
  'in flight': 'The state of a job whose request was started and whose outcome is not on disk yet.',
  intent: 'The record, on disk before the request leaves, that a job is about to be sent.',
  job: 'One request of one step for one recipient, or for none; its address is `step` or `step[key]`.',
  'job id': 'The step and the recipient key of a job.',
  leader: 'The process that schedules when a campaign runs on more than one machine.',
  lease: 'A right to act that expires at a set time unless it is renewed.',
  'left out':
    'A row of a recipient list that gets no job, because of `where`, `exclude`, a duplicate or an unreadable number.',
  'natural key':
    'A name in the request by which the service recognizes a repeat: `orderId`, `taskName`, `jobId` or `fileName`.',
  'not needed':
    'The state of a step that runs only after a failure, when nothing failed; and what a report says of jobs that are skipped for that, or because their `onlyIf` is not met.',
  operation: 'One of the nine calls of the service, by its id, for example `otp.send`.',
  'operation id': 'The stable name of an operation, for example `whatsapp.send`.',
  'operator decision': 'What a person says with `callsheet reconcile` about a job in doubt: accept, resend or drop.',
  outcome: 'The result of one attempt: accepted, rejected, throttled, unsent or unknown.',
  overdue: 'A campaign that has not started 15 minutes after its `starts`; it now needs `--late`.',
  pending: 'The state of a job that has not started yet, or that waits for another attempt.',
  plan: 'Steps and jobs placed in time, with the reason for each delay and each skip.',
  'planned contact':
    'A contact that a run with a priority has reserved for a later time; other campaigns leave room for it.',
  promote: 'To start the next wave of a step, or to let a wave continue after `haltIf` halted it.',
  reached: 'A recipient for whom the sandbox accepted a request, by its own ledger.',
  receipt: "The service's answer that a name is already taken, which shows that an earlier attempt counted.",
  recovery: 'What is done about an attempt whose answer was lost: retry, rename or manual.',
  rehearsal: 'A whole campaign in virtual time against a sandbox, with faults and killed processes if asked.',
  rejected:
    'The state of a job that the service refused for good; it is not sent again unless a person decides so, but the next run asks a query again.',
  'rollback guard':
    "This machine's own record, outside the state file, of how far each state file has come and which file belongs to which run.",
  run: 'One execution of a campaign, with an id; it is kept in the state file.',
  'run location': 'The state file (lineage and path) that carried out a run.',
  'run lock': 'What reserves a run for one process: a lock on the state file and one in the rollback guard.',
  sandbox: 'The local implementation of the service.',
  scenario: 'The set of faults of a rehearsal, chosen with `--scenario`.',
  scheduler: 'The pure decision core that `plan`, `rehearse` and `run` share: it decides which job may start when.',
  seed: 'The number that fixes the random choices of a rehearsal; the same seed repeats the same rehearsal.',
  session:
    'The 24 hours after a recipient last wrote on WhatsApp; only then may they get messages that are not templates.',
  skipped: 'The state of a job that is not sent, with the reason; the next run decides again.',
  slot: 'Room for one request in flight; `limits.concurrency` is the number of slots.',
  'slow start': 'One request at a time until the first valid answer of a process.',
  snapshot: 'A copy of a recipient list as it was read from its source, with its digest.',
  'state file': 'The SQLite file that records who was contacted, by all campaigns of a folder: `.callsheet/ledger.db`.',
  step: 'One named use of one operation, done once or once per recipient.',
  'stop conditions':
    'What halts a run: `stopAfter`, or, without it, a step that is rejected as a whole; `doubts`, `budget`, and `haltIf` of a wave.',
  stopped: 'The state of a step that starts no more jobs, because of an answer or an unreadable file.',
  suppression: 'A person who may not be contacted, with a reason, a scope and dates.',
  throttled:
    'The outcome of an attempt that the service refused because there were too many requests; it is tried again later.',
  'to send': 'The pending jobs that a plan starts, if every job before them is accepted.',
  unknown: 'The outcome of an attempt without a valid answer, so that the service may or may not have carried it out.',
  unsent: 'The outcome of an attempt that sent nothing at all; it is tried again.',
  verdict: 'What an outcome means for a job: accepted, rejected, in doubt, try again, stop the step or halt the run.',
  'verified file': 'A state file whose pages and checksums were all checked and found correct.',
  'virtual time': 'The clock of a rehearsal, which skips every wait.',
  'wake signal': 'What wakes a waiting run early: the outcome of a job, a pause, a cancel or Ctrl-C.',
  wave: 'A share of the people of a step who get it before the others; the next wave waits for a time or a person.',
  window: 'The local hours in which jobs may start, half-open: `[09:00, 20:00)` unless narrowed.',
  worker: 'A process that sends requests for a leader when a campaign runs on more than one machine.',
  world: 'The starting facts of a sandbox.',
};

/** What tables and pages call an entry. */
const alsoCalled: Readonly<Record<string, string>> = { 'given up': 'cancelled' };

/** The word as the glossary writes it, whatever the case of `word`. */
export function glossaryWord(word: string): string | undefined {
  const asked = word.toLowerCase();
  const wanted = alsoCalled[asked] ?? asked;
  const entries = Object.keys(glossary);
  const [only, ...more] = entries.filter((entry) =>
    entry.split(' ').some((part) => part === wanted || `${part}s` === wanted),
  );
  return entries.find((entry) => entry.toLowerCase() === wanted) ?? (more.length === 0 ? only : undefined);
}
