/** Replaces an answer: `garbage` is not JSON, `wrong-type` is an envelope with every field of another type. */
export function spoiledText(kind: 'garbage' | 'wrong-type', text: string): string {
  if (kind === 'garbage') return '{"status":"0\u0000\u0007","rea}}]]<';
  return JSON.stringify({ status: [text.includes('"0"')], code: {}, reason: 0, msg: null, data: 'none' });
}
