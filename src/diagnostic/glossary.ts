/** The words of the product and of its code, one plain sentence each. `docs/glossary.md` and `explain WORD` show them. */
export const glossary: Readonly<Record<string, string>> = {
  'abort sends': 'To stop every request that has not written its first byte, because an answer halted the run.',
  'admin API': "The sandbox's own endpoints under `/_sandbox/`, which show what it received and change its world.",
  adopt: 'To accept a state file that was copied, moved, restored or is missing; the option is `--adopt`.',
  assumption: "What Callsheet decided where the service's document leaves a question open, with the reason.",
  attempt: 'One HTTP request for a job.',
  audience: 'A recipient list (CSV or JSONL) with a key column.',
  audit: 'An independent check of a finished or running campaign against its rules, from the state file alone.',
  backpressure:
    'How a run slows down when the service does: fewer requests in parallel after throttling (AIMD), none for a while after failures (circuit breaker).',
  'budget tracker': 'The sum of what accepted jobs have cost so far, compared with `limits.budget`.',
  campaign: 'One YAML file with audiences, steps, a window and limits.',
  claim: 'To reserve a run for one process, by the lock of the state file and the lock in the rollback guard.',
  'contact ledger': 'The record of every touch over all campaigns.',
  decision:
    'What the scheduler answers when it is asked for the next thing to do: start, drop, wait, in flight or finished.',
  'departure gate':
    'The last check before the first byte of a request: window, deadline, age of the slot, pause and halt.',
  diagnostic: 'A finding about text, with a severity, a code, a message, a place and a hint.',
  epoch: 'The number of a leader; a request from an older epoch is refused.',
  event: 'Something that happened during a run.',
  fence: "To write a runner's name into the state file, so that an earlier runner can no longer change it.",
  'fenced out':
    'The state of a runner whose state file or run now belongs to another runner; it stops at its next change.',
  'file replaced': 'The state file was moved, deleted or exchanged while a run used it; the run stops.',
  'file revision': 'The identity of a state file (its lineage) and the number of groups of changes in it.',
  'halt state': 'Why a run stopped starting jobs, if it did.',
  'high-water mark': 'The highest revision of a state file that this machine recorded outside the file.',
  history: 'What the state file says about earlier attempts, as the scheduler reads it.',
  holdout: 'The recipients who get nothing, so that the effect of a campaign can be measured.',
  'in doubt':
    'The state of a job whose attempt may or may not have reached the service; it is not sent again automatically.',
  'in flight': 'The state of a job whose request was started and whose outcome is not on disk yet.',
  intent: 'The record, on disk before the request leaves, that a job is about to be sent.',
  job: 'One request of one step for one recipient, or for none; its address is `step` or `step[key]`.',
  'job cache': 'The jobs of a run as they were when the state file was verified, so that they are not read twice.',
  'job id': 'The step and the recipient key of a job.',
  leader: 'The process that schedules when a campaign runs on more than one machine.',
  lease: 'A right to act that ends by itself at an instant unless it is renewed.',
  'natural key':
    'A name in the request by which the service recognizes a repeat: `orderId`, `taskName`, `jobId` or `fileName`.',
  operation: 'One of the nine calls of the service, by its id, for example `otp.send`.',
  'operation id': 'The stable name of an operation, for example `whatsapp.send`.',
  'operator decision': 'What a person says with `callsheet reconcile` about a job in doubt: accept, resend or drop.',
  outcome: 'The result of one attempt: accepted, rejected, throttled, unsent or unknown.',
  pack: 'The contact rules of a jurisdiction, as data.',
  plan: 'Steps and jobs placed in time, with the reason for each delay and each skip.',
  receipt: "The service's answer that a name is already taken, which shows that an earlier attempt counted.",
  recovery: 'What is done about an attempt whose answer was lost: retry, rename or manual.',
  rehearsal: 'A whole campaign in virtual time against a sandbox, with faults and killed processes if asked.',
  'rollback guard':
    "This machine's own record, outside the state file, of how far each state file has come and which file belongs to which run.",
  run: 'One execution of a campaign, with an id; it is kept in the state file.',
  'run location': 'The state file (lineage and path) that carried out a run.',
  sandbox: 'The local implementation of the service.',
  scheduler: 'The pure decision core that `plan`, `rehearse` and `run` share: it decides which job may start when.',
  snapshot: 'A recipient list as it was read from its source, with its digest.',
  'state file': 'The SQLite file that records who was contacted: `.callsheet/CAMPAIGN.db` beside the campaign.',
  step: 'One named use of one operation, done once or once per recipient.',
  'stop conditions': 'The limits that halt a run: `stopAfter`, `doubts` and `budget`.',
  suppression: 'A person who may not be contacted, with a reason, a scope and dates.',
  touch: 'One contact of one person, over all campaigns, in the contact ledger.',
  variant: 'One of several texts for a step; each recipient gets one of them.',
  verdict: 'What an outcome means for a job: accepted, rejected, in doubt, try again, stop the step or halt the run.',
  'verified file': 'A state file whose pages and checksums were all checked and found correct.',
  'wake signal': 'What ends a wait of the run early: a settled job, a pause, a cancel or Ctrl-C.',
  wave: 'A group of recipients that starts before or after another group.',
  window: 'The local hours in which jobs may start, half-open: `[09:00, 20:00)` unless narrowed.',
  worker: 'A process that sends requests for a leader when a campaign runs on more than one machine.',
  world: 'The starting facts of a sandbox.',
};

/** The word as the glossary writes it, whatever the case of `word`. */
export function glossaryWord(word: string): string | undefined {
  return Object.keys(glossary).find((entry) => entry.toLowerCase() === word.toLowerCase());
}
