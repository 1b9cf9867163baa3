/** Parsers of setting values. Each throws an `Error` that states what is wrong. */

import { isIP } from 'node:net';
import { parseTime } from '../../shared/format.ts';
import { emailError } from '../../shared/rules/client.ts';
import { passwordMinLength, signInNameMax } from '../../shared/rules/limits.ts';
import { passwordMaxLength } from '../../shared/rules/password.ts';
import { parseDatabaseAddress } from './database-address.ts';
import { checkTrusted, invalid, listOf, orUnset, readUrl } from './invalid-value.ts';

export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return number >= from && number <= to ? number : invalid('is not a whole number in range');
  };
}

/** 0 stands for none. */
export const wholeNumberOrNone =
  (from: number, to: number) =>
  (text: string): number =>
    text === '0' ? 0 : wholeNumber(from, to)(text);

export function oneOf<T extends string>(...values: T[]): (text: string) => T {
  return (text) => values.find((value) => value === text) ?? invalid('is not an allowed value');
}

export const text = (value: string): string => value;
export const nonEmpty = (value: string): string => (value.trim() === '' ? invalid('is empty') : value.trim());

export function host(value: string): string {
  return isIP(value) !== 0 || /^[A-Za-z0-9.-]+$/.test(value) ? value : invalid('is neither an address nor a host name');
}

export function shortText(max: number): (value: string) => string {
  return (value) => {
    const short = nonEmpty(value);
    return short.length <= max ? short : invalid(`is longer than ${max} characters`);
  };
}

/** A name that the sign-in form accepts. */
export const accountName = shortText(signInNameMax);

/** A password that the sign-in form accepts, or null when unset. */
export const password = orUnset((value) => {
  const { length } = [...value.normalize()];
  if (length < passwordMinLength) return invalid(`is shorter than ${passwordMinLength} characters`);
  return length <= passwordMaxLength ? value : invalid(`is longer than ${passwordMaxLength} characters`);
});

/** An origin without path or trailing slash. */
export function origin(value: string): string {
  const url = readUrl(value, 'http', 'https');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    return invalid('is not an origin: it has a path, a query or a user name');
  }
  return url.origin;
}

export const originOrUnset = orUnset(origin);

/** A valid address of a database; null when unset. */
export const databaseUrl = orUnset((value) => {
  parseDatabaseAddress(value);
  return value;
});

/** The address of the console, without a trailing slash; null when unset. */
/** Milliseconds since 1970; null when unset. */
export const timeOrUnset = orUnset((value) => {
  const time = parseTime(value);
  return Number.isNaN(time) ? invalid('is no time with an offset') : time;
});

export const publicUrl = orUnset((value) => {
  const url = readUrl(value, 'http', 'https');
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    return invalid('has a query, a fragment or a user name');
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
});

/** A mail server, with a name and a password if it needs them; null when unset. */
export const smtpUrl = orUnset((value) =>
  readUrl(value, 'smtp', 'smtps').hostname === '' ? invalid('has no host') : value,
);

/** An address, or a name with the address in angle brackets; '' when unset. */
export function mailSender(value: string): string {
  const address = /^[^<>\p{Cc}]*<([^<>\s]+)>$/u.exec(value)?.[1] ?? value;
  return emailError(address) === null && !/\p{Cc}/u.test(value) ? value : invalid('is not an e-mail address');
}

export function timeZone(value: string): string {
  try {
    return new Intl.DateTimeFormat('ru-RU', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    return invalid('is not a known time zone');
  }
}

/** Path segments that identify calls, files and probes. */
const reservedSegments = new Set(['api', 'assets', 'healthz', 'readyz', 'metrics']);

/** '' for the root, else `/prefix` without a trailing slash. */
export function basePath(value: string): string {
  const path = value.replace(/\/+$/, '');
  if (path !== '' && !/^(\/[A-Za-z0-9._~-]+)+$/.test(path)) return invalid('is not a path');
  const segments = path.split('/');
  if (segments.some((segment) => segment === '.' || segment === '..')) return invalid('contains a dot segment');
  const reserved = segments.find((segment) => reservedSegments.has(segment.toLowerCase()));
  return reserved === undefined ? path : invalid(`contains the reserved segment ${reserved}`);
}

/** Express's `trust proxy`: a number of proxies, or a list of names and addresses. */
export function trustProxy(value: string): number | false | string {
  if (/^\d+$/.test(value)) return wholeNumber(0, 99)(value);
  if (value === 'false') return false;
  if (value === 'true') return invalid('would let any client forge its address');
  checkTrusted(value.split(',').map((address) => address.trim()));
  return value;
}

const longTexts = listOf(/^.{32,}$/s, 'contains a secret shorter than 32 characters');
/** A secret with fewer distinct characters was typed by holding a key down, or by pressing two in turn. */
const secretVariety = 5;

/** The first secret signs, all of them verify. */
export function secrets(value: string): string[] {
  const items = longTexts(value);
  const isRandom = items.every((item) => new Set(item).size >= secretVariety);
  return isRandom ? items : invalid(`contains a secret with fewer than ${secretVariety} different characters`);
}

/** Access keys of VK. Other characters could not be sent in a header. */
export const accessKeys = listOf(/^[\w.-]+$/, 'contains a key with a wrong character, or an empty one');

const domains = listOf(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'is not a list of domains');
export const mailDomains = (value: string): string[] => domains(value.toLowerCase());

export const onOff = (value: string): boolean => oneOf('on', 'off')(value) === 'on';
