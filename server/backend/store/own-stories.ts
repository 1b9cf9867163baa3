/**
 * SQL of a client's stories: automatic stories, some of which it has joined or taken posts out of (store/join-stories.ts). A
 * story consists of parts: automatic stories without the separated posts, and the stories of separated posts. Its ID is the ID
 * of one of them.
 */
import type { Dialect } from './port.ts';

/**
 * The parts of the client's stories `ids`, each with its story. The ID of a story that was joined into another one has none.
 */
export const partsOf = ({ elements, among }: Dialect, client: string, ids: string): string => `(
  SELECT wanted AS story, wanted AS part FROM ${elements(ids, 'bigint', 'wanted')}
  WHERE NOT EXISTS (SELECT 1 FROM joined_stories joined WHERE joined.client_id = ${client} AND joined.story_id = wanted)
  UNION ALL
  SELECT into_story, story_id FROM joined_stories WHERE client_id = ${client} AND into_story ${among(ids, 'bigint')}) AS parts`;

/** The rows of posts in parts of the client's stories. `isPart`: a comparison without its left side, such as `= $1`. */
export const rowsOfParts = (client: string, isPart: string): string => `(
  SELECT posts.* FROM posts WHERE posts.story_id ${isPart} AND NOT EXISTS (
    SELECT 1 FROM separated_posts own
    WHERE own.owner_id = posts.owner_id AND own.post_id = posts.post_id AND own.client_id = ${client})
  UNION ALL
  SELECT posts.* FROM separated_posts own JOIN posts ON posts.owner_id = own.owner_id AND posts.post_id = own.post_id
  WHERE own.client_id = ${client} AND own.story_id ${isPart}) AS posts`;

export const rowsOfStories = (dialect: Dialect, client: string, ids: string): string =>
  rowsOfParts(client, `IN (SELECT part FROM ${partsOf(dialect, client, ids)})`);

/** The client's story that contains the part. */
export const storyOf = (client: string, part: string): string =>
  `coalesce((SELECT into_story FROM joined_stories known WHERE known.client_id = ${client} AND known.story_id = ${part}), ${part})`;
