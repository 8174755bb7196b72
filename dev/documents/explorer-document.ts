import { type Document, narrowDocument } from './narrow-document.js';

/** The part of the service's OpenAPI document that the explorer reads: less than a third of its bytes. */
export async function explorerDocument(): Promise<object> {
  const { describeUnnamed } = await import('./describe-service.js');
  return narrowDocument((await describeUnnamed()) as unknown as Document);
}
