/** Where a campaign's memory lives: `.callsheet/` beside the campaign file, or the folder that `--state` names. */
export interface StatePaths {
  readonly folder: string;
  readonly database: string;
  readonly lock: string;
  readonly holder: string;
  readonly log: string;
  /** The embedded sandbox's ledger, so that a sandbox run can be resumed too. */
  readonly ledger: string;
}

export function statePaths(input: {
  readonly folder: string;
  readonly campaign: string;
  readonly sandbox: boolean;
}): StatePaths {
  const stem = `${input.folder}/${input.campaign}${input.sandbox ? '.sandbox' : ''}`;
  return {
    folder: input.folder,
    database: `${stem}.db`,
    lock: `${stem}.lock`,
    holder: `${stem}.lock.json`,
    log: `${stem}.log`,
    ledger: `${stem}-ledger.db`,
  };
}
