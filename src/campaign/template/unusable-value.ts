/** A value that a template cannot calculate with, or cannot compare with a number. */
export interface UnusableValue {
  readonly value: unknown;
  /** The filter or operator that cannot use it. */
  readonly by: string;
  readonly why: 'notANumber' | 'zero';
}

/** Thrown out of a render; Liquid passes it on as the cause of its own error. */
export function unusableValue(
  value: unknown,
  by: string,
  why: UnusableValue['why'] = 'notANumber',
): Error & { readonly unusable: UnusableValue } {
  return Object.assign(new Error(`${by} cannot use this value`), { unusable: { value, by, why } });
}

export function findUnusableValue(error: unknown): UnusableValue | undefined {
  const failure = error as { readonly unusable?: UnusableValue; readonly originalError?: unknown } | undefined;
  return (
    failure?.unusable ?? (failure?.originalError === undefined ? undefined : findUnusableValue(failure.originalError))
  );
}
