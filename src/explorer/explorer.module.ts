import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { pageHeaders, POLICY_OF_PAGES } from '../http/server/security-headers.middleware.js';
import { ExplorerController } from './explorer.controller.js';

/** The explorer loads covers, whose addresses are in the data, when its user allows it. */
const POLICY = { ...POLICY_OF_PAGES, imgSrc: [...POLICY_OF_PAGES.imgSrc, 'https:'] };

/** Serves the page that `explorer/` builds; EXPLORER=off leaves it out. */
@Module({ controllers: [ExplorerController] })
export class ExplorerModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(pageHeaders(POLICY)).forRoutes(ExplorerController);
  }
}
