/** A deliberate fault of the product: a promise that it breaks, and the tests that find that out. */
export interface Fault {
  /** What the program does with it. */
  readonly name: string;
  /** In `src/`. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly text: string;
  readonly instead: string;
  /** Folders or files in `test/`, with as little as finds it. */
  readonly tests: readonly string[];
}

/** `npm run soak -- faults` tries each of them. */
export const faults: readonly Fault[] = [
  // Twice.
  {
    name: 'sends a message whose answer was lost again by itself',
    file: 'run/decide/retry.ts',
    text: "if (recovery === 'manual') return { kind: 'inDoubt', reason };",
    instead: "if (recovery === 'manual' && attempt > 1) return { kind: 'inDoubt', reason };",
    tests: ['run/simulation.test.ts', 'run/crash-matrix.test.ts'],
  },
  {
    name: 'continues a message that was on its way when the process died',
    file: 'run/resume/resumption.ts',
    text: "recoveryOf(step) === 'manual' ? 'inDoubt' : 'retry'",
    instead: "recoveryOf(step) === 'rename' ? 'inDoubt' : 'retry'",
    tests: ['run/resume-after-kill.test.ts', 'run/crash-matrix.test.ts'],
  },
  {
    name: 'sends while the intent is being written',
    file: 'run/send/attempt.ts',
    text: "await lease.apply([{ kind: 'intend', to: intent }]);",
    instead: "void lease.apply([{ kind: 'intend', to: intent }]);",
    tests: ['run/simulation.test.ts', 'model/replay.test.ts'],
  },
  {
    name: 'takes a gateway’s 503 for a message that was not carried out',
    file: 'service/contract/read-answer.ts',
    text: "const mayRetry = operations[operation].recovery !== 'manual';",
    instead: 'const mayRetry = true;',
    tests: ['service', 'run/crash-matrix.test.ts'],
  },
  {
    name: 'takes a rejected retry for a rejected message, though an earlier attempt may have been carried out',
    file: 'run/decide/retry.ts',
    text: "if (!isDoubtful(input)) return { kind: 'rejected', code, reason };",
    instead: "if (!isDoubtful(input) || input.attempt > 2) return { kind: 'rejected', code, reason };",
    tests: ['run/answers-after-work.test.ts'],
  },
  {
    name: 'lets a second process carry out the same run with another state folder',
    file: 'state/sqlite/open/claim-run.ts',
    text: "if ('holder' in file || guard === undefined) return file;",
    instead: "if ('holder' in file || guard !== undefined) return file;",
    tests: ['state/one-runner.test.ts'],
  },
  {
    name: 'does not look whether a store is led by somebody else',
    file: 'state/postgres/take-lease.ts',
    text: 'if (leftMs <= 0) return undefined;',
    instead: 'if (leftMs <= 3_600_000) return undefined;',
    tests: ['state/backend-contract.test.ts', 'state/lease-term.test.ts', 'run/shared-store.test.ts'],
  },
  {
    name: 'sends an edited request again after a doubt',
    file: 'run/resume/resumption.ts',
    text: "if (isEdited) return 'inDoubt';",
    instead: "if (isEdited && job.state === 'pending') return 'inDoubt';",
    tests: ['run/simulation.test.ts', 'run/edits-under-way.test.ts', 'plan/plan-after-crash.test.ts'],
  },
  {
    name: 'takes older notations of a number for other people',
    file: 'audience/number/person-key.ts',
    text: 'if (number < 23_000_000_000) return number - 22_900_000_000 + 2_290_100_000_000;',
    instead: 'if (number < 22_900_000_000) return number - 22_900_000_000 + 2_290_100_000_000;',
    tests: ['audience/person-key.test.ts', 'snapshot/both-notations.test.ts'],
  },
  {
    name: 'gives a retried upload the name of the first attempt',
    file: 'run/send/prepare-request.ts',
    text: 'const ordinal = before?.doubtful === true ? before.attempts + 1 : 1;',
    instead: 'const ordinal = 1;',
    tests: ['run/answers-after-work.test.ts'],
  },
  {
    name: 'counts a contact that may have been made as none',
    file: 'contacts/touch-outcome.ts',
    text: "return mayHaveLeft ? 'made' : 'released';",
    instead: "return 'released';",
    tests: ['contacts/touch-outcome.test.ts'],
  },
  {
    name: 'lets a cap pass when the time between two contacts is just too short',
    file: 'contacts/judge-contact.ts',
    text: 'return earliest - first < per ? [earliest - per, first + per] : [last, first];',
    instead: 'return earliest - first < per ? [earliest - per, first + per - 1] : [last, first];',
    tests: ['contacts/judge-contact.test.ts'],
  },
  {
    name: 'lets one contact more than the cap',
    file: 'contacts/judge-contact.ts',
    text: 'first + cap.max <= counted.length; first++',
    instead: 'first + cap.max < counted.length; first++',
    tests: ['contacts/judge-contact.test.ts'],
  },
  {
    name: 'does not await the answer whether somebody may still be contacted',
    file: 'run/send/attempt.ts',
    text: 'const forbidden = reserved.isAllowed === true ? undefined : await whyForbidden(reserved);',
    instead: 'const forbidden = reserved.isAllowed instanceof Promise ? undefined : await whyForbidden(reserved);',
    tests: ['contacts/simulated-contacts.test.ts', 'contacts/store-during-run.test.ts'],
  },
  // Who must not be.
  {
    name: 'compares an exclude list by the digits as they are written',
    file: 'audience/exclude-list.ts',
    text: 'add: (number) => void keys.add(personKey(number)),',
    instead: 'add: (number) => void keys.add(number),',
    tests: ['audience/person-key.test.ts'],
  },
  {
    name: 'contacts people who asked to be forgotten',
    file: 'contacts/judge-contact.ts',
    text: "if (facts.forgottenAt !== undefined) return { word: 'forgotten' };",
    instead: "if (facts.forgottenAt === at) return { word: 'forgotten' };",
    tests: ['contacts/ledger-contract.test.ts'],
  },
  {
    name: 'takes a suppression of one channel for none of all',
    file: 'contacts/judge-contact.ts',
    text: `    (one) =>
      (one.channel ?? channel) === channel &&
      (one.purpose ?? purpose) === purpose &&
      // What`,
    instead: `    (one) =>
      one.channel === channel &&
      (one.purpose ?? purpose) === purpose &&
      // What`,
    tests: ['contacts/ledger-contract.test.ts', 'contacts/two-campaigns.test.ts'],
  },
  {
    name: 'counts a consent that has lapsed',
    file: 'contacts/judge-contact.ts',
    text: 'at < (one.expires ?? Number.POSITIVE_INFINITY),',
    instead: 'one.at < (one.expires ?? Number.POSITIVE_INFINITY),',
    tests: ['contacts/judge-contact.test.ts', 'contacts/two-campaigns.test.ts'],
  },
  {
    name: 'lets a dated suppression replace one without an end',
    file: 'contacts/sqlite/suppression-table.ts',
    text: 'WHERE excluded.ends IS NULL OR excluded.ends >= suppression.ends',
    instead: 'WHERE excluded.ends IS NULL OR excluded.ends >= coalesce(suppression.ends, 0)',
    tests: ['contacts/ledger-contract.test.ts'],
  },
  {
    name: 'does not ask at the first byte whether the person may be contacted',
    file: 'run/send/departure-gate.ts',
    text: '?? contactHold();',
    instead: '?? (departure && contactHold());',
    tests: ['contacts/departure-look.test.ts', 'contacts/suppressed-while-connecting.test.ts'],
  },
  {
    name: 'selects whom `not` excludes when their cell has blanks',
    file: 'audience/where/cell-test.ts',
    text: 'return (cell) => values.has(comparable(textOf(cell))) === isWanted;',
    instead: 'return (cell) => values.has(textOf(cell)) === isWanted;',
    tests: ['audience/where.test.ts', 'audience/comparable.test.ts'],
  },
  {
    name: 'takes the number that a condition names for too little',
    file: 'audience/where/cell-test.ts',
    text: 'numberTest(condition.number, (order) => order >= 0)',
    instead: 'numberTest(condition.number, (order) => order > 0)',
    tests: ['audience/where.test.ts'],
  },
  // Outside the hours.
  {
    name: 'starts a second before the window opens',
    file: 'schedule/zone-queues.ts',
    text: 'zone.opens = opening?.opens ?? never;',
    instead: 'zone.opens = (opening?.opens ?? never) - 1_000;',
    tests: ['schedule/scheduler.test.ts'],
  },
  {
    name: 'lets a request leave after the window has closed',
    file: 'run/send/departure-gate.ts',
    text: "if (now >= mayStartUntil) return 'windowClosed';",
    instead: "if (now >= mayStartUntil + slotMsLeast) return 'windowClosed';",
    tests: ['run/simulation.test.ts', 'run/gates.test.ts', 'run/departure.test.ts'],
  },
  {
    name: 'uses the hours of one zone of a country that has several',
    file: 'time/window.ts',
    text: 'const opens = Math.max(...openings.map((opening) => opening!.opens));',
    instead: 'const opens = Math.min(...openings.map((opening) => opening!.opens));',
    tests: ['time/window.test.ts', 'cli/own-clocks.test.ts'],
  },
  {
    name: 'is open on the days of `except`',
    file: 'time/window.ts',
    text: '|| window.except.includes(dateOf(day))',
    instead: '|| window.except.includes(dateOf(day + 1))',
    tests: ['time/window.test.ts'],
  },
  {
    name: 'reads the hour that comes twice as the later one',
    file: 'time/window.ts',
    text: 'if (change === undefined || wallAt(change, zone) >= openWall) return [{ opens, closes }];',
    instead: 'if (change === undefined || wallAt(change, zone) > openWall - dayMs) return [{ opens, closes }];',
    tests: ['time/window.test.ts'],
  },
  {
    name: 'holds a WhatsApp session open for an hour more',
    file: 'schedule/audience-times.ts',
    text: 'export const sessionMs = 24 * hourMs;',
    instead: 'export const sessionMs = 25 * hourMs;',
    tests: ['schedule', 'audit'],
  },
  {
    name: 'does not notice that the clock was set back',
    file: 'run/decide/clock-jumps.ts',
    text: 'const setBack = now < last - jumpMs;',
    instead: 'const setBack = now < last - 3_600_000;',
    tests: ['run/clock-jumps.test.ts'],
  },
  {
    name: 'starts a campaign late without being asked',
    file: 'plan/overdue.ts',
    text: 'return late > overdueGraceMs ? late : undefined;',
    instead: 'return late > 60 * overdueGraceMs ? late : undefined;',
    tests: ['plan/plan.test.ts'],
  },
  {
    name: 'sends faster than the rate after a start that was late',
    file: 'schedule/pace.ts',
    text: 'readyAt: () => Math.max(slot(), (starts[oldest] ?? 0) + perMs),',
    instead: 'readyAt: () => slot(),',
    tests: ['time/pace.test.ts'],
  },
  // Left out.
  {
    name: 'says that an answer without a code of ours was a rejection',
    file: 'service/contract/read-answer.ts',
    text: '(http < 500 || documentedStatus(operation, envelope.code) !== undefined)',
    instead: '(http < 600 || documentedStatus(operation, envelope.code) !== undefined)',
    tests: ['run/answers-after-work.test.ts'],
  },
  {
    name: 'gives up after fewer attempts than it says',
    file: 'run/decide/retry.ts',
    text: 'if (attempt >= attemptsMax) return refused(input, code,',
    instead: 'if (attempt >= attemptsMax - 2) return refused(input, code,',
    tests: ['run/answers-after-work.test.ts'],
  },
  {
    name: 'takes a step for blocked whose need is still pending',
    file: 'schedule/step-needs.ts',
    text: "return state === 'accepted' || state === 'pending' || state === 'sending' ? undefined : state;",
    instead: "return state === 'accepted' || state === 'sending' ? undefined : state;",
    tests: ['schedule', 'plan'],
  },
  {
    name: 'does not start what waits behind a doubt on failure',
    file: 'schedule/step-needs.ts',
    text: "if (ends.includes('failed')) return 'opens';",
    instead: "if (ends.every((end) => end === 'failed')) return 'opens';",
    tests: ['schedule/scheduler.test.ts'],
  },
  {
    name: 'forgets whom a cap has delayed',
    file: 'schedule/zone-queues.ts',
    text: `          takeHead(zone, head);
          delay(head, heldUntil);`,
    instead: '          takeHead(zone, head);',
    tests: ['contacts/two-campaigns.test.ts', 'contacts/plan-campaigns.test.ts'],
  },
  // Untrue.
  {
    name: 'believes a row of the state file that was changed',
    file: 'state/sqlite/file/verify-rows.ts',
    text: '!== `${sum}]`) throw asNotWritten();',
    instead: "=== '') throw asNotWritten();",
    tests: ['state/state-corruption.test.ts'],
  },
  {
    name: 'lets a step that was not asked for run around the clock',
    file: 'campaign/rules/windows.ts',
    text: "if (step.purpose === 'transactional') return written === 'always' ? []",
    instead: "if (step.purpose === 'transactional' || written === 'always') return written === 'always' ? []",
    tests: ['campaign/check-findings.test.ts'],
  },
  {
    name: 'sends a code to a number that the service refuses',
    file: 'service/validate/rules/otp-send.ts',
    text: "text('to', required(), matches(digits), length(10, 14)),",
    instead: "text('to', required(), matches(digits), length(9, 14)),",
    tests: ['service'],
  },
  {
    name: 'goes on with a state file that was restored from a backup',
    file: 'state/sqlite/open/checks.ts',
    text: "return seq < known ? { kind: 'behind', seq, known } : undefined;",
    instead: "return seq < known - 3 ? { kind: 'behind', seq, known } : undefined;",
    tests: ['state/state-file.test.ts'],
  },
  {
    name: 'goes on with a copy of a state file, beside the original',
    file: 'state/sqlite/open/checks.ts',
    text: 'path !== realpathSync(paths.database) && existsSync(path) ? path : undefined;',
    instead: 'path !== realpathSync(paths.database) && !existsSync(path) ? path : undefined;',
    tests: ['state/lost-state.test.ts', 'state/one-runner.test.ts'],
  },
  {
    name: 'uses a contact ledger that is older than this machine has seen it',
    file: 'contacts/sqlite/ledger-guard.ts',
    text: 'given.adopt === true || seq >= mark.seq',
    instead: 'given.adopt !== false || seq >= mark.seq',
    tests: ['contacts/restored-ledger.test.ts'],
  },
  {
    name: 'lets somebody have a message sent again that may still arrive',
    file: 'run/decide/late-arrival.ts',
    text: 'return Math.max(0, lateArrivalMs - ageMs);',
    instead: 'return Math.max(0, lateArrivalMs - 10 * ageMs);',
    tests: ['run/late-arrival.test.ts', 'run/simulation.test.ts'],
  },
  {
    name: 'carries out a plan whose file was edited after it was approved',
    file: 'run/operator/approve-plan.ts',
    text: 'const ofFile = ofPlan.filter(({ checksum }) => checksum === plan.checksum);',
    instead: 'const ofFile = ofPlan;',
    tests: ['run/approval.test.ts', 'plan/approved-plan.test.ts'],
  },
  {
    name: 'lets one doubt more than the limit',
    file: 'run/decide/stop-conditions.ts',
    text: "if (inDoubt >= limits.doubts) return { kind: 'doubts', inDoubt };",
    instead: "if (inDoubt > limits.doubts) return { kind: 'doubts', inDoubt };",
    tests: ['run/limits.test.ts'],
  },
  {
    name: 'spends one message more than the budget',
    file: 'run/decide/stop-conditions.ts',
    text: 'if (roundMoney(spent() + price) > budget) {',
    instead: 'if (roundMoney(spent()) > budget) {',
    tests: ['run/limits.test.ts', 'run/simulation.test.ts'],
  },
  {
    name: 'does not send more slowly when the service is throttling',
    file: 'run/decide/backpressure.ts',
    text: 'setSlots(Math.max(1, Math.floor(slots.concurrency / 2)));',
    instead: 'setSlots(Math.max(1, slots.concurrency));',
    tests: ['run/backpressure.test.ts'],
  },
  {
    name: 'plans as if jobs in doubt had cost nothing',
    file: 'plan/budget.ts',
    text: '(counts.accepted + counts.inDoubt) * (priceOf.get(step) ?? 0)',
    instead: 'counts.accepted * (priceOf.get(step) ?? 0)',
    tests: ['plan/plan.test.ts', 'run/simulation.test.ts', 'plan/plan-is-run.test.ts'],
  },
  {
    name: 'audits nobody who was started twice by one step',
    file: 'audit/audit-people.ts',
    text: 'if (steps.length === 1 && once.has(job)) {',
    instead: 'if (steps.length === 2 && once.has(job)) {',
    tests: ['audit'],
  },
  {
    name: 'leaves a forgotten number where it is written in full-width digits',
    file: 'forget/number-finder.ts',
    text: '[0xff10, 0x0660, 0x06f0, 0x0966]',
    instead: '[0x0660, 0x06f0, 0x0966]',
    tests: ['forget/number-finder.test.ts'],
  },
  {
    name: 'retries an operation at the wrong answer: a busy task of calls is an error of the message',
    file: 'service/contract/statuses.ts',
    text: "'-42': wait('redial is allowed only when the task is canceled or completed'),",
    instead: "'-42': reject('redial is allowed only when the task is canceled or completed'),",
    tests: ['service/dispositions.test.ts', 'service/service-statuses.test.ts'],
  },
];
