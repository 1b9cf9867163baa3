/** Shows the saved views of local storage when there are any, and again when they or the address change. */

import { localViewsEvent, localViewsKey } from '../../shared/page-names.ts';
import { readLocal, readScriptContext } from '../lib/page.ts';

const { viewer } = readScriptContext();
const show = () => void import('./show-local-views.tsx').then(({ showLocalViews }) => showLocalViews());
if (viewer && readLocal(localViewsKey(viewer.user)) !== null) show();
addEventListener(localViewsEvent, show);
