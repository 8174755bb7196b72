import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunningNode } from '../../dev/embedded-node/embedded-node.js';

describe('npm run cluster -- --node', () => {
  it('runs the node of a data folder without the service, until it is told to end', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cluster-node-'));
    await chmod(folder, 0o755);
    const parameters = ['--import', './dev/typescript.mjs', 'dev/local-cluster/cluster.ts', '--node'];
    const settings = { DATA_DIR: folder, ELASTICSEARCH_PORT: '0', ELASTICSEARCH_HEAP: '256m' };
    const child = spawn(process.execPath, parameters, {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    try {
      let output = '';
      for await (const chunk of child.stdout.setEncoding('utf8')) {
        output += String(chunk);
        if (output.includes('data in ')) break;
      }
      const url = await findRunningNode(folder);
      expect(output).toContain(`Elasticsearch: ${String(url)}, data in ${folder}\n`);
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(await findRunningNode(folder)).toBeUndefined();
    } finally {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });
});
