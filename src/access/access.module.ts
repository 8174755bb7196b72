import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { TokenVerifier } from '../http/token-verifier.js';
import { CachedTokenVerifier } from './cached-token-verifier.js';
import { TokenStore } from './token-store.js';

/** Binds the tokens kept in Elasticsearch to what the guard asks. */
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
          useFactory: (store: TokenStore) => new CachedTokenVerifier(store, config.requestTimeoutMs),
        },
      ],
      exports: [TokenStore, TokenVerifier],
    };
  }
}
