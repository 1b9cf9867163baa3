/** Prints the line by which a bench server reports its port, in the form of the console's log. */
export const logListening = (port: number) => console.log(JSON.stringify({ port, msg: 'listening' }));
