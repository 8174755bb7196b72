import {
  BadRequestException,
  ConflictException,
  ForbiddenException,
  GatewayTimeoutException,
  HttpException,
  InternalServerErrorException,
  MethodNotAllowedException,
  NotFoundException,
  PayloadTooLargeException,
  UnauthorizedException,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import { RequestFailure, UnavailableFailure } from '../../common/errors/failure.js';
import { answerOf } from './failure-answers.js';

describe('the answer of an error that is no failure', () => {
  it.each([
    [new BadRequestException(), 400, 10001, {}],
    [new ConflictException(), 409, 10001, {}],
    [new MethodNotAllowedException(), 405, 10001, {}],
    [new NotFoundException(), 404, 20001, {}],
    [new PayloadTooLargeException(), 413, 10001, {}],
    [new UnsupportedMediaTypeException(), 415, 10001, {}],
    [new UnauthorizedException(), 401, 30001, { 'WWW-Authenticate': 'Bearer' }],
    [new ForbiddenException(), 403, 30001, {}],
    [new HttpException('slow down', 429), 429, 30003, { 'Retry-After': '1' }],
    [new GatewayTimeoutException(), 500, 40001, {}],
    [new InternalServerErrorException(), 500, 40001, {}],
  ])('has the status of %s where the client is at fault', (exception, status, code, headers) => {
    expect(answerOf(exception)).toMatchObject({ status, code, headers, errors: [] });
  });

  it('believes the status of an error that Express marks as fit to be shown', () => {
    const undecodable = Object.assign(new Error('Failed to decode param'), { status: 400, expose: true });
    expect(answerOf(undecodable)).toEqual({
      status: 400,
      code: 10001,
      message: 'The request could not be read.',
      errors: [],
      headers: {},
    });
    const missing = Object.assign(new Error('ENOENT'), { status: 404, expose: true });
    expect(answerOf(missing)).toMatchObject({ status: 404, code: 20001, message: 'There is no such path.' });
  });

  it.each([
    ['an error of its own making with a status', Object.assign(new Error('x'), { status: 404 })],
    ['a bug', new TypeError('x is undefined')],
    ['a string', 'thrown'],
    ['nothing', undefined],
    ['null', null],
  ])('is 500 without a word of the cause for %s', (_, error) => {
    expect(answerOf(error)).toMatchObject({
      status: 500,
      code: 40001,
      message: 'The service could not carry out this request.',
    });
  });
});

describe('the answer of a failure', () => {
  it('writes broken rules in the language of the request', () => {
    const failure = new RequestFailure(
      { path: 'page', rule: 'min', given: 0, limit: 1 },
      { path: 'filter.region', rule: 'one_of', given: 'UK', valid: ['US', 'GB'] },
    );
    const english = answerOf(failure);
    expect(english.errors).toEqual([
      { path: 'page', rule: 'min', limit: 1, message: 'page must be at least 1, but is 0.' },
      {
        path: 'filter.region',
        rule: 'one_of',
        valid: ['US', 'GB'],
        did_you_mean: 'GB',
        message: 'filter.region is "UK"; it must be one of US, GB. Did you mean GB?',
      },
    ]);
    expect(english.message).toBe(english.errors.map(({ message }) => message).join(' '));
    expect(answerOf(failure, 'ZH_CN').message).toMatch(/^page 不能小于 1，当前值为 0。 filter.region 的值 "UK" 无效/);
  });

  it('writes why the service is not available in the language of the request, and when to ask again', () => {
    const failure = new UnavailableFailure('search_late', { retryAfterSeconds: 2.2 });
    expect(answerOf(failure)).toEqual({
      code: 40001,
      status: 503,
      message: 'The search took too long; try again shortly.',
      errors: [],
      headers: { 'Retry-After': '3' },
    });
    expect(answerOf(failure, 'ZH_CN').message).toBe('搜索超时，请稍后重试。');
  });
});
