import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Preview } from '../../run/preview/preview-request.ts';
import { messageLines } from '../render/messages-text.ts';
import { type ShowOptions, showPreview } from './shown-sample.ts';

/** What one job carries, below a line about it. */
export function previewLines(preview: Preview | undefined, options: ShowOptions): readonly string[] {
  if (preview === undefined) return [];
  const { message, notes } = showPreview(preview, options);
  return [...messageLines(message), ...notes.map((note) => `  ${visibleLine(note)}`)];
}
