import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PROJECT_DIR } from '../build/bootstrap.mjs';

/**
 * Installs the tools for the chart into .cache/go: Helm, and the resource definitions of the operators of Prometheus and
 * Elastic and of the Gateway API. All are Go modules, so this needs Go 1.24 or newer and a few minutes.
 */
const HELM = 'helm.sh/helm/v3/cmd/helm@v3.19.2';
const DEFINITIONS = {
  'github.com/prometheus-operator/prometheus-operator@v0.85.0': [
    'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml',
    'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml',
  ],
  'github.com/elastic/cloud-on-k8s/v3@v3.5.0': [
    'config/crds/v1/resources/elasticsearch.k8s.elastic.co_elasticsearches.yaml',
  ],
  'sigs.k8s.io/gateway-api@v1.4.1': ['config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
};
const GOBIN = join(PROJECT_DIR, '.cache', 'go', 'bin');
const FOLDER = join(PROJECT_DIR, '.cache', 'go', 'definitions');

for (const folder of [GOBIN, FOLDER]) mkdirSync(folder, { recursive: true });
go(HELM, ['install', HELM]);
for (const [module, files] of Object.entries(DEFINITIONS)) {
  const { Dir: source } = JSON.parse(go(module, ['mod', 'download', '-json', module]));
  for (const file of files) writeFileSync(join(FOLDER, basename(file)), readFileSync(join(source, file)));
}
console.log(`Installed in ${join(PROJECT_DIR, '.cache', 'go')}.`);

/** Runs Go and returns its output. Ends the process with a message when it fails. */
function go(what, parameters) {
  const { status, error, stdout } = spawnSync('go', parameters, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, GOBIN },
  });
  if (status === 0) return stdout;
  console.error(error === undefined ? `${what} can’t be installed.` : `This needs Go: ${error.message}.`);
  process.exit(1);
}
