/** Characters are Unicode code points; each is one or two units of `length`. */
export function countCharacters(value: string): number {
  let pairs = 0;
  for (let at = 1; at < value.length; at += 1) {
    if ((value.charCodeAt(at) & 0xfc00) === 0xdc00 && (value.charCodeAt(at - 1) & 0xfc00) === 0xd800) pairs += 1;
  }
  return value.length - pairs;
}
