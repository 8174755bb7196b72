import { Global, Inject, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { type Config, CONFIG } from '../config/config.js';
import { AnswerPageService } from '../http/answer/envelope.interceptor.js';
import { pageHeaders, POLICY_OF_PAGES } from '../http/server/security-headers.middleware.js';
import { explorerPage } from '../mcp/explorer-url.js';
import { ExplorerController } from './explorer.controller.js';

/** Serves the page that `explorer/` builds; EXPLORER=off leaves it and links to it out. It loads pictures, whose addresses are in the data. */
@Global()
@Module({
  controllers: [ExplorerController],
  providers: [{ provide: AnswerPageService, useValue: { addressOf: explorerPage } }],
  exports: [AnswerPageService],
})
export class ExplorerModule implements NestModule {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'explorerImages'>) {}

  configure(consumer: MiddlewareConsumer): void {
    const imgSrc = [...POLICY_OF_PAGES.imgSrc, ...this.config.explorerImages];
    consumer.apply(pageHeaders({ ...POLICY_OF_PAGES, imgSrc })).forRoutes(ExplorerController);
  }
}
