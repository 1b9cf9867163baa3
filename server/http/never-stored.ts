/** Forbids caches to store any response except static files (docs/product.md, section 16, statement 11). */
import type { RequestHandler } from 'express';

export const neverStored: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};
