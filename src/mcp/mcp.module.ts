import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SearchModule } from '../search/search.module.js';
import { CreatorModule } from '../creator/creator.module.js';
import { LiveModule } from '../live/live.module.js';
import { ProductModule } from '../product/product.module.js';
import { RankingsModule } from '../rankings/rankings.module.js';
import { SalesModule } from '../sales/sales.module.js';
import { VideoModule } from '../video/video.module.js';
import { McpController, McpOffController } from './mcp.controller.js';
import { McpExchange } from './mcp-exchange.js';
import { ToolCalls } from './tool-calls.js';
import { Tools } from './tools.js';

/** POST /mcp: the operations as tools of assistants (Model Context Protocol); only with MCP=on. */
@Module({
  imports: [
    HttpModule,
    SearchModule,
    VideoModule,
    ProductModule,
    LiveModule,
    CreatorModule,
    SalesModule,
    RankingsModule,
  ],
  controllers: [McpController],
  providers: [McpExchange, ToolCalls, Tools],
})
export class McpModule {}

/** POST /mcp without MCP=on. */
@Module({ controllers: [McpOffController] })
export class McpOffModule {}
