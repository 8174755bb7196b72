import { accessSync, constants } from 'node:fs';

/** Debian's. The first has no window and no menus: a page costs it a third of the second's work. */
const KNOWN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The Chromium that is on this machine: the one that CHROMIUM_PATH names, else Debian's; undefined when there is none. */
export function findChromium() {
  return [process.env.CHROMIUM_PATH ?? KNOWN].flat().find(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
