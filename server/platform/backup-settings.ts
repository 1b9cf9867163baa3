/** The settings of scheduled backups. A parser throws an `Error` that states what is wrong, without the value. */

import { accessSync, constants, statSync } from 'node:fs';
import { invalid, orUnset, readUrl } from './invalid-value.ts';

/** A folder that must exist, because a missing one is often a disk that is not mounted; null when unset. */
export const writableFolder = orUnset((value) => {
  try {
    accessSync(value, constants.W_OK | constants.X_OK);
  } catch (error) {
    return invalid(`does not name a writable folder (${(error as NodeJS.ErrnoException).code})`);
  }
  return statSync(value).isDirectory() ? value : invalid('names a file');
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
