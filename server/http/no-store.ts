/** Forbids caches to store responses. Static files are served before it (docs/product.md, section 16, statement 11). */
import type { RequestHandler } from 'express';

export const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};
