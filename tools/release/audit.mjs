import { spawnSync } from 'node:child_process';
import '../../dev/typescript.mjs';
import { PROJECT_DIR } from '../build/bootstrap.mjs';

/** Asks the registry for known vulnerabilities of production packages; ends with 1 when one is high or critical. */
const { judgeAudit } = await import('./judge-audit.ts');
const QUICKLY = ['--fetch-timeout=15000', '--fetch-retries=0'];
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', ...QUICKLY], {
  cwd: PROJECT_DIR,
  encoding: 'utf8',
});
const { text, passed } = judgeAudit(stdout);
console.log(text);
process.exit(passed ? 0 : 1);
