/** A person who pressed Ctrl-C sees the key, and not the name of the signal, for the second time. */
export function stoppingText(signal: string, what: string): string {
  return `${signal}: ${what}. ${signal === 'SIGINT' ? 'Press Ctrl-C again' : 'Send it again'} to quit now.`;
}
