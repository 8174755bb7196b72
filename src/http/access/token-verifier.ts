import type { AccessToken } from '../request/request-context.js';

/** Who knows the tokens; bound in the app module. */
export abstract class TokenVerifier {
  /**
   * The token behind a bearer value; undefined when there is none, or it has expired or was revoked.
   * @throws UnavailableFailure when the tokens can't be looked up
   */
  abstract verify(value: string): Promise<AccessToken | undefined>;
}
