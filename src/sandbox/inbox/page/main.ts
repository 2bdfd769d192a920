import { html } from 'htm/preact';
import { render } from 'preact';
import { App } from './app.ts';

const root = document.getElementById('app');
if (root !== null) render(html`<${App} />`, root);
