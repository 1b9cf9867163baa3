/** Chooses the picture of a post for the list. */
import { webUrl } from '../../../../../shared/rules/web-url.ts';
import type { VkImage, VkPost } from './search-reply.ts';

/** The width of VK's size `y`; wider ones would only cost traffic. */
const widthMax = 807;

/** The widest image within the limit, else the narrowest. */
function chooseSize(images: readonly VkImage[]): string | null {
  const byWidth = images.filter(({ url }) => webUrl(url) !== null).toSorted((a, b) => a.width - b.width);
  const chosen = byWidth.findLast(({ width }) => width <= widthMax) ?? byWidth[0];
  return chosen?.url ?? null;
}

/** The first photo, else the first preview of a video. Null when there is neither. */
export function choosePhoto(attachments: VkPost['attachments']): string | null {
  const photos = attachments.map(({ photo }) => photo?.sizes ?? []);
  const previews = attachments.map(({ video, clip }) => (video ?? clip)?.image ?? []);
  return [...photos, ...previews].map(chooseSize).find((url) => url !== null) ?? null;
}
