import { html } from 'htm/preact';
import { render } from 'preact';
import { takeToken } from './api.ts';
import { App } from './app.ts';

takeToken();
const root = document.getElementById('app');
if (root !== null) render(html`<${App} />`, root);
