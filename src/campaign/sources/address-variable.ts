/** The variable of the environment with the address of an audience's source: CALLSHEET_AUDIENCE_LAPSED_MEMBERS_URL. */
export function addressVariable(audience: string): string {
  return `CALLSHEET_AUDIENCE_${audience.toUpperCase().replaceAll('-', '_')}_URL`;
}
