/** The settings of scheduled backups. A parser throws an `Error` that states what is wrong, without the value. */

import { statSync } from 'node:fs';
import { invalid, orUnset, readUrl } from './invalid-value.ts';

/**
 * A folder that must exist, because a missing one is often a disk that is not mounted; null when unset. Only backups check
 * whether they can write to it: a fault of its disk must not keep the service from starting.
 */
export const existingFolder = orUnset((value) => {
  const found = statSync(value, { throwIfNoEntry: false });
  if (!found) return invalid('does not name a folder that exists');
  return found.isDirectory() ? value : invalid('names a file');
});

/**
 * `https://KEY:SECRET@host/bucket/folder?region=…`; null when unset. `endpoint` ends with the bucket; `prefix` is '' or ends
 * with a slash.
 */
export const s3Address = orUnset((value) => {
  const url = readUrl(value, 'http', 'https');
  if (url.username === '' || url.password === '') return invalid('has no key or no secret');
  const [bucket, ...folders] = url.pathname.split('/').filter((part) => part !== '');
  return {
    endpoint: `${url.origin}/${bucket ?? invalid('names no bucket')}`,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
});

export type S3Address = NonNullable<ReturnType<typeof s3Address>>;
