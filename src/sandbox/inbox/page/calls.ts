import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { TaskView } from '../../admin-api/shown.ts';
import type { SandboxData } from './sandbox-data.ts';
import type { Times } from './times.ts';

interface CallsProps {
  readonly data: SandboxData;
  readonly times: Times;
  readonly now: number;
}

/** Each day on which a task dials, as a line from midnight to midnight in the account's zone, and every task with its state. */
export function Calls({ data, times, now }: CallsProps): VNode {
  const { tasks, aiVoice } = data.tasks;
  const days = daysOf(tasks, times);
  return html`<div class="page calls">
    <h2>Days <small>${times.zone}</small></h2>
    ${days.length === 0 && html`<p class="about">No task has been redialled yet. A redialled one shows here when it dials.</p>`}
    ${days.map(
      ({ day, bars, bands }) => html`<section class="dayline" aria-label=${`Calls on ${day}`}>
        <h3>${day}</h3>
        <div class="ticks" aria-hidden="true"><div><div>${[0, 3, 6, 9, 12, 15, 18, 21].map((hour) => html`<i style=${{ left: `${(hour / 24) * 100}%` }}>${String(hour).padStart(2, '0')}</i>`)}</div></div></div>
        <div class="track" style=${{ '--lanes': String(1 + Math.max(...bars.map(({ lane }) => lane))) }}>
          ${bands.map((band) => html`<i class="open" style=${{ left: `${band.from / 14.4}%`, width: `${(band.to - band.from) / 14.4}%` }} title=${band.title}></i>`)}
          ${bars.map(
            (bar) => html`<i class=${bar.over ? 'accepted' : 'pending'} title=${bar.title}
              style=${{ left: `${bar.from / 14.4}%`, width: `${(bar.to - bar.from) / 14.4}%`, '--lane': String(bar.lane) }}></i>`,
          )}
          ${namesOf(bars).map(({ name, at, lane, side }) => html`<small class=${`name ${side}`} style=${{ left: `${at / 14.4}%`, '--lane': String(lane) }}>${name}</small>`)}
          ${times.day(now) === day && html`<i class="now" style=${{ left: `${times.minute(now) / 14.4}%` }} title=${times.full(now)}></i>`}
        </div></section>`,
    )}
    <h2>Group call tasks</h2>
    <div class="card"><table class="cells"><thead><tr><th scope="col">Task</th><th scope="col">Name</th><th scope="col">State</th><th scope="col">Called</th></tr></thead><tbody>
      ${tasks.toReversed().map(
        (
          task,
        ) => html`<tr><td data-column="Task">${task.taskId}${task.redialOf !== undefined && html` <small>redial of ${task.redialOf}</small>`}</td>
        <td dir="auto" data-column="Name">${task.taskName}</td><td data-column="State"><${State} state=${task.state} /></td>
        <td data-column="Called"><div class="flow"><span class="bar">${task.called > 0 && html`<i class="accepted" style=${{ width: `${(100 * task.called) / task.callable}%` }}></i>`}</span>${task.called} of ${task.callable}</div></td></tr>`,
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

interface Bar {
  readonly name: string;
  readonly title: string;
  /** Minutes of the day. */
  readonly from: number;
  readonly to: number;
  readonly lane: number;
  readonly over: boolean;
}

/** A lane's name is behind its last bar, or, late in the day, before its first. */
function namesOf(
  bars: readonly Bar[],
): readonly { name: string; at: number; lane: number; side: 'after' | 'before' }[] {
  return [...new Set(bars.map(({ lane }) => lane))].map((lane) => {
    const own = bars.filter((bar) => bar.lane === lane);
    const name = own[0]?.name ?? '';
    const [first, last] = [Math.min(...own.map(({ from }) => from)), Math.max(...own.map(({ to }) => to))];
    return last > 1080 ? { name, at: first, lane, side: 'before' } : { name, at: last, lane, side: 'after' };
  });
}

const daysMax = 14;

interface Day {
  readonly day: string;
  /** An instant of it. */
  readonly at: number;
  /** When a task dials. */
  readonly bars: Bar[];
  /** When a task that dials on this day may. */
  readonly bands: Band[];
}

interface Band {
  readonly from: number;
  readonly to: number;
  readonly title: string;
}

function daysOf(tasks: readonly TaskView[], times: Times): readonly Day[] {
  const days = new Map<string, Day>();
  for (const task of tasks) {
    for (const { from, to } of task.dials ?? []) {
      for (const part of partsOf(from, to, times)) {
        const known: Day = days.get(part.day) ?? { day: part.day, at: part.at, bars: [], bands: [] };
        const { bars, bands } = known;
        days.set(part.day, known);
        bands.push(...bandsOf(task));
        // A row for each task: a name is behind its bar, and would run into the next one.
        const rows = [...new Set(bars.map(({ name }) => name))];
        const row = rows.indexOf(task.taskName);
        const title = `${task.taskName}: ${times.time(from)} to ${times.time(to)}, ${task.callable} ${task.callable === 1 ? 'number' : 'numbers'}`;
        const over = task.state === 'completed';
        bars.push({
          name: task.taskName,
          title,
          from: part.from,
          to: part.to,
          lane: row === -1 ? rows.length : row,
          over,
        });
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
