/** Ends this process as SIGTERM does when the channel to its parent closes. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
