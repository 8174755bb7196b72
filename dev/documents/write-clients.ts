import { generateClientSources } from './client-sources.js';

await generateClientSources();
