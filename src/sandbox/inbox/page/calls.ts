import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { TaskView } from '../../admin-api/shown.ts';
import type { ViewProps } from './place.ts';
import type { Times } from './times.ts';

/** Each day on which a task dials, as a line from midnight to midnight in the account's zone, and every task with its state. */
export function Calls({ data, times, now }: ViewProps): VNode {
  const { tasks, aiVoice } = data.tasks;
  const days = daysOf(tasks, times);
  return html`<div class="page calls">
    <h2>Days <small>${times.zone}</small></h2>
    ${days.length === 0 && html`<p class="about">No task has been redialled yet. A redialled one shows here when it dials.</p>`}
    ${days.map(
      ({ day, rows }) => html`<section class="card dayline" aria-label=${`Calls on ${day}`}>
        <div class="lane axis"><h3>${day}</h3><div class="ticks" aria-hidden="true"><div><div>${hours.map((hour) => html`<i style=${{ left: `${(hour / 24) * 100}%` }}>${String(hour).padStart(2, '0')}</i>`)}</div></div></div></div>
        ${[...rows].map(
          ([task, bars]) => html`<div class="lane"><span dir="auto">${task.taskName}</span><div class="track">
            ${bandsOf(task).map((band) => html`<i class="open" style=${placed(band)} title=${band.title}></i>`)}
            ${bars.map((bar) => html`<i class=${task.state === 'completed' ? 'accepted' : 'pending'} style=${placed(bar)} title=${bar.title}></i>`)}
            ${times.day(now) === day && html`<i class="now" style=${{ left: `${times.minute(now) / 14.4}%` }} title=${times.full(now)}></i>`}
          </div></div>`,
        )}</section>`,
    )}
    <h2>Group call tasks</h2>
    <div class="card"><table class="cells"><thead><tr><th scope="col">Task</th><th scope="col">Name</th><th scope="col">State</th><th scope="col">Called</th></tr></thead><tbody>
      ${tasks.toReversed().map(
        (
          task,
        ) => html`<tr><td data-column="Task">${task.taskId}${task.redialOf !== undefined && html` <small>redial of ${task.redialOf}</small>`}</td>
        <td dir="auto" data-column="Name">${task.taskName}</td><td data-column="State"><${State} state=${task.state} /></td>
        <td data-column="Called">${task.called} of ${task.callable}<div class="bar thin">${task.called > 0 && html`<i class="accepted" style=${{ width: `${(100 * task.called) / task.callable}%` }}></i>`}</div></td></tr>`,
      )}
    </tbody></table></div>
    <h2>AI voice jobs</h2>
    <div class="card"><table class="cells"><thead><tr><th scope="col">Job</th><th scope="col">State</th></tr></thead><tbody>
      ${aiVoice.map((job) => html`<tr><td data-column="Job">${job.jobId}</td><td data-column="State"><${State} state=${job.state} /></td></tr>`)}
    </tbody></table></div>
  </div>`;
}

const tones: Readonly<Record<string, string>> = { running: 'go', paused: 'ask' };

function State({ state }: { readonly state: string }): VNode {
  return html`<span class=${`pill ${tones[state] ?? ''}`}>${state}</span>`;
}

const hours = [0, 3, 6, 9, 12, 15, 18, 21];

interface Band {
  /** Minutes of the day. */
  readonly from: number;
  readonly to: number;
  readonly title: string;
}

function placed({ from, to }: Band): Record<string, string> {
  return { left: `${from / 14.4}%`, width: `${(to - from) / 14.4}%` };
}

const daysMax = 14;

interface Day {
  readonly day: string;
  /** An instant of it. */
  readonly at: number;
  /** When each task dials. */
  readonly rows: Map<TaskView, readonly Band[]>;
}

function daysOf(tasks: readonly TaskView[], times: Times): readonly Day[] {
  const days = new Map<string, Day>();
  for (const task of tasks) {
    for (const { from, to } of task.dials ?? []) {
      const numbers = `${task.callable} ${task.callable === 1 ? 'number' : 'numbers'}`;
      const title = `${task.taskName}: ${times.time(from)} to ${times.time(to)}, ${numbers}`;
      for (const { day, at, ...minutes } of partsOf(from, to, times)) {
        const known: Day = days.get(day) ?? { day, at, rows: new Map() };
        days.set(day, known);
        known.rows.set(task, [...(known.rows.get(task) ?? []), { ...minutes, title }]);
      }
    }
  }
  return [...days.values()].sort((a, b) => a.at - b.at).slice(-daysMax);
}

/** A period over midnight is two bands of a day. */
function bandsOf(task: TaskView): readonly Band[] {
  return (task.periods ?? []).flatMap((period) => {
    const [from, to] = [minuteOf(period.from), minuteOf(period.to)];
    const title = `${task.taskName} may call from ${period.from} to ${period.to}`;
    return from < to
      ? [{ from, to, title }]
      : [
          { from, to: 1440, title },
          { from: 0, to, title },
        ];
  });
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** A spell over midnight is a part of two days. */
function partsOf(
  from: string,
  to: string,
  times: Times,
): readonly { day: string; at: number; from: number; to: number }[] {
  const parts = [];
  const end = Date.parse(to);
  for (let at = Date.parse(from); at < end; ) {
    const minute = times.minute(at);
    const midnight = at + (1440 - minute) * 60_000 - (at % 60_000);
    const until = Math.min(end, midnight);
    // Narrower than four minutes would not be seen.
    parts.push({
      day: times.day(at),
      at,
      from: minute,
      to: Math.min(1440, Math.max(minute + 4, minute + (until - at) / 60_000)),
    });
    at = midnight;
  }
  return parts;
}
