const today = (): string => new Date().toISOString().slice(0, 10);

/**
 * Runs work that counts by day; once more where it failed while midnight, UTC, came.
 * @param work is told a name of its own for what it makes
 */
export async function onOneDay(work: (name: string) => Promise<void>): Promise<void> {
  const day = today();
  try {
    await work('by-day');
  } catch (error) {
    if (today() === day) throw error;
    await work('by-day-again');
  }
}
