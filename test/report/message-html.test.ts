import { expect, test } from 'vitest';
import { messagesHtml } from '../../src/report/render/messages-html.ts';

function bubbleOf(text: string): string {
  const message = { type: 'text', parts: [{ kind: 'text', text } as const] };
  const page = messagesHtml([{ step: 'hello', about: [], message, notes: [] }]).markup;
  return /<div class="bubble">(.*?)<\/div>/.exec(page)?.[1] ?? '';
}

test('a bubble shows the formatting of WhatsApp, and no markup of the text', () => {
  expect(bubbleOf('Dear *Ada _Obi_*,\n~no~ ```A1\nB2``` <b>&</b> https://example.com/?a=1&b="x"')).toBe(
    '<p dir="auto">Dear <b>Ada <em>Obi</em></b>,<br><s>no</s> <code>A1<br>B2</code> &lt;b&gt;&amp;&lt;/b&gt; https://example.com/?a=1&amp;b=&quot;x&quot;</p>',
  );
});
