import { visibleLine } from '../../diagnostic/visible-text.ts';
import { formatSettingChange } from '../../report/plan/difference/setting-change.ts';
import { formatPeople } from '../../report/plan/words.ts';
import type { Unconfirmed } from '../run/unconfirmed.ts';

/** One line of what a person is asked to confirm on top of the last time. */
export function unconfirmedText(item: Unconfirmed, stepName: (id: string) => string, showNumbers: boolean): string {
  switch (item.kind) {
    case 'step':
      return item.people === 0
        ? `${stepName(item.step)}: new`
        : `${stepName(item.step)}: new, ${formatPeople(item.people)}`;
    case 'people':
      return `${stepName(item.step)}: ${formatPeople(item.added)} added`;
    case 'cells':
      return `${stepName(item.step)}: ${formatPeople(item.people)} with other values in their columns`;
    case 'values':
      return 'an --input value or an environment variable has changed';
    case 'file':
      return `${visibleLine(item.file)} has changed`;
    case 'setting':
      return formatSettingChange(item.change, showNumbers);
    default:
      return item satisfies never;
  }
}
