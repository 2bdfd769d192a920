/** `aside`: for people, on stderr, where stdout is for lines, rows or a page that somebody reads by machine or keeps in a file. */
export type FindingsWay = 'pretty' | 'json' | 'aside';

export interface CampaignOptions {
  readonly file: string;
  /** `name=value`. */
  readonly input: readonly string[];
  /** Settings and variables, for what the environment does not say. */
  readonly envFile?: string;
  /** Folder of the state files, where it is not `.callsheet` beside the campaign. */
  readonly state?: string;
  /** Name of the run. */
  readonly run?: string;
  /** Look at what sandbox runs have done, instead of the real service's. */
  readonly sandbox?: boolean;
  /** How the command's output is printed, and with it the findings, where there are errors. */
  readonly format?: string;
  /** Where the format does not tell. */
  readonly findings?: FindingsWay;
}
