import type { Campaign, Waves } from '../../campaign/campaign.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Promotion } from '../../job/waves.ts';
import { actionGroup } from '../../ledger/signed.ts';
import type { WantedPromotion } from '../../plan/what-next.ts';
import type { Host } from '../../platform/ports.ts';
import { formatDayTime, stepNames } from '../../report/plan/words.ts';
import { formatWaveCounts } from '../../report/run/next-text.ts';
import { signed } from '../../run/operator/approve-plan.ts';
import { isUnderWay } from '../../run/run-state.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { asApproved, formatCommand } from '../messages/format-command.ts';
import { refusalMessage } from '../messages/state-messages.ts';
import { withCampaign } from '../open/open-campaign.ts';
import { signedBy } from '../options/shared-options.ts';
import { foresee, type Outlook, peek } from '../plan/outlook.ts';
import type { Given } from '../program.ts';

/** callsheet promote FILE: lets the next wave of a step begin, or one that `haltIf` has halted go on. */
export async function promote(options: Given<'promote'>, host: Host): Promise<ExitCode> {
  return withCampaign(options, host, { verify: 'counts' }, async (opened) => {
    const { campaign, run, reader, backend } = opened;
    const nothing = (why: string): ExitCode => couldNot(host, `Nothing to promote: ${why}. Nothing was changed.`);
    if (reader === undefined) return nothing(`run ${run} of ${campaign.id} has not begun`);
    const held = await isUnderWay(reader);
    const look = await peek(opened);
    if (look.state === 'new') return nothing(`run ${run} of ${campaign.id} has not begun`);
    const outlook = await foresee(look, opened, held);
    const name = stepNames(campaign.steps);
    const waiting = promotionsIn(outlook, campaign).filter(
      ({ step }) => options.step === undefined || step === options.step,
    );
    const possible = waiting.filter(
      (one) =>
        (options.wave === undefined || (one.what === 'begin' && one.wave + 1 === options.wave)) &&
        (options.halted === undefined || haltedWave(one) === options.halted),
    );
    const [first, another] = possible;
    const promotion = first && { step: first.step, wave: first.wave, what: first.what };
    if (promotion === undefined && waiting.length > 0)
      return nothing(
        options.halted === undefined
          ? `wave ${options.wave} does not wait now`
          : `wave ${options.halted} is not halted now`,
      );
    if (promotion === undefined) return nothing(whyNone(outlook, options.step, { campaign, name }));
    if (another !== undefined)
      return nothing(`several steps wait: name one with ${possible.map(({ step }) => `--step ${step}`).join(' or ')}`);
    const signature = { ...signed(signedBy(options, host)), at: host.clock.now() };
    const about = { campaign: campaign.id, run, service: '' };
    const promoted = await backend.promote(about, actionGroup('promote', signature, promotion));
    if (promoted === undefined) return nothing(`run ${run} of ${campaign.id} has not begun`);
    if (promoted !== 'recorded') return couldNot(host, refusalMessage(promoted.refused, backend.location, options));
    const command = formatCommand(asApproved(options, await reader.approvals()));
    const stopped = look.state === 'paused' || look.state === 'cancelled' ? look.state : undefined;
    const goesOn = held && stopped !== 'cancelled';
    const typed = [...(stopped ? [command('resume')] : []), ...(goesOn ? [] : [command('run')])];
    const start = typed.map((one) => `\`${one}\``).join(', then ');
    const unheld = stopped ? `The run is ${stopped}: use ${start}.` : `No process is running: start it with ${start}.`;
    const until = promotion.what === 'begin' ? afterOver(outlook, promotion, campaign) : undefined;
    const running = until === undefined ? 'The running process does it within a second.' : `It begins ${until}.`;
    const then = typed.length === 0 ? running : unheld;
    const what = promotion.what === 'begin' ? 'may begin' : 'may go on';
    host.console.out(`Wave ${promotion.wave + 1} of ${name(promotion.step)} ${what}. ${then}\n`);
    return exitCode.done;
  });
}

/** What waits for a person, and what would begin by itself at a later time. */
function promotionsIn({ promotions, waves }: Outlook, campaign: Campaign): readonly Waiting[] {
  const timed = waves.flatMap(({ step, begun, wait }) =>
    wait?.kind === 'time' && begun.rest === undefined && !needsPerson(campaign, step)
      ? [{ step, wave: begun.wave + 1, what: 'begin' } as const]
      : [],
  );
  return [...promotions, ...timed];
}

type Waiting = Promotion & Partial<Pick<WantedPromotion, 'isBroken'>>;

/** From 1: the wave that has broken `haltIf`, which goes on, or after which the next one begins. */
function haltedWave({ wave, what, isBroken }: Waiting): number | undefined {
  if (isBroken !== true) return undefined;
  return what === 'goOn' ? wave + 1 : wave;
}

function whyNone(
  outlook: Outlook,
  step: string | undefined,
  { campaign, name }: { readonly campaign: Campaign; readonly name: (id: string) => string },
): string {
  const wave = outlook.waves.find((one) => step === undefined || one.step === step);
  if (wave === undefined)
    return step === undefined ? 'no step is in a wave' : `${visibleLine(step)} is not a step that is in a wave`;
  const { begun, counts, wait } = wave;
  if (begun.rest === true) return `the last wave of ${name(wave.step)} has begun`;
  const next = `wave ${begun.wave + 2} of ${name(wave.step)} is promoted already`;
  if (wait?.kind === 'time') return `${next}, and begins ${afterOver(outlook, wave, campaign) ?? 'at once'}`;
  return `wave ${begun.wave + 1} of ${name(wave.step)} is in progress: ${formatWaveCounts(counts)}`;
}

/** Where a wave waits for a time and for a person: when its time is over. */
function afterOver({ waves, now }: Outlook, about: { readonly step: string }, campaign: Campaign): string | undefined {
  const overAt = waves.find(({ step }) => step === about.step)?.overAt;
  if (overAt === undefined || !needsPerson(campaign, about.step)) return undefined;
  const until = overAt + (wavesOf(campaign, about.step)?.afterMs ?? 0);
  if (until <= now) return undefined;
  return `${formatDayTime(until, campaign.timezone, true)} ${campaign.timezone}, when the time of \`after\` is over`;
}

function needsPerson(campaign: Campaign, step: string): boolean {
  return wavesOf(campaign, step)?.promote === 'person';
}

function wavesOf(campaign: Campaign, step: string): Waves | undefined {
  return campaign.steps.find(({ id }) => id === step)?.forEach?.waves;
}
