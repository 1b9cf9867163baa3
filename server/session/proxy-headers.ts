/**
 * The headers by which a reverse proxy says who the visitor is (SSO_HEADER): read from listed addresses, refused from all
 * others.
 */
import type { Request, RequestHandler } from 'express';
import { compile } from 'proxy-addr';
import { recordForeignHeader } from '../../shared/api/auth.ts';
import { minuteMs } from '../../shared/durations.ts';
import * as messages from '../../shared/messages.ts';
import { AppError } from '../platform/app-error.ts';
import type { Assertion } from '../platform/assertion.ts';
import { countRepeats } from '../platform/count-repeats.ts';
import type { Config } from '../platform/settings.ts';
import { withContext } from './request-context.ts';

type HeaderSettings = Pick<Config, 'SSO_HEADER' | 'SSO_HEADER_NAME' | 'SSO_HEADER_GROUPS' | 'SSO_HEADER_FROM'>;

/** Node decodes headers as Latin-1; proxies send UTF-8. */
const textOf = (values: readonly string[] | undefined): string =>
  Buffer.from(values?.[0] ?? '', 'latin1')
    .toString('utf8')
    .trim();

/** Returns a reader of requests: null for a request without these headers. */
export function createProxyHeaderReader(settings: HeaderSettings): (request: Request) => Assertion | null {
  const { SSO_HEADER: user, SSO_HEADER_NAME: name, SSO_HEADER_GROUPS: groups } = settings;
  if (user === '') return () => null;
  const names = [user, name, groups].filter((header) => header !== '');
  const isListed = compile(settings.SSO_HEADER_FROM);
  return ({ headers, headersDistinct, socket }) => {
    const present = names.filter((header) => headers[header] !== undefined);
    if (present.length === 0) return null;
    // The proxy replaces the header: a second value would come from the visitor.
    const isDoubled = present.some((header) => headersDistinct[header]?.length !== 1);
    if (isDoubled || !isListed(socket.remoteAddress ?? '', 0)) return 'foreign';
    const login = textOf(headersDistinct[user]);
    if (login === '') return null;
    const list = textOf(headersDistinct[groups])
      .split(',')
      .map((group) => group.trim())
      .filter((group) => group !== '');
    return { login, name: textOf(headersDistinct[name]) || login, groups: list.length === 0 ? null : list };
  };
}

/** Refuses requests with these headers that do not come from the proxy. Records them once a minute per address. */
export function refuseForeignHeaders(): RequestHandler {
  const count = countRepeats(minuteMs);
  return withContext(async ({ deps, caller, isForeign, address }, next) => {
    if (!isForeign) return next();
    const requests = count(address);
    if (requests !== null) {
      deps.logger.warn({ address, requests }, 'headers of sign-on from a foreign address');
      await deps.backendClient.send(recordForeignHeader(), caller).catch(() => {});
    }
    throw new AppError(403, messages.foreignHeader);
  });
}
