/** The event by which the shell's shortcuts reach the rows of the feed. */

/** The list that handles this event marks the row as read and cancels the event. Its detail is the `aria-rowindex`. */
export const readRowEvent = 'read-row';
