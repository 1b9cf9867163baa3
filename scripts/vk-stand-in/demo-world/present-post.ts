/** Shows a demo post as the VK API writes it. Its numbers grow with its age. */
import type { DemoPost, Release } from '../../../server/backend/demo/posts.ts';
import { demoPhotoUrl } from '../../../server/backend/demo/random.ts';
import { type Attachment, type WallPost, wallPost } from '../wall-objects.ts';

const hourMs = 60 * 60 * 1000;
/** Half of the views come within this time. */
const halfTimeMs = 6 * hourMs;

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** VK escapes the characters of markup. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const sizes = { m: 130, x: 604, y: 807 };

function photoOf({ source, postId, postedAt, text, repostOf, phrases }: DemoPost, origin: string): Attachment {
  const url = demoPhotoUrl(origin, `post${postId}`);
  const images = Object.entries(sizes).map(([type, width]) => ({ type, url, width, height: (width * 2) / 3 }));
  // VK finds a picture without a text by its description.
  const description = text === null && repostOf === null ? phrases.map((phrase) => phrase.text).join(', ') : '';
  const photo = { id: postId, owner_id: source.ownerId, date: seconds(postedAt), text: description, sizes: images };
  return { type: 'photo', photo };
}

const presentRelease = ({ source, postId, postedAt, text }: Release): WallPost =>
  wallPost({ id: postId, owner_id: source.ownerId, date: seconds(postedAt), text: escapeText(text) });

export function presentPost(post: DemoPost, origin: string, now: number): WallPost {
  const { source, postId, userId, postedAt, text, hasPhoto, isAd, repostOf, reach } = post;
  const views = Math.round(reach * (1 - 2 ** ((postedAt - now) / halfTimeMs)));
  const editedAt = postedAt + (postId % 7) * hourMs;
  return wallPost({
    id: postId,
    owner_id: source.ownerId,
    ...(userId === source.ownerId ? {} : { signer_id: userId }),
    date: seconds(postedAt),
    ...(postId % 9 === 0 && editedAt > postedAt && editedAt <= now ? { edited: seconds(editedAt) } : {}),
    text: escapeText(text ?? ''),
    post_type: repostOf ? 'copy' : 'post',
    marked_as_ads: isAd ? 1 : 0,
    ...(hasPhoto ? { attachments: [photoOf(post, origin)] } : {}),
    ...(repostOf ? { copy_history: [presentRelease(repostOf)] } : {}),
    views: { count: views },
    likes: { count: Math.floor(views / (15 + (postId % 40))), user_likes: 0 },
    reposts: { count: Math.floor(views / (200 + (postId % 300))), user_reposted: 0 },
    comments: { count: Math.floor(views / (90 + (postId % 200))) },
  });
}
