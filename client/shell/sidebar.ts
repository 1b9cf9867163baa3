/** Collapses and expands the sidebar by setting `data-sidebar` on the root element. */
import { savePreference, syncPreference } from '../lib/preferences.ts';

export function startSidebar(): void {
  const root = document.documentElement;
  const button = document.getElementById('sidebar-toggle');
  if (!button) return;
  const isCollapsed = () => root.dataset.sidebar === 'collapsed';
  syncPreference('sidebarCollapsed', isCollapsed(), (collapsed) => {
    root.dataset.sidebar = collapsed ? 'collapsed' : 'expanded';
    button.setAttribute('aria-expanded', String(!collapsed));
  });
  button.addEventListener('click', () => savePreference('sidebarCollapsed', !isCollapsed()));
}
