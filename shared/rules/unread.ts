/** The number of unread posts beside the feed's link in the menu (server/render/sidebar.tsx). */

const shownMax = 999;

export const formatUnread = (count: number): string => (count > shownMax ? `${shownMax}+` : String(count));
