/** What the banner of an impersonation shows. Apart from its rules, which every page loads. */

/** How long before the end the page warns (docs/product/sign-in.md). */
export const impersonationWarningMs = 60 * 1000;

/** Formats the time as `MM:SS`, rounded up, so that 00:00 means that it is over. */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
