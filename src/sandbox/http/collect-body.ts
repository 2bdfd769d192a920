import type { IncomingMessage } from 'node:http';

/** Calls back with the body once it is whole, or as soon as it is too large. A request that breaks off was never made. */
export function collectBody(
  request: IncomingMessage,
  mostBytes: number,
  then: (body: Buffer | 'tooLarge') => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const onData = (chunk: Buffer): void => {
    length += chunk.length;
    if (length <= mostBytes) {
      chunks.push(chunk);
      return;
    }
    request.off('data', onData).off('end', onEnd);
    then('tooLarge');
  };
  const onEnd = (): void => then(Buffer.concat(chunks, length));
  if (Number(request.headers['content-length']) > mostBytes) then('tooLarge');
  else request.on('data', onData).on('end', onEnd);
}
