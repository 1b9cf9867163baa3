/** Schemas of the contents of Atom feeds. */
import * as v from 'valibot';
import { nullableText, plainText, time } from '../http/schema-fields.ts';

export const atomQuery = v.object({ token: plainText });

const link = v.strictObject({ Text: v.string(), Address: v.string() });

/** `Address`: a URL, or a path of the console. `Key`: a URI. */
export const atomEntry = v.strictObject({
  Key: v.string(),
  Title: v.string(),
  Author: nullableText,
  Address: v.string(),
  Text: v.string(),
  Links: v.array(link),
  PublishedAt: time,
  UpdatedAt: time,
});

export const atomReply = v.strictObject({ FeedID: v.string(), Title: v.string(), entries: v.array(atomEntry) });
