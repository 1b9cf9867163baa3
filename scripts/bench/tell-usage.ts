/** Loaded before a server that is measured (`node --import`): tells its memory and processor time when asked. */
process.on('message', () => process.send?.({ rss: process.memoryUsage.rss(), cpu: process.cpuUsage() }));
process.channel?.unref();
