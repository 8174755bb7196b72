import { Module } from '@nestjs/common';
import { ExplorerController } from './explorer.controller.js';

/** Serves the page that `explorer/` builds; EXPLORER=off leaves it out. */
@Module({ controllers: [ExplorerController] })
export class ExplorerModule {}
