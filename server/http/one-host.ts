/** A request names its host once: of two, a server in front may have looked at the other (checklist 10). */
import type { RequestHandler } from 'express';
import * as messages from '../../shared/messages.ts';
import { AppError } from '../platform/app-error.ts';

export const requireOneHost: RequestHandler = (request, _response, next) => {
  if (request.headersDistinct.host?.length !== 1) throw new AppError(400, messages.badRequest);
  next();
};
