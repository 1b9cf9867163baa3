/**
 * The export menu: its links follow the URL, and it shows refusals and progress. All texts
 * come from the server, because importing them would move them to the script that every page loads.
 */
import type { ExportState } from '../../shared/export.ts';
import { nextMenuItem } from '../lib/menu-keys.ts';

const pollMs = 1000;
/** A download that has not started after this many polls has failed or ended. */
const pollsBeforeStart = 5;

/** Returns null if the state cannot be loaded, for example because the session is over. The download then shows why. */
async function load(address: string): Promise<ExportState | null> {
  try {
    const response = await fetch(address + location.search);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

export function startExportMenu(menu: HTMLElement): void {
  const [total, status] = menu.querySelectorAll('p');
  const links = [...menu.querySelectorAll('a')];
  const address = menu.dataset.state ?? '';
  let following = false;
  let starting = false;

  const say = (text: string) => {
    if (status) status.textContent = text;
  };

  /** Shows the progress until the export ends. */
  async function follow(): Promise<void> {
    if (following) return;
    following = true;
    let seen = false;
    for (let polls = 0; polls < pollsBeforeStart; polls += 1) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      const state = await load(address);
      if (state && 'running' in state) {
        say(state.running);
        seen = true;
        polls = 0;
      } else if (seen) break;
    }
    say('');
    following = false;
  }

  /** Returns false if the server would refuse an export. */
  async function update(): Promise<boolean> {
    const state = await load(address);
    // A running export ends soon, so links are disabled only for a refusal.
    const isRefused = state !== null && 'refusal' in state;
    for (const link of links) {
      if (isRefused) link.setAttribute('aria-disabled', 'true');
      else link.removeAttribute('aria-disabled');
    }
    if (!state) return true;
    if ('total' in state) {
      if (total) total.textContent = state.total;
      say('');
      return true;
    }
    say('running' in state ? state.running : state.refusal);
    if ('running' in state) void follow();
    return false;
  }

  function open(): void {
    for (const link of links) link.search = location.search;
    links[0]?.focus();
    void update();
  }

  /** Checks the state first, because an error page would replace this one. A double click starts one export. */
  async function start(link: HTMLAnchorElement): Promise<void> {
    if (starting) return;
    starting = true;
    if (await update()) {
      location.assign(link.href);
      void follow();
    }
    starting = false;
  }

  menu.addEventListener('toggle', ({ newState }) => {
    if (newState === 'open') open();
  });
  menu.addEventListener('click', (event) => {
    const link = links.find((candidate) => candidate === event.target);
    if (!link) return;
    event.preventDefault();
    void start(link);
  });
  menu.addEventListener('keydown', (event) => {
    const item = nextMenuItem(links, event.key);
    if (!item) return;
    event.preventDefault();
    item.focus();
  });
  if (menu.matches(':popover-open')) open();
}
