/** Addresses on the social network that is monitored. */

/** The address of a post on the social network's wall; the owner is negative unless it is a user (section 2, Feed). */
export function wallUrl(post: { ownerId: number; postId: number; ownerType: string }): string {
  const id = Math.abs(post.ownerId);
  return `https://vk.com/wall${post.ownerType === 'user' ? id : -id}_${post.postId}`;
}

/** The source's own address on the social network, or null when its domain is no screen name there. */
export const ownerUrl = (domain: string): string | null =>
  /^[\w.]{1,64}$/.test(domain) && !/^\.+$/.test(domain) ? `https://vk.com/${domain}` : null;
