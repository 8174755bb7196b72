import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { ELASTIC_CLIENT } from '../elastic/client/elastic-client.js';
import type { ElasticClient } from '../elastic/client/elastic-client.js';
import { IndexNames } from '../elastic/indices/index-names.js';
import { StateStore } from '../elastic/state/state-store.js';
import { DailyQuota } from '../http/access/request-limits.js';
import { TokenVerifier } from '../http/access/auth.guard.js';
import { CachedTokenVerifier } from './cached-token-verifier.js';
import { SharedDailyQuota } from './shared-daily-quota.js';
import { TokenStore } from './token-store.js';

/** Binds tokens and quotas in Elasticsearch to the interfaces of the access guard. */
@Global()
@Module({})
export class AccessModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: AccessModule,
      providers: [
        TokenStore,
        {
          provide: TokenVerifier,
          inject: [TokenStore],
          useFactory: (store: TokenStore) => new CachedTokenVerifier(store, config.requestTimeoutMs, config.limits),
        },
        {
          provide: DailyQuota,
          inject: [ELASTIC_CLIENT, IndexNames],
          useFactory: (client: ElasticClient, names: IndexNames) =>
            new SharedDailyQuota(new StateStore(client, names), config.requestTimeoutMs),
        },
      ],
      exports: [TokenStore, TokenVerifier, DailyQuota],
    };
  }
}
