import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { ViewProps } from './place.ts';

/** Uploaded audio, to be listened to. */
export function Uploads({ data, times, search }: ViewProps): VNode {
  const found = data.files.filter(({ fileName, fileId }) =>
    `${fileName} ${fileId}`.toLowerCase().includes(search.toLowerCase()),
  );
  if (found.length === 0) {
    return html`<div class="empty"><h2>${search === '' ? 'No uploads yet' : 'Nothing found'}</h2><p>Uploaded audio can be played here.</p></div>`;
  }
  return html`<div class="page uploads"><ul class="card list">
    ${found.toReversed().map(
      (
        file,
      ) => html`<li class="flow" key=${file.fileId}><div><b dir="auto">${file.fileName}</b><br /><small>${file.fileId} · ${sizeOf(file.bytes)} · ${times.full(file.at)}</small></div>
        <audio class="act" controls preload="metadata" aria-label=${file.fileName} src=${`/_sandbox/files/${encodeURIComponent(file.fileId)}${location.search}`}></audio></li>`,
    )}
  </ul></div>`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
