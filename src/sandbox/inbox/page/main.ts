import { html } from 'htm/preact';
import { render } from 'preact';
import { applyTheme } from '../../../web/page/theme.ts';
import { App } from './app.ts';

applyTheme();
const root = document.getElementById('app');
if (root !== null) render(html`<${App} />`, root);
