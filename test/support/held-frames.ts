/** Delays animation frames, and thereby the hydration of the page's table. */
import type { Page } from 'playwright-core';

/** Call it before the first navigation. The returned function releases the frames. */
export async function holdFrames(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const waiting: FrameRequestCallback[] = [];
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = (callback) => waiting.push(callback);
    addEventListener('frames-come', () => {
      window.requestAnimationFrame = requestAnimationFrame;
      for (const callback of waiting.splice(0)) requestAnimationFrame(callback);
    });
  });
  return () => page.evaluate(() => dispatchEvent(new Event('frames-come')));
}
