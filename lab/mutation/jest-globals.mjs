import { register } from 'node:module';
import { ModernFakeTimers } from '@jest/fake-timers';
import { expect } from 'expect';
import { bind } from 'jest-each';
import { fn, spyOn } from 'jest-mock';

/** What the specs use of Jest, for Mocha, which knows describe, it, beforeEach and afterEach. */
const timers = new ModernFakeTimers({ global: globalThis, config: { fakeTimers: {} } });
export const jest = {
  fn,
  spyOn,
  useFakeTimers: (options) => timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
};

const before = (...parameters) => globalThis.before(...parameters);
const after = (...parameters) => globalThis.after(...parameters);
Object.assign(globalThis, { expect, beforeAll: before, afterAll: after });
const withEach = (name, declare) =>
  Object.defineProperty(globalThis, name, {
    get: () => declare,
    // Mocha sets its functions before it loads each file.
    set: (value) => (declare = Object.assign(value, { each: bind(value, false) })),
  });
for (const name of ['describe', 'it']) withEach(name);

const resolve = `export const resolve = (name, context, next) => next(name === '@jest/globals' ? '${import.meta.url}' : name, context);`;
register(`data:text/javascript,${encodeURIComponent(resolve)}`);
