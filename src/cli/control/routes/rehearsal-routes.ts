import type { ControlRequest, ControlRoute, MadePage } from '../../../control/server/route.ts';
import type { RehearsalProgress } from '../../../control/shown/people-views.ts';
import { framed } from '../../../report/render/html.ts';
import { aboutCampaign, type ControlRoom, noSuchCampaign } from '../control-room.ts';

const scenarios = ['calm', 'flaky', 'storm', 'poor'] as const;

/** A rehearsal in a process of its own, which ends when nobody looks any more: how far it is, and then its report. */
export function rehearsalRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/rehearse',
      handle: aboutCampaign(room, async (file, request) => {
        const { query } = request;
        const scenario = scenarios.find((one) => one === query.get('scenario'));
        const seed = query.get('seed') ?? '1';
        if (scenario === undefined) return noSuchCampaign;
        if (!/^\d{1,9}$/.test(seed)) return { refused: 'The seed is a whole number.' };
        const numbers = query.get('numbers') === 'show' ? ['--show-numbers'] : [];
        return {
          events: rehearse(
            room,
            file,
            ['--format', 'html', '--scenario', scenario, '--seed', seed, ...numbers],
            request,
          ),
        };
      }),
    },
  ];
}

const everyMs = 500;

async function* rehearse(
  { commands, host }: ControlRoom,
  file: string,
  words: readonly string[],
  { signal, seesNumbers }: ControlRequest,
): AsyncIterable<RehearsalProgress | MadePage> {
  let [lines, latest] = [0, ''];
  const onErr = (text: string): void => {
    const whole = text.split('\n').filter((line) => line !== '');
    lines += whole.length;
    latest = whole.at(-1) ?? latest;
  };
  const end: { done?: RehearsalProgress | MadePage } = {};
  const ended = commands.rehearse(file, words, { signal, seesNumbers, onErr }).then(({ code, out, err }) => {
    end.done = out.startsWith('<!doctype html>')
      ? { page: framed(out), facts: { kind: 'ended', code } }
      : { kind: 'failed', words: err.trim() || out.trim() };
  });
  while (end.done === undefined) {
    yield { kind: 'running', lines, latest };
    await Promise.race([ended, host.clock.sleepUntil(host.clock.now() + everyMs)]);
  }
  yield end.done;
}
