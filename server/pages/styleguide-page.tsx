/** `/styleguide`, in development only: every component in every state, so that a change of style is seen in one place. */
import type { RequestHandler } from 'express';
import type { AppDeps } from '../deps.ts';
import { sendPage } from '../render/send-page.tsx';
import { StyleguideView } from './styleguide-view.tsx';

export const styleguidePath = '/styleguide';

export function showStyleguide(deps: AppDeps): RequestHandler {
  const route = { name: null, path: styleguidePath, title: 'Компоненты', description: 'Все состояния в одном месте' };
  return (request, response) => sendPage(deps, request, response, { route, main: <StyleguideView /> });
}
