import { Command } from 'commander';
import { diagnose } from './doctor/diagnose.js';
import { lineOf } from './doctor/finding.js';
import { failPlainly } from './process/command.js';

const program = new Command('doctor')
  .description(
    'Checks machine, Elasticsearch, indices, boards and tokens; says of each fault what to do. Changes nothing.',
  )
  .option('--json', 'prints the findings as JSON')
  .allowExcessArguments(false);

const { json } = program.parse().opts<{ json?: true }>();
const findings = await diagnose(process.env).catch(failPlainly);
const isFaulty = findings.some(({ status }) => status === 'fault');
console.log(json === true ? JSON.stringify({ ok: !isFaulty, findings }, null, 2) : findings.map(lineOf).join('\n'));
process.exit(isFaulty ? 1 : 0);
