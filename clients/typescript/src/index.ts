export { CommerceClient, responseOf } from './commerce-client.js';
export type {
  LinkedExport,
  LinkedRequest,
  LinkOptions,
  RecordExport,
  Unpaged,
  WalkOptions,
} from './commerce-client.js';
export type { Chosen, Choosing, FieldPaths, Partly, WithRows } from './fields.js';
export type { Export, ExportFile, ExportOptions } from './record-stream.js';
export {
  ApiError,
  BrokenExportError,
  CommerceError,
  NoAnswerError,
  DeadlineError,
  ErrorCode,
  DataChangedError,
  PageWindowError,
  TruncatedError,
} from './errors.js';
export { daysOfPeriod, periodOf, secondsOfDays, shiftPeriod, unixSeconds } from './periods.js';
export type { Period, PeriodType, Seconds } from './periods.js';
export { VERSION } from './transport.js';
export type { Attempt, CallOptions, ClientOptions } from './transport.js';
export type * from './schema.js';
