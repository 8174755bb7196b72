export type FindingStatus = 'ok' | 'warning' | 'fault';

/** What a check has found. */
export interface Finding {
  readonly check: string;
  readonly status: FindingStatus;
  /** What is so, and, unless all is well, what to do. */
  readonly text: string;
}

const finding =
  (status: FindingStatus) =>
  (check: string, text: string): Finding => ({ check, status, text: text.replace(/\s*\n\s*/g, ' ') });

/** All is well. */
export const fine = finding('ok');
/** It works, but should not stay so. */
export const warning = finding('warning');
/** Something does not work. */
export const fault = finding('fault');

const WIDEST_STATUS = 'warning'.length;
const WIDEST_CHECK = 'elasticsearch'.length;

/** A finding as one line. */
export const lineOf = ({ status, check, text }: Finding): string =>
  `${status.padEnd(WIDEST_STATUS)}  ${check.padEnd(WIDEST_CHECK)}  ${text}`;
