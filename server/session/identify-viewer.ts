/** Sets the viewer from the console's cookie. */
import type { RequestHandler } from 'express';
import { withContext } from '../request-context.ts';
import { readConsoleSession } from './console-session.ts';

export const identifyViewer: RequestHandler = withContext((context, next) => {
  context.viewer = readConsoleSession(context);
  next();
});
