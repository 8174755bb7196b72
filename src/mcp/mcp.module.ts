import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { FiguresModule } from '../figures/figures.module.js';
import { HttpModule } from '../http/http.module.js';
import { RankingsModule } from '../rankings/rankings.module.js';
import { SearchModule } from '../search/search.module.js';
import { McpController, McpOffController } from './mcp.controller.js';
import { McpExchange } from './mcp-exchange.js';
import { Resources } from './resources.js';
import { SkillController } from './skill.controller.js';
import { ToolCalls } from './tool-calls.js';

/** POST /mcp: the operations as tools of assistants (Model Context Protocol), only with MCP=on; and their skill. */
@Module({
  imports: [DiscoveryModule, FiguresModule, HttpModule, SearchModule, RankingsModule],
  controllers: [McpController, SkillController],
  providers: [McpExchange, Resources, ToolCalls],
})
export class McpModule {}

/** POST /mcp without MCP=on. */
@Module({ controllers: [McpOffController, SkillController] })
export class McpOffModule {}
