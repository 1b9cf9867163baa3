/** Body parsers of console and backend: limited size, UTF-8 only, errors as `AppError`. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type RequestHandler } from 'express';
import * as messages from '../../shared/messages.ts';
import { AppError, badRequest } from './app-error.ts';

function requireUtf8(_request: IncomingMessage, _response: ServerResponse, body: Buffer, charset: string): void {
  if (charset !== 'utf-8' || !isUtf8(body)) throw badRequest();
}

/** 413 for a body over the limit, 400 for every other error. */
function bodyError(cause: unknown): AppError {
  const { status } = cause as { status?: number };
  return status === 413
    ? new AppError(413, messages.bodyTooLarge, { cause })
    : new AppError(400, messages.badRequest, { cause });
}

const withBodyError =
  (parse: RequestHandler): RequestHandler =>
  (request, response, next) =>
    parse(request, response, (error?: unknown) => (error ? next(bodyError(error)) : next()));

/** `limit` is in bytes. A body of another content type stays undefined. */
export const readJson = (limit: number): RequestHandler => withBodyError(express.json({ limit, verify: requireUtf8 }));

/** Otherwise a slow sender could hold its connection open. */
const withTimeLimit =
  (parse: RequestHandler, ms: number): RequestHandler =>
  (request, response, next) => {
    let isOver = false;
    const end = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      next(error);
    };
    const timer = setTimeout(
      () => end(new AppError(408, messages.bodyTooSlow, { headers: { Connection: 'close' } })),
      ms,
    );
    parse(request, response, end);
  };

/** The time for the body of a form. */
const formMs = 20_000;

/** `limit` is in bytes. 408 for a body that takes longer than `ms`. */
export const readForm = (limit: number, ms = formMs): RequestHandler =>
  withTimeLimit(withBodyError(express.urlencoded({ limit, verify: requireUtf8, extended: false })), ms);
