import { createServiceLogger } from './service-logger.js';

const linesOf = (write: (logger: ReturnType<typeof createServiceLogger>) => void): Record<string, unknown>[] => {
  const lines: string[] = [];
  write(createServiceLogger('info', { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
};

describe('the service log', () => {
  it('is JSON with a level by name and an ISO time, and leaves out what is below its level', () => {
    const lines = linesOf((logger) => {
      logger.debug('not this');
      logger.info({ request_id: 'abc' }, 'request');
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 'info', msg: 'request', request_id: 'abc' });
    expect(Date.parse(String(lines[0]?.time))).not.toBeNaN();
  });

  it('keeps of an error its kind, text, stack and causes, and none of the properties that may hold credentials', () => {
    const cause = Object.assign(new TypeError('refused'), { headers: { authorization: 'Bearer secret' } });
    const lines = linesOf((logger) => logger.error({ err: new Error('outer', { cause }) }, 'failed'));
    expect(lines[0]?.err).toMatchObject({
      type: 'Error',
      message: 'outer',
      stack: expect.stringContaining('service-logger.spec') as string,
      cause: { type: 'TypeError', message: 'refused' },
    });
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('ends a chain of causes that closes on itself, and takes what is no error', () => {
    const error = new Error('round');
    error.cause = error;
    const lines = linesOf((logger) => {
      logger.error({ err: error }, 'failed');
      logger.error({ err: 'thrown text' }, 'failed');
    });
    expect(lines[0]?.err).toMatchObject({ message: 'round' });
    expect(lines[1]?.err).toEqual({ type: 'string', message: 'thrown text' });
  });
});
