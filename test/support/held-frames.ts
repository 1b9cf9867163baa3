/** A page whose frames are held back: its table comes to life when they are let go. */
import type { Page } from 'playwright-core';

/** Call it before the page goes anywhere; what it gives lets the frames go. */
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
