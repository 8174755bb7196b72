import { Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SharedDailyQuota } from '../access/shared-daily-quota.js';
import { requestScope } from '../common/request-scope.js';
import { type Config, CONFIG } from '../config/config.js';
import { Operation, type OperationMarks } from '../http/open-api/operation.decorator.js';
import { QueryOrBody } from '../http/validation/request-validation.pipe.js';
import { type UsageData, UsageRequest, UsageResponse } from './usage.requests.js';

const USAGE: OperationMarks = {
  scope: 'any',
  summary: 'Usage of the token',
  description: 'The name, the scopes and the limits of the token, and what is left of today’s quota.',
  response: UsageResponse,
  examples: {
    plain: { summary: 'What the token may do', value: {} },
    english: { summary: 'Errors in English', value: { lang: 'EN_US' } },
    chinese: { summary: 'Errors in Chinese', value: { lang: 'ZH_CN' } },
  },
};

/** What the token of the request may do. */
@ApiTags('Access')
@Controller('v1/usage')
export class UsageController {
  constructor(
    @Inject(SharedDailyQuota) private readonly quota: Pick<SharedDailyQuota, 'peek'>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'linkSecrets'>,
  ) {}

  @Post()
  @Operation(USAGE)
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- Its type is the request that is documented and checked.
  showUsage(@QueryOrBody(UsageRequest) _request: UsageRequest): UsageData {
    const { name = '', scopes = [], limits = {} } = requestScope().token ?? {};
    const { perSecond = null, burst = null, perMinute = null, perDay = null } = limits;
    const left_today = perDay === null ? null : this.quota.peek(name, perDay).remaining;
    const links = this.config.linkSecrets.length > 0 && scopes.includes('export');
    return { name, scopes, per_second: perSecond, burst, per_minute: perMinute, per_day: perDay, left_today, links };
  }

  @Get()
  @Operation({ ...USAGE, inQuery: true })
  getUsage(@QueryOrBody(UsageRequest) request: UsageRequest) {
    return this.showUsage(request);
  }
}
