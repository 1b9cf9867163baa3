/** The build of the browser's scripts sets this to false, so that they omit code that only the server runs. */
export const onServer = globalThis.document === undefined;
