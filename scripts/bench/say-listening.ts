/** The line by which a server of the bench says where it listens, as the console's log does. */
export const sayListening = (port: number) => console.log(JSON.stringify({ port, msg: 'listening' }));
