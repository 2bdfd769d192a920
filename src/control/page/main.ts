import { html } from 'htm/preact';
import { render } from 'preact';
import { App } from './app.ts';
import { arrive } from './arrival.ts';

arrive();
const root = document.getElementById('app');
if (root !== null) render(html`<${App} />`, root);
