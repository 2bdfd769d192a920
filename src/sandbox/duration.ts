/** `90s`, `1h30m`, `250ms`, or ISO 8601 `PT1H30M`; undefined for anything else. */
export function durationMsOf(text: string): number | undefined {
  const iso = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/.exec(text);
  const short = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d{1,3})?)s)?(?:(\d+)ms)?$/.exec(text);
  const match = iso ?? short;
  if (match === null || match.slice(1).every((part) => part === undefined)) return undefined;
  const [days, hours, minutes, seconds, ms] = match.slice(1).map((part) => Number(part ?? 0));
  return Math.round(((days! * 24 + hours!) * 60 + minutes!) * 60_000 + seconds! * 1000 + (ms ?? 0));
}
