/** Jest's environment of the browser tests: the files of a worker load Playwright once, and share one Chromium. */

import { chromium } from 'playwright-core';
import NodeEnvironment from './node-environment.mjs';

/** In milliseconds. The next file of a worker starts sooner. */
const idleMs = 300;

let browser = null;
let closing;

async function shareBrowser(options) {
  if (!browser?.isConnected()) browser = await chromium.launch(options);
  return browser;
}

/** A browser that closes still counts as connected. */
function closeBrowser() {
  browser?.close();
  browser = null;
}

export default class extends NodeEnvironment {
  constructor(...args) {
    super(...args);
    clearTimeout(closing);
    this.global.shareBrowser = shareBrowser;
  }

  async teardown() {
    closing = setTimeout(closeBrowser, idleMs);
    await super.teardown();
  }
}
