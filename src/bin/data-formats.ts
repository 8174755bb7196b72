import { writeFileSync } from 'node:fs';
import { describeDataFormats } from '../data-formats.js';

writeFileSync(new URL('../../docs/data.md', import.meta.url), describeDataFormats());
