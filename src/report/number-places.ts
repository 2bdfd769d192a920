/** Something that has a person's number, and what becomes of it when they are forgotten. */
export interface PlaceOfNumber {
  readonly where: string;
  readonly becomes: 'rewritten' | 'notSearched' | 'kept';
  /** What becomes of it, in words; of what is kept, why. */
  readonly detail: string;
}

/** Where a person's number is before they are forgotten, or still is afterwards. */
export interface NumberPlaces {
  /** Masked. */
  readonly number: string;
  readonly dryRun: boolean;
  readonly files: readonly PlaceOfNumber[];
  /** Rows of the store. */
  readonly inStore: readonly PlaceOfNumber[];
  /** What nobody looked at. */
  readonly notReached: readonly string[];
  /** Why they cannot be forgotten now. */
  readonly inUse: readonly string[];
}

export function numberPlacesToText({ number, dryRun, files, inStore, notReached, inUse }: NumberPlaces): string {
  const isThere = files.length > 0;
  const head = dryRun
    ? [isThere ? `These files have ${number}; nothing was changed:` : `No file has ${number}.`]
    : [
        `${number} is forgotten: no campaign of this project contacts this number again.`,
        ...(isThere ? ['These files still have the number, and Callsheet does not change them:'] : []),
      ];
  const lines = [
    ...head,
    ...[...files, ...inStore].map(({ where, detail }) => `  ${where}  ${detail}`),
    ...notReached.map((what) => `Not reached: ${what}`),
    ...inUse,
  ];
  return lines.map((line) => `${line}\n`).join('');
}
