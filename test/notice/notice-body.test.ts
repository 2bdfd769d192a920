import { expect, test } from 'vitest';
import { type NoticeContent, noticeBody } from '../../src/notice/notices.ts';

const about = { at: 0, campaign: 'trial', run: '1', timezone: 'UTC', exitCode: undefined, reason: undefined };

function text(content: Pick<NoticeContent, 'event' | 'counts'> & Partial<NoticeContent>): unknown {
  return (JSON.parse(noticeBody({ ...about, ...content })) as { readonly text: unknown }).text;
}

test('a notice about one job is not about several', () => {
  const decide = 'not resent automatically: decide with `callsheet reconcile`.';
  expect(text({ event: 'inDoubt', counts: { inDoubt: 1 } })).toBe(`trial, run 1: 1 in doubt. It is ${decide}`);
  expect(text({ event: 'inDoubt', counts: { inDoubt: 2 } })).toBe(`trial, run 1: 2 in doubt. They are ${decide}`);
});

test('a wave in which nobody was contacted says so', () => {
  const counts = { accepted: 0, rejected: 0, inDoubt: 0 };
  expect(text({ event: 'waiting', counts, reason: 'wave 1 of 2 of `hello` is over' })).toBe(
    'trial, run 1: wave 1 of 2 of `hello` is over. 0 accepted. Let the next one begin with `callsheet promote`.',
  );
});
