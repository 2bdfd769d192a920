import { html } from 'htm/preact';
import { render } from 'preact';
import { applyTheme } from '../../web/page/theme.ts';
import { tokenPlace } from './api.ts';
import { App } from './app.ts';
import { arrive, followLinks } from './arrival.ts';
import { shareToken, tokenOfOtherTab } from './share-token.ts';

applyTheme();
arrive();
if (tokenPlace.get() === null) {
  const token = await tokenOfOtherTab(null);
  if (token !== undefined) tokenPlace.set(token);
}
shareToken(tokenPlace);
followLinks();
const root = document.getElementById('app');
if (root !== null) render(html`<${App} />`, root);
