import { Client } from '@elastic/elasticsearch';
import { Body, Controller, Get, HttpCode, Module, Param, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsArray, IsBoolean, IsInt, IsObject, IsOptional } from 'class-validator';
import type { SearchBody } from '../../../src/search/compiler/types.js';

/** A search of records, or one that adds up facts. */
class SearchBodyDto {
  @IsObject() query: SearchBody['query'];
  @IsOptional() @IsArray() sort?: SearchBody['sort'];
  @IsOptional() @IsInt() from?: number;
  @IsInt() size: number;
  @IsBoolean() track_total_hits: boolean;
  @IsOptional() @IsArray() _source?: string[];
  @IsOptional() @IsObject() aggs?: Record<string, object>;
}

@Controller()
class SearchController {
  constructor(private readonly client: Client) {}

  @Get('health/live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Post(':index/_search')
  @HttpCode(200)
  search(@Param('index') index: string, @Body() body: SearchBodyDto): Promise<object> {
    return this.client.search({ index, ...body });
  }
}

/** The bare proxy once more in Nest, with the ValidationPipe and the official client as their documentation shows them. */
@Module({
  controllers: [SearchController],
  providers: [{ provide: Client, useFactory: () => new Client({ node: process.env.ELASTICSEARCH_URL }) }],
})
class ProxyModule {}

const app = await NestFactory.create(ProxyModule, { logger: ['error', 'warn'] });
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }));
await app.listen(Number(process.env.PORT), process.env.HOST ?? '127.0.0.1');
