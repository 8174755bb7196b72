import { Module } from '@nestjs/common';
import { type Config, CONFIG } from '../config/config.js';
import { ElasticClient } from '../elastic/client/elastic-client.js';
import { IndexNames } from '../elastic/indices/index-names.js';
import { StateStore } from '../elastic/state/state-store.js';
import { AuthGuard } from './auth.guard.js';
import { CachedTokenVerifier } from './cached-token-verifier.js';
import { IssuedTokens } from './issued-tokens.js';
import { LinkTokens } from './link-tokens.js';
import { RequestLimits } from './request-limits.js';
import { SharedDailyQuota } from './shared-daily-quota.js';
import { TokenStore } from './token-store.js';

const DAILY_QUOTA = {
  provide: SharedDailyQuota,
  inject: [ElasticClient, IndexNames, CONFIG],
  useFactory: (client: ElasticClient, names: IndexNames, { requestTimeoutMs }: Config) =>
    new SharedDailyQuota(new StateStore(client, names), requestTimeoutMs),
};

const ISSUED_TOKENS = {
  provide: IssuedTokens,
  inject: [CONFIG],
  useFactory: async (config: Config) => config.oidc && new IssuedTokens(await import('jose'), config.oidc, config),
};

@Module({
  providers: [AuthGuard, CachedTokenVerifier, DAILY_QUOTA, ISSUED_TOKENS, LinkTokens, RequestLimits, TokenStore],
  exports: [AuthGuard, CachedTokenVerifier, IssuedTokens, LinkTokens, RequestLimits, SharedDailyQuota],
})
export class AccessModule {}
