type Listeners = { [Type in keyof WindowEventMap]?: (event: WindowEventMap[Type]) => void };

/** Adds listeners of the window's events. Returns a function that removes them. */
export function listen(listeners: Listeners): () => void {
  // Its property `signal` makes it the options of `addEventListener`.
  const listening = new AbortController();
  for (const [type, listener] of Object.entries(listeners))
    addEventListener(type, listener as EventListener, listening);
  return () => listening.abort();
}
