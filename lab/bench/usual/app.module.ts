import { Client } from '@elastic/elasticsearch';
import { ClassSerializerInterceptor, Controller, Get, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { AuthGuard, Public } from './auth.guard.js';
import { EnvelopeInterceptor } from './envelope.interceptor.js';
import { LiveController, ProductController, VideoController } from './search.controllers.js';
import { RankingsController } from './rankings.controller.js';
import { SearchService } from './search.service.js';

@Controller('health')
export class HealthController {
  @Get('live')
  @Public(true)
  live(): { status: string } {
    return { status: 'ok' };
  }
}

/**
 * The service as one would write it by the documentation of Nest and of the Elasticsearch client: nothing here is made
 * for speed, nothing is made slow.
 */
@Module({
  controllers: [HealthController, VideoController, ProductController, LiveController, RankingsController],
  providers: [
    { provide: Client, useFactory: () => new Client({ node: process.env.ELASTICSEARCH_URL }) },
    SearchService,
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_INTERCEPTOR, useClass: ClassSerializerInterceptor },
  ],
})
export class AppModule {}
