import { spawnSync } from 'node:child_process';
import '../../dev/typescript.mjs';
import { PROJECT_DIR } from '../build/bootstrap.mjs';
import { shippedPackages } from '../build/shipped.mjs';

/** Asks the registry for known vulnerabilities of the packages of the image; ends with 1 when one is high or critical. */
const { judgeAudit } = await import('./judge-audit.ts');
const QUICKLY = ['--fetch-timeout=15000', '--fetch-retries=0'];
const { stdout } = spawnSync('npm', ['audit', '--json', ...QUICKLY], {
  cwd: PROJECT_DIR,
  encoding: 'utf8',
});
const { text, passed } = judgeAudit(
  stdout,
  shippedPackages().map(({ path }) => path),
);
console.log(text);
process.exit(passed ? 0 : 1);
