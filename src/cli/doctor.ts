import { Command } from 'commander';
import { diagnose, lineOf } from './doctor/diagnose.js';
import { failPlainly, failWithoutOutput } from './process/command.js';

const program = new Command('doctor')
  .description(
    'Checks the configuration, Elasticsearch, indices, loads and tokens, and says how to fix each fault. Changes nothing.',
  )
  .option('--json', 'print the findings as JSON')
  .allowExcessArguments(false);

failWithoutOutput();
const { json } = program.parse().opts<{ json?: true }>();
const findings = await diagnose(process.env).catch(failPlainly);
const isFaulty = findings.some(({ status }) => status === 'fault');
console.log(json === true ? JSON.stringify({ ok: !isFaulty, findings }, null, 2) : findings.map(lineOf).join('\n'));
process.exit(isFaulty ? 1 : 0);
