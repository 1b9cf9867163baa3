/** Collapses and expands the sidebar; the style sheet follows `data-sidebar` of the document. */
import { keepPreference } from './kept-preference.ts';

export function startSidebar(): void {
  const root = document.documentElement;
  const button = document.getElementById('sidebar-toggle');
  if (!button) return;
  const isCollapsed = () => root.dataset.sidebar === 'collapsed';
  const keep = keepPreference({
    storageKey: 'sidebar_collapsed',
    values: ['true', 'false'],
    drawn: isCollapsed() ? 'true' : 'false',
    show(value) {
      const collapsed = value === 'true';
      root.dataset.sidebar = collapsed ? 'collapsed' : 'expanded';
      button.setAttribute('aria-expanded', String(!collapsed));
    },
    toCookie: (value) => ({ sidebarCollapsed: value === 'true' }),
  });
  button.addEventListener('click', () => keep(isCollapsed() ? 'false' : 'true'));
}
