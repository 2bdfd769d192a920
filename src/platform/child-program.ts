/** The account's key and secret, and the addresses of others, are not for a program that a campaign names. */
export function withoutSettings(env: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^callsheet_/i.test(name)));
}

/** Ends a program that was started `detached`, with its own children. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
