import { jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { UnavailableFailure } from '../../errors/failure.js';
import { lateFailure } from '../request/deadline.js';
import { SheddingGate } from './shedding-gate.js';

const PATHS = new Set(['/video/v1/search']);

const codeOf = (text: string): number => (JSON.parse(text) as { code: number }).code;

describe('SheddingGate', () => {
  let shed: number;
  let isBusy: boolean;
  let gate: SheddingGate;
  beforeEach(() => {
    shed = 0;
    isBusy = false;
    const loop = {
      get isBusy() {
        return isBusy;
      },
    };
    gate = new SheddingGate({ atOnce: 2, waiting: 3 }, { shed: () => void (shed += 1) }, loop);
  });

  /** A request at the gate: `close` ends it, as its answer does; `leave` as its client does, `late` as its deadline. */
  function arrive(path = '/video/v1/search') {
    const headers: Record<string, string> = {};
    const response = Object.assign(new EventEmitter(), {
      statusCode: 0,
      setHeader: (name: string, value: string) => void (headers[name] = value),
      end: (text: string) => {
        arrived.state = `${response.statusCode} ${codeOf(text)} ${headers['Retry-After']}`;
      },
    });
    const signal = new AbortController();
    const close = (): void => void response.emit('close');
    const arrived = {
      state: 'waiting',
      close,
      late: () => signal.abort(lateFailure()),
      leave: () => {
        signal.abort(new DOMException('The client has gone.', 'AbortError'));
        close();
      },
    };
    const request = { path, context: { signal: signal.signal } } as unknown as Request;
    gate.before(PATHS)(request, response as unknown as Response, (failure?: unknown) => {
      arrived.state = failure === undefined ? 'begun' : (failure as Error).constructor.name;
    });
    return arrived;
  }
  const arriveMany = (count: number) => Array.from({ length: count }, () => arrive());
  const states = (arrived: readonly { state: string }[]): string[] => arrived.map(({ state }) => state);

  it('lets two work, three wait, and refuses the sixth at once', () => {
    const arrived = arriveMany(6);
    expect(states(arrived)).toEqual(['begun', 'begun', 'waiting', 'waiting', 'waiting', '503 40001 1']);
    expect(gate.state).toEqual({ active: 2, waiting: 3 });
    expect(shed).toBe(1);
  });

  it('begins the one that has waited longest when one has ended', () => {
    const arrived = arriveMany(4);
    arrived[1]?.close();
    expect(states(arrived)).toEqual(['begun', 'begun', 'begun', 'waiting']);
    arrived[0]?.close();
    expect(states(arrived)).toEqual(['begun', 'begun', 'begun', 'begun']);
    expect(gate.state).toEqual({ active: 2, waiting: 0 });
  });

  it('forgets who has left while waiting', () => {
    const arrived = arriveMany(4);
    arrived[2]?.leave();
    arrived[0]?.close();
    expect(states(arrived)).toEqual(['begun', 'begun', DOMException.name, 'begun']);
    expect(gate.state).toEqual({ active: 2, waiting: 0 });
  });

  it('refuses who waits past the deadline, and takes back the place of who works past it', () => {
    const arrived = arriveMany(5);
    arrived[2]?.late();
    expect(states(arrived)).toEqual(['begun', 'begun', UnavailableFailure.name, 'waiting', 'waiting']);
    arrived[0]?.late();
    arrived[0]?.close();
    expect(states(arrived)).toEqual(['begun', 'begun', UnavailableFailure.name, 'begun', 'waiting']);
    expect(gate.state).toEqual({ active: 2, waiting: 1 });
  });

  it('is empty when all have ended, whatever came', () => {
    for (const one of arriveMany(20)) one.leave();
    expect(gate.state).toEqual({ active: 0, waiting: 0 });
    expect(arrive().state).toBe('begun');
  });

  it('lets what is not for Elasticsearch pass', () => {
    arriveMany(6);
    expect(arrive('/health/live').state).toBe('begun');
  });

  describe('that has refused somebody', () => {
    beforeEach(() => {
      jest.useFakeTimers();
      for (const one of arriveMany(6)) one.leave();
      expect(shed).toBe(1);
    });
    afterEach(() => jest.useRealTimers());

    it('lets one wait for two at work until a second has passed without another refusal', () => {
      expect(states(arriveMany(4))).toEqual(['begun', 'begun', 'waiting', '503 40001 1']);
      jest.advanceTimersByTime(999);
      expect(arrive().state).toBe('503 40001 1');
      jest.advanceTimersByTime(1001);
      expect(states(arriveMany(3))).toEqual(['waiting', 'waiting', '503 40001 1']);
    });

    it('reads requests all the same while the process has time for it', () => {
      arriveMany(4);
      expect(gate.refusesUnread()).toBe(false);
    });

    it('lets few of them work while the process is short, and refuses unread what there is no room for', () => {
      isBusy = true;
      expect(gate.refusesUnread()).toBe(false);
      const arrived = arriveMany(3);
      expect(states(arrived)).toEqual(['begun', 'waiting', '503 40001 1']);
      expect(gate.refusesUnread()).toBe(true);
      expect(shed).toBe(3);
      arrived[0]?.close();
      expect(arrived[1]?.state).toBe('begun');
      expect(gate.refusesUnread()).toBe(false);
    });

    it('lets a sixth of them work while the process is short, and half as many wait', () => {
      gate = new SheddingGate({ atOnce: 24, waiting: 3 }, { shed: () => undefined }, { isBusy: true });
      for (const one of arriveMany(28)) one.leave();
      expect(states(arriveMany(7))).toEqual([...Array<string>(4).fill('begun'), 'waiting', 'waiting', '503 40001 1']);
    });

    it('goes on so when refusing has made the process fast, and is itself again after a second', () => {
      isBusy = true;
      arriveMany(2);
      expect(gate.refusesUnread()).toBe(true);
      isBusy = false;
      expect(gate.refusesUnread()).toBe(true);
      jest.advanceTimersByTime(1001);
      expect(gate.refusesUnread()).toBe(false);
      expect(states(arriveMany(4))).toEqual(['begun', 'waiting', 'waiting', '503 40001 1']);
    });
  });
});
