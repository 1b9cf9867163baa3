/** Rejects requests with several Host headers: a reverse proxy may use another one (docs/product.md, section 16, statement 10). */
import type { RequestHandler } from 'express';
import * as messages from '../../shared/messages.ts';
import { AppError } from '../platform/app-error.ts';

export const requireOneHost: RequestHandler = (request, _response, next) => {
  if (request.headersDistinct.host?.length !== 1) throw new AppError(400, messages.badRequest);
  next();
};
