import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { readRules } from '../../clients/typescript/src/rules-file.js';
import { codeIn } from '../documents/document-code.js';
import { findPythonPackage } from '../../tools/testing/python-package.js';
import { temporaryFolder } from '../support/temporary-folder.js';

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly jobTemplate: {
      readonly spec: {
        readonly template: { readonly spec: { readonly containers: { image: string; command: string[] }[] } };
      };
    };
  };
}

const UNIT = 'deploy/watch/commerce-analytics-watch.service';
const MANIFEST = 'deploy/watch/cronjob.yaml';
const VALIDATE = 'kubernetes-validate';

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const validator = await findPythonPackage(VALIDATE, '1.37.0');
const withSystemd = hasSystemd ? it : it.skip;
const withValidator = validator === undefined ? it.skip : it;
if (!hasSystemd) process.stderr.write(`systemd is not installed: ${UNIT} is not verified\n`);

describe('the deployment of watches', () => {
  const folder = temporaryFolder('watch');

  const resources = parseAllDocuments(readFileSync(MANIFEST, 'utf8')).map((one) => one.toJS() as Resource);
  const cronJob = resources.find(({ kind }) => kind === 'CronJob');
  const [container] = cronJob?.spec?.jobTemplate.spec.template.spec.containers ?? [];

  withSystemd('has a unit that systemd reads without a fault', () => {
    const text = readFileSync(UNIT, 'utf8');
    expect(text).toContain('ExecStart=/usr/local/bin/commerce-analytics watch --rules ');
    // With DynamicUser the directory of the state is closed to all others, and so to the node exporter.
    expect(text).toContain('--metrics /run/commerce-analytics/');
    expect(text).toContain('\nRuntimeDirectory=commerce-analytics\n');
    const verify = (unit: string) => {
      const file = join(folder, 'commerce-analytics-watch.service');
      writeFileSync(file, unit);
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--recursive-errors=no', file], {
        encoding: 'utf8',
      });
      return { status, faults: stderr.split('\n').filter((line) => line.includes('commerce-analytics-watch.service')) };
    };
    const unit = text.replace('/usr/local/bin/commerce-analytics', process.execPath);
    expect(verify(unit)).toEqual({ status: 0, faults: [] });
    expect(verify(unit.replace('DynamicUser=', 'DynamicUsers=')).faults).toEqual([
      expect.stringContaining('DynamicUsers'),
    ]);
  });

  withValidator.each(['1.27', '1.34'])('has resources that Kubernetes %s takes', (version) => {
    const check = (file: string) =>
      spawnSync(join(validator as string, VALIDATE), ['--strict', '-k', version, file], { encoding: 'utf8' });
    const { status, stdout } = check(MANIFEST);
    expect([status, stdout]).toEqual([0, expect.stringContaining('INFO')]);
    const spoilt = join(folder, 'spoilt.yaml');
    writeFileSync(spoilt, readFileSync(MANIFEST, 'utf8').replace('concurrencyPolicy', 'concurrency'));
    expect(check(spoilt).status).not.toBe(0);
  });

  it('runs the command of the image, once at a time, with rules that are valid', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(container).toMatchObject({
      image: `commerce-analytics-search:${version}`,
      command: ['node', 'dist/client/command.js', 'watch', '--once', '--rules', '/rules/rules.yml'],
    });
    expect(cronJob?.spec).toMatchObject({ concurrencyPolicy: 'Forbid' });
    const file = join(folder, 'rules.yml');
    const text = resources.find(({ kind }) => kind === 'ConfigMap')?.data?.['rules.yml'] ?? '';
    writeFileSync(join(folder, 'secret'), Buffer.alloc(32, 1).toString('base64'));
    writeFileSync(file, text.replace('{ env: HOOK_SECRET }', '{ file: secret }'));
    expect(readRules(file)).toMatchObject({ state: '/state/rules.json', rules: [{ send: { format: 'json' } }] });
  });

  it.each([
    ['clients/typescript/README.md', 1],
    ['docs/recipes.md', 5],
  ])('is told by a file of rules that is valid: %s', (document, count) => {
    const [example] = codeIn(document).filter(({ language }) => language === 'yaml');
    const file = join(folder, 'example.yml');
    writeFileSync(join(folder, 'secret'), Buffer.alloc(32, 1).toString('base64'));
    writeFileSync(file, (example?.text ?? '').replace('{ env: HOOK_SECRET }', '{ file: secret }'));
    expect(readRules(file).rules).toHaveLength(count);
  });
});
