/** `/styleguide`, in development only: every component in every state, to review a change of style in one place. */
import { sendPage } from '../../render/send-page.tsx';
import type { RequestContext } from '../../session/request-context.ts';
import { StyleguideView } from './styleguide-view.tsx';

const route = {
  name: null,
  path: '/styleguide',
  title: 'Компоненты',
  description: 'Все состояния в одном месте',
};

export const sendStyleguide = (context: RequestContext): void => sendPage(context, { route, main: <StyleguideView /> });
