import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isAlive, pidOf, processIdentity } from './process-identity.js';

describe('processIdentity', () => {
  it('is the same each time it is asked for, and names the process', async () => {
    const identity = (await processIdentity(process.pid)) ?? '';
    expect(await processIdentity(process.pid)).toBe(identity);
    expect(pidOf(identity)).toBe(process.pid);
    expect(await isAlive(identity)).toBe(true);
  });

  it('tells a process from another one that had its number', async () => {
    const identity = (await processIdentity(process.pid)) ?? '';
    expect(await isAlive(`${process.pid}@another start`)).toBe(false);
    expect(identity).not.toBe(await processIdentity(process.ppid));
  });

  it('knows a process no more when it has ended', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(child, 'spawn');
    const identity = (await processIdentity(child.pid ?? 0)) ?? '';
    expect(await isAlive(identity)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await isAlive(identity)).toBe(false);
    expect(await isAlive('')).toBe(false);
  });
});
