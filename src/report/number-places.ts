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

/** What somebody who forgets a person confirms, and what came of it. */
export function numberPlacesHead({ number, dryRun, files, inStore }: NumberPlaces): string {
  if (!dryRun) return `${number} is forgotten: no campaign of this project contacts this number again.`;
  const places = files.length + inStore.length;
  if (places === 0) return `No file has ${number}.`;
  return `${number} is in ${places === 1 ? 'one place' : `${places} places`}. Nothing was changed.`;
}

export function numberPlacesToText(found: NumberPlaces): string {
  const { dryRun, files, inStore, notReached, inUse } = found;
  const isLeft = !dryRun && files.length > 0;
  const lines = [
    numberPlacesHead(found),
    ...(isLeft ? ['These files still have the number, and Callsheet does not change them:'] : []),
    ...[...files, ...inStore].map(({ where, detail }) => `  ${where}  ${detail}`),
    ...notReached.map((what) => `Not reached: ${what}`),
    ...inUse,
  ];
  return lines.map((line) => `${line}\n`).join('');
}
