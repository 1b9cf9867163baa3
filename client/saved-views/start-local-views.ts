/** Shows the saved views of local storage when there are any, and again when they or the address change. */
import { readLocal, readScriptContext } from '../lib/page.ts';
import { localViewsEvent } from './local-views-event.ts';
import { localViewsKey } from './local-views-key.ts';

const { viewer } = readScriptContext();
const show = () => void import('./show-local-views.tsx').then(({ showLocalViews }) => showLocalViews());
if (viewer && readLocal(localViewsKey(viewer.user)) !== null) show();
addEventListener(localViewsEvent, show);
