/** The scopes of tokens. An export needs `export` and the scope of its resource. */
export const SCOPES = ['video', 'product', 'live', 'ranking', 'export'] as const;
export type Scope = (typeof SCOPES)[number];

/** The limits of a token. An absent one does not apply. */
export interface TokenLimits {
  readonly perSecond?: number;
  /** Requests above `perSecond` within ten seconds. */
  readonly burst?: number;
  readonly perMinute?: number;
  /** Requests per UTC day, counted over all processes. */
  readonly perDay?: number;
}

export type LimitName = 'second' | 'minute' | 'day' | 'guesses' | 'exports';

/** The token of a request; its value is not kept. */
export interface AccessToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Absent for an unlimited token. */
  readonly limits?: TokenLimits;
}

/** A token with the general limits where it has none of its own; 0 lifts a limit. */
export function limitedToken(
  name: string,
  scopes: readonly Scope[],
  general: TokenLimits,
  own: TokenLimits = {},
): AccessToken {
  const limits = Object.entries({ ...general, ...own }).filter(([, limit]) => limit > 0);
  const isLimited = limits.some(([limit]) => limit !== 'burst');
  return { name, scopes, ...(isLimited && { limits: Object.fromEntries(limits) }) };
}
