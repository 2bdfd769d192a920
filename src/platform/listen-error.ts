/** Why a server cannot listen there, in words, where that is one of the usual reasons. */
export function listenError(error: unknown, { host, port }: { readonly host: string; readonly port: number }): unknown {
  const address = `${host}:${port}`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return new Error(`${address} is in use by another program`, { cause: error });
  if (code === 'EACCES') return new Error(`this user may not listen on ${address}`, { cause: error });
  if (code === 'ERR_SOCKET_BAD_PORT')
    return new Error(`${port} is not a port number; use 0 to 65535`, { cause: error });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new Error(`${address} is not an address of this machine`, { cause: error });
  }
  return error;
}
