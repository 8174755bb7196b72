export type FindingStatus = 'ok' | 'warning' | 'fault';

/** The result of a check. */
export interface Finding {
  readonly check: string;
  readonly status: FindingStatus;
  /** The result, and how to fix a fault. */
  readonly text: string;
}

const finding =
  (status: FindingStatus) =>
  (check: string, text: string): Finding => ({ check, status, text: text.replace(/\s*\n\s*/g, ' ') });

export const fine = finding('ok');
/** It works, but should be fixed. */
export const warning = finding('warning');
/** It does not work. */
export const fault = finding('fault');

const WIDEST_STATUS = 'warning'.length;
const WIDEST_CHECK = 'elasticsearch'.length;

/** Formats a finding as one line. */
export const lineOf = ({ status, check, text }: Finding): string =>
  `${status.padEnd(WIDEST_STATUS)}  ${check.padEnd(WIDEST_CHECK)}  ${text}`;
