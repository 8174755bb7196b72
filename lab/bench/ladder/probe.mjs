/** Loaded into each measured process before anything else: answers its parent with what the process has used, ends with it. */
process.on('message', () => process.send({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() }));
process.channel?.unref();
process.once('disconnect', () => process.exit());
