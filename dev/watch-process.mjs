import { readFileSync } from 'node:fs';

/** Loads the packages of the service, waits for the path of a module, and runs it. Ends with its parent. */
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const run = new Promise((resolve) => process.once('message', resolve));
process.once('disconnect', () => process.exit());
await Promise.allSettled(Object.keys(dependencies).map((name) => import(name)));
const path = await run;
// A service that has ended must not wait for another message.
process.channel?.unref();
await import(path);
