import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { BriefView } from '../../shown/views.ts';
import { useAnswer } from '../answer.ts';
import { read } from '../api.ts';
import { WithCode } from './with-code.ts';

/** Which campaign a page is about and how it is: there at once, above what takes longer. */
export function Brief({ file }: { readonly file: string }): VNode {
  const { value } = useAnswer([file], () => read<BriefView>('/api/brief', { file }));
  return html`<p class="brief">${value !== undefined && html`<b dir="auto">${value.title}</b> ${value.run !== '' && html`<small>run ${value.run}</small>`} <${WithCode} text=${value.sentence} />`}</p>`;
}
