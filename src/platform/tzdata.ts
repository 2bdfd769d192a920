/** The version of the time zone data that this Node has: each may have other clock changes. */
export const tzdata = process.versions['tz'] ?? 'unknown';
