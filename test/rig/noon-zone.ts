/** A zone in which it is about noon: the window is open, at whatever hour the tests are run. */
export function noonZone(now = Date.now()): string {
  const ahead = 12 - new Date(now).getUTCHours();
  // Zones named `Etc/GMT-3` are three hours ahead of UTC.
  return ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
