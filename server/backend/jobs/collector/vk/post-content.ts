/** The text and the picture of a post: its own content first, then the content of reposted posts and of attachments. */
import type { TextPart, TextPartKind } from '../../../../../shared/fields/text-parts.ts';
import { webUrl } from '../../../../../shared/rules/urls.ts';
import { cleanText, limitText, lineOf } from '../../../rules/clean-text.ts';
import type { VkAttachment, VkImage, VkPost } from './search-reply.ts';

/** Comments have the same contents as posts. */
type Content = Pick<VkPost, 'text' | 'attachments' | 'copy_history'>;

/** Its own pictures first, then the pictures of the reposted posts, the nearest first. */
export const attachmentsOf = (post: Content): VkAttachment[] => [
  ...post.attachments,
  ...post.copy_history.flatMap(({ attachments }) => attachments),
];

/** The width of VK's size `y`; wider ones would only cost traffic. */
const widthMax = 807;

/** The widest image within the limit, else the narrowest. */
function chooseSize(images: readonly VkImage[]): string | null {
  const byWidth = images.filter(({ url }) => webUrl(url) !== null).toSorted((a, b) => a.width - b.width);
  const chosen = byWidth.findLast(({ width }) => width <= widthMax) ?? byWidth[0];
  return chosen?.url ?? null;
}

/**
 * The first photo; otherwise the first preview of a video; otherwise of a link, a document or an album; otherwise a photo in
 * its full size. Null when there is none.
 */
export function choosePhoto(attachments: readonly VkAttachment[]): string | null {
  const photos = attachments.map(({ photo }) => photo?.sizes ?? []);
  const previews = attachments.map(({ video, clip }) => (video ?? clip)?.image ?? []);
  const others = attachments.map(
    ({ link, doc, album }) => link?.photo?.sizes ?? doc?.preview?.photo?.sizes ?? album?.thumb?.sizes ?? [],
  );
  const originals = attachments.map(({ photo, link, album }) =>
    [photo, link?.photo, album?.thumb].flatMap((one) => one?.orig_photo ?? []),
  );
  return [...photos, ...previews, ...others, ...originals].map(chooseSize).find((url) => url !== null) ?? null;
}

type Piece = { kind: TextPartKind; text: string };

const titlesOf = ({ link, poll, article, doc, video, clip, album }: VkAttachment): Piece[] =>
  (
    [
      ['link', link?.title],
      ['poll', poll?.question],
      ['article', article?.title],
      ['document', doc?.title],
      ['video', (video ?? clip)?.title],
      ['album', album?.title],
    ] as const
  ).flatMap(([kind, title]) => {
    const text = lineOf(cleanText(title) ?? '');
    return text === '' ? [] : { kind, text };
  });

/** Appends the pieces. Omits a text that is already there, because an author may have copied it. */
function join(own: string, pieces: readonly Piece[], separator: string) {
  const parts: TextPart[] = [];
  let text = own;
  for (const piece of pieces) {
    if (text.includes(piece.text)) continue;
    if (text !== '') text += separator;
    parts.push({ kind: piece.kind, at: text.length });
    text += piece.text;
  }
  const limited = limitText(text || null);
  const end = limited === text ? text.length : (limited?.lastIndexOf('…') ?? 0);
  return { text: limited, parts: parts.filter(({ at }) => at < end) };
}

/**
 * The words of the post and of all reposted posts. If these have no words, the titles of the attachments, one per line.
 */
export function textOf(post: Content): { text: string | null; parts: TextPart[] } {
  const chain = post.copy_history.flatMap(({ text }): Piece[] => {
    const words = cleanText(text);
    return words === null ? [] : [{ kind: 'repost', text: words }];
  });
  const words = join(cleanText(post.text) ?? '', chain, '\n\n');
  return words.text === null ? join('', attachmentsOf(post).flatMap(titlesOf), '\n') : words;
}
