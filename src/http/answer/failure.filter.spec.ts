import {
  BadRequestException,
  ForbiddenException,
  GatewayTimeoutException,
  HttpException,
  ImATeapotException,
  InternalServerErrorException,
  MethodNotAllowedException,
  NotFoundException,
  PayloadTooLargeException,
  ServiceUnavailableException,
  UnauthorizedException,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import { RequestFailure } from '../../common/errors/failure.js';
import { toFailure } from './failure.filter.js';

describe('toFailure', () => {
  it('leaves a failure of the service as it is', () => {
    const failure = new RequestFailure([{ path: 'page', rule: 'min', message: 'page must be at least 1.' }]);
    expect(toFailure(failure)).toBe(failure);
  });

  it.each([
    [new BadRequestException(), 400, 10001, {}],
    [new ImATeapotException(), 400, 10001, {}],
    [new MethodNotAllowedException(), 405, 10001, {}],
    [new NotFoundException(), 404, 20001, {}],
    [new PayloadTooLargeException(), 413, 10001, {}],
    [new UnsupportedMediaTypeException(), 415, 10001, {}],
    [new UnauthorizedException(), 401, 30001, { 'WWW-Authenticate': 'Bearer' }],
    [new ForbiddenException(), 403, 30001, {}],
    [new HttpException('slow down', 429), 429, 30003, { 'Retry-After': '1' }],
    [new ServiceUnavailableException(), 503, 40001, { 'Retry-After': '1' }],
    [new GatewayTimeoutException(), 503, 40001, { 'Retry-After': '1' }],
    [new InternalServerErrorException(), 500, 40001, {}],
  ])('translates %s by its status', (exception, status, code, headers) => {
    expect(toFailure(exception)).toMatchObject({ status, code, headers, errors: [] });
  });

  it('believes the status of an error that Express marks as fit to be shown', () => {
    const undecodable = Object.assign(new Error('Failed to decode param'), { status: 400, expose: true });
    expect(toFailure(undecodable)).toMatchObject({ status: 400, code: 10001 });
  });

  it.each([
    ['an error of its own making with a status', Object.assign(new Error('x'), { status: 404 })],
    ['a bug', new TypeError('x is undefined')],
    ['a string', 'thrown'],
    ['nothing', undefined],
    ['null', null],
  ])('answers 500 without a word of the cause for %s', (_, error) => {
    expect(toFailure(error)).toMatchObject({
      status: 500,
      code: 40001,
      message: 'The service could not carry out this request.',
      cause: error,
    });
  });
});
