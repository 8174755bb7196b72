/** What the benchmark compares, for the test of it. */
export function compareAnswers(
  what: { operation: string; id: string },
  request: { page?: number; pagesize?: number },
  answer: object,
  raw: object,
): string | undefined;
