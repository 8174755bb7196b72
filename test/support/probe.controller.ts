import { setTimeout as sleep } from 'node:timers/promises';
import { Body, Controller, Get, HttpCode, HttpException, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Failure } from '../../src/common/errors/failure.js';
import { EncodedData } from '../../src/common/encoded-data.js';
import { RequiresScope } from '../../src/common/route-metadata.js';

/** Handlers that do what no handler of the service should, to see what the edge makes of it. */
@ApiExcludeController()
@RequiresScope('any')
@Controller('probe')
export class ProbeController {
  static slowCalls = 0;

  /** The types of a body's values, so that a test sees what the parser made of it. */
  @Post('echo')
  @HttpCode(200)
  echo(@Body() body: Record<string, unknown>): EncodedData {
    const values = Object.values(body).map((value) => `${typeof value} ${String(value)}`);
    return EncodedData.of({ keys: Object.keys(body), values });
  }

  @Get('read')
  read(): EncodedData {
    return EncodedData.of({ list: ['one'] });
  }

  @Post('crash')
  crash(): object {
    return (undefined as unknown as { list: object }).list;
  }

  @Post('reject')
  async reject(): Promise<object> {
    await sleep(1);
    throw new Error('a secret of the database');
  }

  /** What JSON can't carry: the crash comes after the handler. */
  @Post('unwritable')
  unwritable(): object {
    return { total: 1n };
  }

  @Post('status')
  status(@Body() { status }: { status: number }): object {
    throw new HttpException('text of Nest', status);
  }

  @Post('quota')
  quota(): object {
    throw new Failure('quota_used', 'The daily quota of the token is used up.', { retryAfterSeconds: 3599.2 });
  }

  /** Answers after the milliseconds asked for. */
  @Post('slow')
  @HttpCode(200)
  async slow(@Body() { ms }: { ms: number }): Promise<EncodedData> {
    ProbeController.slowCalls++;
    await sleep(ms);
    return EncodedData.of({ list: [] });
  }
}

/** Has neither a scope mark nor the public one. */
@ApiExcludeController()
@Controller('unmarked')
export class UnmarkedController {
  @Post('route')
  route(): object {
    return {};
  }
}
