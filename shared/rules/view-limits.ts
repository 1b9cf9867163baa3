/** Limits of saved views. Apart from the others, which the shell would load with the views of the browser. */

export const viewNameMax = 100;
/** The maximum number of an account's own views. */
export const viewsMax = 100;
