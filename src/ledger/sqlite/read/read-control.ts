import type { Rest } from '../../../job/rest.ts';
import type { Row } from '../../../platform/sql/sqlite.ts';
import type { Control, RecordedEnd } from '../../change.ts';
import { damaged } from '../../state-trouble.ts';

/** No checksum holds this column. Of a text that is not UTF-8, libsql would end the process. */
export const controlColumn = `CASE WHEN control IN ('run', 'pause', 'cancel') THEN control END AS control`;

/** What somebody wants of a run; of a row that is not there, as it begins. Throws where nobody wrote it. */
export function readControl(row: Row | undefined): Control {
  const { control } = row ?? { control: 'run' };
  if (typeof control !== 'string') throw damaged('the row of the run is not what was written');
  return control as Control;
}

/** It may be read before the sum of its row is checked. */
export function readEnd(text: string | undefined): RecordedEnd | undefined {
  return readJson(text, 'how a run ended') as RecordedEnd | undefined;
}

/** So may this. */
export function readRests(text: string | undefined): readonly Rest[] {
  return (readJson(text, 'until when a run rests') as readonly Rest[] | undefined) ?? [];
}

function readJson(text: string | undefined, what: string): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(`${what} is not what was written`);
  }
}
