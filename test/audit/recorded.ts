import { type Audited, ofRecords, recordReader } from '../../src/audit/read-starts.ts';
import type { Campaign } from '../../src/campaign/campaign.ts';
import type { JobRecord } from '../../src/job/job.ts';

export function readRecords(campaign: Campaign, records: readonly JobRecord[]): Audited {
  return { starts: records.flatMap(recordReader(campaign)), ...ofRecords };
}
