/** The shell script of every page. It does not load React; rarely used parts load on demand. */
import { afterFirstPaint, readScriptContext } from '../lib/page.ts';
import { mirrorPreferences } from '../lib/preferences.ts';
import { startAuthMirror } from '../shell/auth-mirror.ts';
import { startDialogs } from '../shell/dialogs.ts';
import { startPostForms } from '../shell/post-forms.ts';
import { startSidebar } from '../shell/sidebar.ts';
import { startIsland } from '../shell/start-island.ts';
import { startTheme } from '../shell/theme.ts';

startSidebar();
startTheme();
startDialogs();
startPostForms();
const island = document.getElementById('island');
if (island) startIsland(island);

// The first access to cookies and storage waits for another process of the browser.
afterFirstPaint(() => {
  const { viewer } = readScriptContext();
  startAuthMirror(viewer);
  mirrorPreferences();
  if (viewer && 'drafts' in sessionStorage) {
    import('../lib/drafts.ts').then(({ restoreDrafts }) => restoreDrafts(viewer.user.id));
  }
});

const banner = document.getElementById('impersonation-banner');
if (banner) {
  import('../shell/impersonation-banner.ts').then(({ startImpersonationBanner }) => startImpersonationBanner(banner));
}

// The event does not bubble.
addEventListener('beforetoggle', () => import('../shell/export-menu.ts'), { once: true, capture: true });
const pressed: KeyboardEvent[] = [];
function waitForShortcuts(event: KeyboardEvent) {
  if (pressed.push(event) > 1) return;
  import('../shell/shortcuts.ts').then(({ startShortcuts }) =>
    startShortcuts(pressed, () => removeEventListener('keydown', waitForShortcuts)),
  );
}
addEventListener('keydown', waitForShortcuts);
