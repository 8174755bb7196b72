import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { HttpModule } from '../http/http.module.js';
import { LinksController } from './links.controller.js';
import { LinksService } from './links.service.js';

/** /v1/links. */
@Module({ imports: [DiscoveryModule, HttpModule], controllers: [LinksController], providers: [LinksService] })
export class LinksModule {}
