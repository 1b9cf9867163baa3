/** Every answer but static files is somebody's own, and no cache may keep it (checklist 11). */
import type { RequestHandler } from 'express';

export const neverStored: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};
