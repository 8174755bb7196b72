import dns from 'node:dns';
import { readFileSync } from 'node:fs';

/**
 * Preloaded into a process, turns its clock by `clockMs` and the addresses of its names as TURNED_WORLD, a JSON file,
 * says. The file is read at the start and at SIGUSR2. Timers go on, as they do when a machine's clock is set.
 */
const read = () => JSON.parse(readFileSync(process.env.TURNED_WORLD, 'utf8'));
let { clockMs, addresses } = read();
process.on('SIGUSR2', () => ({ clockMs, addresses } = read()));

const RealDate = Date;
const now = () => RealDate.now() + clockMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

const { lookup } = dns;
dns.lookup = (name, ...others) => lookup(addresses[name] ?? name, ...others);
