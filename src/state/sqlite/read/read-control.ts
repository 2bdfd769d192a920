import type { Row } from '../../../platform/sqlite.ts';
import type { Control } from '../../change.ts';
import { damaged } from '../../state-trouble.ts';

/** No checksum holds these columns. Of a text that is not UTF-8, libsql would end the process. */
export const controlColumns = `CASE WHEN control IN ('run', 'pause', 'cancel') THEN control END AS control,
  CASE WHEN typeof(exit_code) IN ('integer', 'null') THEN exit_code ELSE 'damaged' END AS exit_code`;

/** What somebody wants of a run, and how its last process ended; of a row that is not there, as it begins. Throws where nobody wrote it. */
export function readControl(row: Row | undefined): {
  readonly control: Control;
  readonly exitCode: number | undefined;
} {
  const { control, exit_code: exitCode } = row ?? { control: 'run', exit_code: null };
  if (typeof control !== 'string' || typeof exitCode === 'string')
    throw damaged('the row of the run is not what was written');
  return { control: control as Control, exitCode: exitCode === null ? undefined : Number(exitCode) };
}
