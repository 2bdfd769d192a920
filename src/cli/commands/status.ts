import { formatAddress } from '../../job/address.ts';
import type { Host } from '../../platform/ports.ts';
import { maskKey } from '../../report/mask.ts';
import { sayCount } from '../../report/plan/words.ts';
import { summaryTable } from '../../report/run/summary-text.ts';
import { summarise } from '../../run/summary.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { type CampaignOptions, type OpenedCampaign, openCampaign } from '../open-campaign.ts';
import { runStateOf, runStateWords } from '../run-state.ts';
import { sayCommand } from '../say-command.ts';

export interface StatusOptions extends CampaignOptions {
  readonly format: 'text' | 'json';
  readonly follow: boolean;
  readonly showNumbers: boolean;
}

/** How often `--follow` looks. */
const lookMs = 1_000;
const doubtsShown = 20;

/** callsheet status FILE: counts by step and outcome, and what is in doubt. */
export async function status(options: StatusOptions, host: Host): Promise<ExitCode> {
  const opened = await openCampaign({ ...options, findings: options.format === 'json' ? 'json' : 'pretty' }, host);
  if (typeof opened === 'number') return opened;
  try {
    for (let last = ''; ; ) {
      const text = render(opened, options);
      if (text !== last) host.console.out(text);
      last = text;
      const over = runStateOf(opened.store) !== 'running';
      if (!options.follow || over) return exitCode.done;
      await host.clock.sleepUntil(host.clock.now() + lookMs);
    }
  } finally {
    await opened.close();
  }
}

function render(opened: OpenedCampaign, options: StatusOptions): string {
  const { store, campaign, run } = opened;
  const { summary, steps } = summarise(opened, store);
  const inDoubt = store === undefined ? [] : [...store.jobs({ state: 'inDoubt' }), ...store.jobs({ state: 'sending' })];
  const state = runStateOf(opened.store);
  if (options.format === 'json') {
    return `${JSON.stringify({ campaign: campaign.id, run, state, summary, steps, inDoubt: inDoubt.map(formatAddress) })}\n`;
  }
  const lines = [`${campaign.id}, run ${run}: ${runStateWords[state]}`, '', summaryTable(steps, summary)];
  if (inDoubt.length > 0) {
    const shown = inDoubt
      .slice(0, doubtsShown)
      .map(({ step, key }) =>
        formatAddress(key === undefined ? { step } : { step, key: options.showNumbers ? key : maskKey(key) }),
      );
    const more = inDoubt.length > doubtsShown ? `, and ${sayCount(inDoubt.length - doubtsShown)} more` : '';
    lines.push('', `In doubt: ${shown.join(', ')}${more}.`, `Decide with \`${sayCommand(options)('reconcile')}\`.`);
  }
  return `${lines.join('\n')}\n`;
}
