const inputs = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input', 'popstate'];

/** A page that gets no input needs the code too. */
const watchedMs = 60_000;

/** Resolves at the user's next input, or after a minute. Code that no page needs earlier loads then. */
export function nextInput(): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const onInput = () => {
      listening.abort();
      clearTimeout(timer);
      resolve();
    };
    for (const type of inputs) addEventListener(type, onInput, { capture: true, signal: listening.signal });
    const timer = setTimeout(onInput, watchedMs);
  });
}
