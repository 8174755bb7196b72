import { errors } from '@elastic/elasticsearch';

/**
 * Creates an index, unless one of its name is there: another process was first, or an earlier try whose answer was lost.
 * @returns whether it was created now
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
