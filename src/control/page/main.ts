import { html } from 'htm/preact';
import { render } from 'preact';
import { tokenPlace } from './api.ts';
import { App } from './app.ts';
import { arrive } from './arrival.ts';
import { shareToken } from './share-token.ts';

arrive();
await shareToken(tokenPlace);
const root = document.getElementById('app');
if (root !== null) render(html`<${App} />`, root);
