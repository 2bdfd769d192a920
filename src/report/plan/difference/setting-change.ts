import pc from 'picocolors';
import { visibleLine } from '../../../diagnostic/visible-text.ts';
import type { Setting } from '../../../plan/difference/campaign-settings.ts';
import type { ChangedSetting } from '../../../plan/difference/plan-difference.ts';
import type { Stretch } from '../../../plan/difference/text-diff.ts';
import { shownReason } from '../../mask.ts';

/** `limits.rate: 10/s → 50/s`; of a text, what is taken out and what is put in: `Hi [-Ada-]{+Bola+}`. */
export function formatSettingChange(change: ChangedSetting, showNumbers: boolean): string {
  const { key, words } = change;
  const shown = words === undefined ? settingValues(change, showNumbers).join(' → ') : changedWords(words, false);
  return `${visibleLine(key)}: ${shown}`;
}

/** What is taken out of a text, and what is put in. */
export function changedWords(words: readonly Stretch[], colour: boolean): string {
  const { red, green } = pc.createColors(colour);
  const marked = {
    same: String,
    removed: (text: string) => red(`[-${text}-]`),
    added: (text: string) => green(`{+${text}+}`),
  };
  return shownWords(words)
    .map(({ kind, text }) => marked[kind](text))
    .join('');
}

/** Old and new value. */
export function settingValues({ key, before, after }: ChangedSetting, showNumbers: boolean): readonly [string, string] {
  const format = (value: Setting | undefined): string =>
    value === undefined ? 'none' : shownReason(String(value), showNumbers);
  const mayRepeat = key.endsWith('.onUnknown') && after === 'resend';
  return [format(before), `${format(after)}${mayRepeat ? ' (a message may arrive twice)' : ''}`];
}

/** Unchanged text is cut to the words next to a change. */
function shownWords(words: readonly Stretch[]): readonly Stretch[] {
  return words.map(({ kind, text }, index) => {
    const characters = Array.from(visibleLine(text));
    const before = index === 0 ? '' : characters.slice(0, around).join('');
    const after = index === words.length - 1 ? '' : characters.slice(-around).join('');
    const isLong = kind === 'same' && characters.length > 2 * around;
    return { kind, text: isLong ? `${before}…${after}` : characters.join('') };
  });
}

/** Characters of unchanged text beside a change. */
const around = 40;
