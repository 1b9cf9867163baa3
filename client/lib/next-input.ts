/** Resolves at the user's next input, which loads code that no page needs before. */

const inputs = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input', 'popstate'];

export function nextInput(): Promise<void> {
  const listening = new AbortController();
  return new Promise((resolve) => {
    const onInput = () => {
      listening.abort();
      resolve();
    };
    for (const type of inputs) addEventListener(type, onInput, { capture: true, signal: listening.signal });
  });
}
