import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { UsageController } from './usage.controller.js';

/** /v1/usage. */
@Module({ imports: [AccessModule], controllers: [UsageController] })
export class UsageModule {}
