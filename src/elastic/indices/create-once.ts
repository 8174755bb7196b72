import { errors } from '@elastic/elasticsearch';

/**
 * Creates an index unless it exists: another process, or an earlier request whose answer was lost, may have created it.
 * @returns whether this call created it
 */
export async function createOnce(create: () => Promise<unknown>): Promise<boolean> {
  try {
    await create();
    return true;
  } catch (error) {
    if (error instanceof errors.ResponseError && error.message.startsWith('resource_already_exists_exception')) {
      return false;
    }
    throw error;
  }
}
