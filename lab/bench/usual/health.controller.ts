import { Controller, Get } from '@nestjs/common';
import { Public } from './auth.guard.js';

@Controller('health')
export class HealthController {
  @Get('live')
  @Public(true)
  live(): { status: string } {
    return { status: 'ok' };
  }
}
