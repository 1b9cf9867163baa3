/** Atom feeds (docs/product.md, section 21). The token in the address is the only key: feed readers have no session. */
import { createHash } from 'node:crypto';
import { Router } from 'express';
import { type AtomContents, loadAtomFeed } from '../../shared/api/atom.ts';
import * as messages from '../../shared/messages.ts';
import { BackendError, RefusedError } from '../backend-link/backend-client.ts';
import { consoleUrl } from '../platform/alert-settings.ts';
import { AppError } from '../platform/app-error.ts';
import { sendCompressed } from '../render/compress.ts';
import { type RequestContext, withContext } from '../session/request-context.ts';
import { renderAtom, updatedAt } from './render-atom.ts';

/** Null when the token opens no feed. */
async function findFeed({ deps, caller }: RequestContext, token: string): Promise<AtomContents | null> {
  try {
    return (await deps.backendClient.send(loadAtomFeed(token), { ...caller, cookie: '' })).data;
  } catch (error) {
    if (error instanceof RefusedError && error.status < 500) return null;
    if (error instanceof BackendError) throw new AppError(502, messages.backendDown, { cause: error });
    throw error;
  }
}

/** PUBLIC_URL, or else the address of the request. */
function consoleUrlOf({ deps, request, basePath }: RequestContext): string {
  const url = consoleUrl(deps.config) ?? `${request.protocol}://${request.host}${basePath}`;
  if (!URL.canParse(url)) throw new AppError(400, messages.badRequest);
  return url;
}

async function sendFeed(context: RequestContext): Promise<void> {
  const { deps, request, response } = context;
  const token = String(request.params.token);
  const contents = await findFeed(context, token);
  if (contents === null) {
    response.status(404).type('text/plain').send(messages.noAtomFeed);
    return;
  }
  const place = { consoleUrl: consoleUrlOf(context), path: `/atom/${token}`, productName: deps.config.PRODUCT_NAME };
  const xml = renderAtom(contents, place);
  response.type('application/atom+xml; charset=utf-8').set({
    'Cache-Control': 'private, no-cache',
    // Weak, because a compressed feed has the same.
    ETag: `W/"${createHash('sha256').update(xml).digest('base64url')}"`,
    'Last-Modified': new Date(updatedAt(contents)).toUTCString(),
  });
  sendCompressed(request, response, xml);
}

export function atomRoutes(): Router {
  const router = Router();
  router.get(
    '/atom/:token',
    withContext(async (context, next) => {
      const names = await context.deps.capabilities.load(context.caller);
      return names.includes('alerts') ? sendFeed(context) : next();
    }),
  );
  return router;
}
