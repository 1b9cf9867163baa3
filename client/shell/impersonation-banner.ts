/** Counts down the time of an impersonation, warns a minute before it ends, and then ends it. */
import { formatTimeLeft, impersonationWarningMs } from '../../shared/rules/time-left.ts';
import { readScriptContext } from '../lib/page.ts';
import { readSession, writeSession } from '../lib/storage.ts';

/** Returns true once per impersonation, which prevents a loop if the backend cannot end it. */
function mayEndAutomatically(): boolean {
  const key = 'impersonation_returned';
  const id = readScriptContext().viewer?.impersonation?.impersonatedAt ?? '';
  return readSession(key) !== id && writeSession(key, id);
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
    if (mayEndAutomatically()) form.requestSubmit();
  };
  const ticking = setInterval(tick, 1000);
}
