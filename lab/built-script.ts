import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The service (`main`) or a command of a built checkout. Those before 1.1.0 have both in `dist/bin`. */
export function builtScript(projectDir: string, name: string): string {
  const bundled = join(projectDir, 'dist', 'bin', `${name}.js`);
  if (existsSync(bundled)) return bundled;
  return join(projectDir, 'dist', name === 'main' ? '' : 'cli', `${name}.js`);
}
