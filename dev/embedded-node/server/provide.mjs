import { provideServer } from './server.mjs';

/** Makes the embedded Elasticsearch while `npm start` installs and builds, and ends with it. Its output says what it does. */
const parent = new AbortController();
process.once('disconnect', () => parent.abort(new Error('npm start has ended.')));
try {
  await provideServer({
    environment: process.env,
    sources: import.meta.dirname,
    signal: parent.signal,
    onProgress: (text) => console.log(text),
  });
} catch (error) {
  if (!parent.signal.aborted) console.error(error.message);
  process.exitCode = 1;
} finally {
  process.channel?.unref();
}
