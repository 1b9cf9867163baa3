/** Reads the data that the page passes to its scripts. */
import type { ScriptContext } from '../../shared/islands.ts';

export function readScriptContext(): ScriptContext {
  return JSON.parse(document.getElementById('script-context')?.textContent ?? '');
}
