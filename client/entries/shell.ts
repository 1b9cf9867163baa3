/** The browser's side of the shell, on every page and without React: dialogs are fetched when first asked for. */
import { startAuthMirror } from '../shell/auth-mirror.ts';
import { startDialogs } from '../shell/dialogs.ts';
import { startImpersonationBanner } from '../shell/impersonation-banner.ts';
import { startSidebar } from '../shell/sidebar.ts';
import { startTheme } from '../shell/theme.ts';

startAuthMirror();
startSidebar();
startTheme();
startImpersonationBanner();
startDialogs();
