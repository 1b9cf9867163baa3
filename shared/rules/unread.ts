/** The number of unread posts beside the menu's link of the feed (server/render/sidebar.tsx). */

const shownMax = 999;

export const formatUnread = (count: number): string => (count > shownMax ? `${shownMax}+` : String(count));
