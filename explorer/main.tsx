import { render } from 'preact';
import { App } from './components/app/app.js';
import { applyTheme, readTheme } from './service/preferences.js';

applyTheme(readTheme());
const target = document.getElementById('app');
if (target !== null) {
  // What the page shows until its script is there; Preact would keep parts of it.
  target.replaceChildren();
  render(<App />, target);
}
