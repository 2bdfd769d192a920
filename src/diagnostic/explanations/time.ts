import type { Explanation } from './explanation.ts';

/** Of time: CS5. */
export const timeExplanations = {
  CS5001: {
    cause: 'Time zones must be IANA names. Abbreviations are ambiguous, and offsets are wrong for half of the year.',
    fix: 'Use the name of a place, such as `Africa/Lagos`, or `UTC`.',
  },
  CS5002: { cause: 'A campaign or step that ends before it starts never runs.', fix: 'Correct one of the two.' },
  CS5003: { cause: 'The calendar has no such day.', fix: 'Correct the date.' },
  CS5004: {
    cause: 'Nobody may be contacted outside 09:00–20:00 or outside the campaign’s own window.',
    fix: 'Narrow the hours. A step that responds to something the recipient has just asked for may set `purpose: transactional`.',
  },
  CS5005: {
    cause: 'This window and the one around it have no minute in common, or `limits.guard` takes up the whole window.',
    fix: 'Correct the hours, the days or the guard.',
  },
  CS5006: {
    cause: 'Only transactional steps may run over midnight or `always`.',
    fix: 'Set `purpose: transactional` if the step is transactional, or keep the window within one day.',
  },
  CS5007: {
    cause:
      'The service calls within `allowSendTime`, whatever the campaign’s window says. A template could produce any hour.',
    fix: 'Narrow the period, or leave `allowSendTime` out; it then follows the window.',
  },
  CS5008: {
    cause:
      'The campaign sets its time zone once, at the top. An offset in a time would contradict it after the next clock change.',
    fix: 'Remove the offset.',
  },
  CS5009: {
    cause:
      'The service calls at `sendTime`, whatever the window and the `ends` of the campaign say. What another step gives could be any time.',
    fix: 'Choose a time in the window, and before `ends`.',
  },
  CS5010: {
    cause:
      'The service accepts custom messages only within 24 hours of the recipient’s last message. Without that time, Callsheet cannot skip recipients whose 24 hours have passed.',
    fix: 'Set `lastInbound` to the column with that time.',
  },
  CS5011: {
    cause: 'With `every`, the query repeats until it has the expected result, and nothing says when to give up.',
    fix: 'Set `until`, or give the campaign an `ends`.',
  },
  CS5012: {
    cause:
      'An audience has one zone for all, or a column with the zone of each. `else` is only for empty cells of a column.',
    fix: 'Keep `column`, with or without `else`; or keep `zone`.',
  },
  CS5013: {
    cause: 'A format has a year, a month, a day, an hour and minutes, in the order in which the cells have them.',
    fix: 'Write it as in `DD/MM/YYYY HH:mm` or `M/D/YYYY h:mm A`.',
  },
  CS5014: {
    cause: 'Without the calendar, every day of that year counts as a holiday, so nothing would start.',
    fix: 'Make the calendar with `callsheet calendar COUNTRY YEAR > holidays/COUNTRY-YEAR.yaml`, read it, and commit it.',
  },
  CS5015: {
    cause: 'A calendar has one line a day: the date, and what is celebrated.',
    fix: 'Write it as in `2026-12-25: Christmas Day`.',
  },
  CS5101: {
    cause: 'The campaign would start late, all at once, at a time that nobody chose.',
    fix: 'Change `starts`, or use `run --late` to start it now.',
  },
  CS5102: {
    cause: 'At this rate and in these hours, the step does not finish before its end; the remaining jobs expire.',
    fix: 'Make the change that the plan suggests; it is the smallest one that helps.',
  },
  CS5103: {
    cause: 'By the prices under `costs`, the remaining jobs cost more than `limits.budget` or the account’s balance.',
    fix: 'Raise the budget, or narrow the audience. The run stops when the budget is spent.',
  },
  CS5104: {
    cause:
      'Because of the window or the needs, the request is sent only after the time at which the service should call.',
    fix: 'Use a later `sendTime`, or leave it out.',
  },
  CS5105: {
    cause: 'The lists are empty, or every job for a person is skipped or would expire.',
    fix: 'Fix the reason that the plan gives beside each step: a list, a condition, a last message, a window.',
  },
  CS5106: {
    cause:
      'A step is known by its name. Under a new name nothing is recorded of it, so everybody would get its message again. The old name may be gone, or belong to a step with another message now.',
    fix: 'Write `was: OLD-NAME` under the step if it is the same one; a new step that has the old name now needs another one. If it is another message, use `run --accept-edits`.',
  },
  CS5107: {
    cause: 'What has no price under `costs` counts as free, so the plan’s cost and `limits.budget` leave it out.',
    fix: 'Add the price of the operation to `costs`; write 0 if it costs nothing.',
  },
} satisfies Readonly<Record<string, Explanation>>;
