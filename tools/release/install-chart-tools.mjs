import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from '../build/bootstrap.mjs';

/** Installs Helm, which comes as a Go module, into .cache/go/bin: it takes Go 1.24 or newer and a few minutes. */
const HELM = 'helm.sh/helm/v3/cmd/helm@v3.19.2';
const GOBIN = join(PROJECT_DIR, '.cache', 'go', 'bin');

mkdirSync(GOBIN, { recursive: true });
const { status, error } = spawnSync('go', ['install', HELM], { stdio: 'inherit', env: { ...process.env, GOBIN } });
if (status !== 0) {
  console.error(error === undefined ? `${HELM} can’t be installed.` : `This needs Go: ${error.message}.`);
  process.exit(1);
}
console.log(`helm is in ${GOBIN}.`);
