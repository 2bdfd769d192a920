import * as render from '../render/html.ts';
import { raw } from '../render/html-tag.ts';

/** `body` is markup. */
export function htmlPage(given: { readonly title: string; readonly script?: string; readonly body: string }): string {
  return render.htmlPage(given.title, raw(given.body), given.script);
}
