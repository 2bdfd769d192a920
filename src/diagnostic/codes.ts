/**
 * Every finding that Callsheet can report, with its meaning in one line. The numbers never change their meaning.
 * CS1xxx text and YAML, CS2xxx shape, CS3xxx references and order, CS4xxx the service's rules, CS5xxx time, CS6xxx audience.
 */
export const diagnosticCodes = {
  CS1001: 'The text is not valid YAML.',
} as const satisfies Record<`CS${1 | 2 | 3 | 4 | 5 | 6}${string}`, string>;

export type DiagnosticCode = keyof typeof diagnosticCodes;
