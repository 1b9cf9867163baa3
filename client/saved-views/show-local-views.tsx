/** Renders the saved views of local storage in a React root of their own, in the place that the server left for them. */
import { createRoot, type Root } from 'react-dom/client';
import { localViewsId } from '../../shared/page-names.ts';
import { IslandRoot } from '../components/island-root.tsx';
import { readScriptContext } from '../lib/page.ts';
import { readLocalViews } from './local-views.ts';
import { LocalViewsList } from './local-views-list.tsx';

let root: Root | null = null;

/** Call it again when the views or the address have changed. Without the place it has no effect. */
export function showLocalViews(): void {
  const place = document.getElementById(localViewsId);
  const { viewer, ...context } = readScriptContext();
  if (!place || !viewer) return;
  root ??= createRoot(place);
  const props = { views: readLocalViews(viewer.user), search: location.search };
  root.render(
    <IslandRoot name={localViewsId} component={LocalViewsList} props={props} context={{ viewer, ...context }} />,
  );
}
