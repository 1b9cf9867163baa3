/** URLs on the monitored social network. */

/** Returns the URL of a post. The owner ID in it is negative unless the owner is a user (docs/product.md, section 2, Feed). */
export function wallUrl(post: { ownerId: number; postId: number; ownerType: string }): string {
  const id = Math.abs(post.ownerId);
  return `https://vk.com/wall${post.ownerType === 'user' ? id : -id}_${post.postId}`;
}

/** Returns the URL of an account by its screen name, or by its ID when it has none. */
export const accountUrl = ({ id, type, domain }: { id: number; type: string; domain: string | null }): string =>
  ownerUrl(domain ?? '') ?? `https://vk.com/${type === 'user' ? 'id' : 'club'}${Math.abs(id)}`;

/** Returns the URL of a source, or null when its domain is not a valid screen name. */
export const ownerUrl = (domain: string): string | null =>
  /^[\w.]{1,64}$/.test(domain) && !/^\.+$/.test(domain) ? `https://vk.com/${domain}` : null;
