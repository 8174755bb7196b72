import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { HttpModule } from '../http/http.module.js';
import { UsageController } from './usage.controller.js';

/** /v1/usage. */
@Module({ imports: [AccessModule, HttpModule], controllers: [UsageController] })
export class UsageModule {}
