/** Counts down the time of an impersonation, warns a minute before its end, and then returns to the administrator. */
import { formatTimeLeft } from '../../shared/rules/impersonation.ts';
import { impersonationWarningMs } from '../../shared/rules/limits.ts';
import { readScriptContext } from '../lib/script-context.ts';

/** True once for each impersonation, so that a backend that cannot end it is not called in a loop. */
function mayReturnAutomatically(): boolean {
  const key = 'impersonation_returned';
  const id = readScriptContext().viewer?.impersonation?.impersonatedAt ?? '';
  try {
    if (sessionStorage.getItem(key) === id) return false;
    sessionStorage.setItem(key, id);
    return true;
  } catch {
    return false;
  }
}

export function startImpersonationBanner(banner: HTMLElement): void {
  const timer = banner.querySelector('[role="timer"]');
  const warning = banner.querySelector<HTMLElement>('[role="alert"]');
  const form = banner.querySelector('form');
  if (!timer || !warning || !form) return;
  const end = Date.now() + Number(banner.dataset.timeLeft);
  const tick = () => {
    const timeLeft = Math.max(0, end - Date.now());
    timer.textContent = formatTimeLeft(timeLeft);
    warning.hidden = timeLeft > impersonationWarningMs;
    if (timeLeft > 0) return;
    clearInterval(ticking);
    if (mayReturnAutomatically()) form.requestSubmit();
  };
  const ticking = setInterval(tick, 1000);
}
