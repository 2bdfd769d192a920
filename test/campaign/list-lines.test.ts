import { describe, expect, test } from 'vitest';
import { checkFiles } from './check-example.ts';

const campaign = `campaign: spring
timezone: Africa/Lagos
account: { appId: spring-app }
audiences:
  members: { file: members.csv, key: phone }
steps:
  code: { uses: otp.send, forEach: members, with: { templateId: 31 } }
`;

/** The line of the row of Bola by the finding about it, and before the row where it is shown. */
async function placeOf(list: string | Uint8Array): Promise<readonly (string | undefined)[]> {
  const { out } = await checkFiles({ 'campaign.yaml': campaign, 'members.csv': list });
  return [/members\.csv:(\d+):1 warning CS6014/.exec(out)?.[1], /^> *(\d+) \| .*,,Bola$/m.exec(out)?.[1]];
}

describe('a finding names and shows the right line of a list', () => {
  const rows = (end: string, inCell: string) =>
    ['phone,note,name', `2348030000001,"a${inCell}b${inCell}c",Ada`, '', '2348030000002,"x",Zoë', '2.34803E+12,,Bola']
      .map((row) => row + end)
      .join('');
  const shown = (line: number) => [String(line), String(line)];

  test.each([
    ['LF', 'LF', 7],
    ['CRLF', 'CRLF', 7],
    ['LF', 'CRLF', 7],
    ['CRLF', 'LF', 7],
    ['CR', 'CR', 7],
    // As in `sed` and `git`, a carriage return alone ends no line in a file whose lines end otherwise.
    ['LF', 'CR', 5],
    ['CRLF', 'CR', 5],
  ])('whose rows end with %s, with %s in a cell', async (end, inCell, line) => {
    const marks: Readonly<Record<string, string>> = { LF: '\n', CRLF: '\r\n', CR: '\r' };
    const list = rows(marks[end]!, marks[inCell]!);
    expect(await placeOf(list)).toEqual(shown(line));
    expect(await placeOf(Buffer.from(`\uFEFF${list}`, 'utf16le'))).toEqual(shown(line));
  });

  test('whose rows end with LF at first, and with CRLF later', async () => {
    expect(await placeOf(rows('\r\n', '\r\n').replace('\r', ''))).toEqual(shown(7));
  });
});
