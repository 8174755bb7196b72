export { CommerceClient, responseOf } from './commerce-client.js';
export type { Exported, Partly, RecordExport, Unpaged, WalkOptions } from './commerce-client.js';
export {
  ApiError,
  BrokenExportError,
  CommerceError,
  NoAnswerError,
  DeadlineError,
  ErrorCode,
  DataChangedError,
  PageWindowError,
} from './errors.js';
export { daysOfPeriod, periodOf, secondsOfDays, shiftPeriod, unixSeconds } from './periods.js';
export type { PeriodType, Seconds } from './periods.js';
export { VERSION } from './transport.js';
export type { Attempt, CallOptions, ClientOptions } from './transport.js';
export type * from './schema.js';
