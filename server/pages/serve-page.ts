/** Handlers of a page: load its data, render it, or handle its form. The guards run before. */
import type { NextFunction, RequestHandler } from 'express';
import type { IslandName } from '../../shared/islands.ts';
import type { Viewer } from '../../shared/roles.ts';
import type { Route } from '../../shared/routes.ts';
import { sendPage, sendPart } from '../render/send-page.tsx';
import { type RequestContext, withContext } from '../request-context.ts';
import { BackendSession, SessionOverError } from '../session/backend-session.ts';
import { clearConsoleSession } from '../session/console-session.ts';
import { loginPath } from '../session/require-access.ts';
import type { IslandPage, LoadedContent, LoadedPage, Page, PageInput } from './page.tsx';

/** Requires a viewer, which `requireAccess` has checked. */
function inputOf(context: RequestContext): PageInput {
  const { deps, request, preferences, basePath, capabilities } = context;
  const { config, now } = deps;
  const viewer = context.viewer as Viewer;
  return {
    viewer,
    query: request.query,
    params: request.params as PageInput['params'],
    preferences,
    backend: new BackendSession(context, viewer),
    capabilities,
    basePath,
    mayImpersonate: config.IMPERSONATION,
    timeZone: config.CONSOLE_TIME_ZONE,
    now: now(),
  };
}

async function run<T>(context: RequestContext, input: PageInput, call: (input: PageInput) => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await call(input);
  context.timings.load = performance.now() - started;
  return result;
}

function sendLoaded(context: RequestContext, route: Route, content: LoadedContent | null, next: NextFunction): void {
  if (content === null) {
    next('route');
    return;
  }
  const { title = route.title, ...rest } = content;
  sendPage(context, { route: { ...route, title }, ...rest });
}

/** When the session is over, the user signs in again and returns to the page. */
export const handle = (
  answer: (context: RequestContext, input: PageInput, next: NextFunction) => Promise<void>,
): RequestHandler =>
  withContext(async (context, next) => {
    try {
      await answer(context, inputOf(context), next);
    } catch (error) {
      if (!(error instanceof SessionOverError)) throw error;
      clearConsoleSession(context);
      context.response.redirect(303, loginPath(context.basePath, context.request.originalUrl));
    }
  });

export const servePage = (route: Route, page: Page): RequestHandler =>
  handle(async (context, input, next) => {
    if (page.kind === 'static') return sendPage(context, { route, main: page.view(input) });
    if (page.kind === 'loaded') return sendLoaded(context, route, await run(context, input, page.load), next);
    const { load, name, component } = page as IslandPage<IslandName>;
    const { slot = null, ...props } = await run(context, input, load);
    sendPage(context, { route, island: { name, component, props, slot } });
  });

export const serveSlot = (load: NonNullable<IslandPage<IslandName>['slot']>['load']): RequestHandler =>
  handle(async (context, input, next) => {
    const part = await run(context, input, load);
    return part === null ? next('route') : sendPart(context, part);
  });

export const handleForm = (route: Route, submit: NonNullable<LoadedPage['submit']>): RequestHandler =>
  handle(async (context, input, next) => {
    const result = await run(context, input, submit);
    if (typeof result === 'string') return context.response.redirect(303, result);
    sendLoaded(context, route, result, next);
  });
