import { UnavailableFailure } from '../../errors/failure.js';

/** What a request is answered with that has passed its deadline. */
export const lateFailure = (): UnavailableFailure =>
  new UnavailableFailure('The request took too long; try again shortly.');
