const SERIOUS = ['high', 'critical'];

/** The relevant part of the report of `npm audit --json`. */
interface AuditReport {
  readonly message?: string;
  readonly error?: { readonly summary?: string };
  readonly vulnerabilities?: Readonly<Record<string, { name: string; severity: string; range: string }>>;
  readonly metadata?: { readonly dependencies?: { readonly prod?: number } };
}

/**
 * Judges the report of `npm audit --json`: it fails when a vulnerability is high or critical. An unreachable registry
 * is reported, and does not fail.
 */
export function judgeAudit(json: string): { readonly text: string; readonly passed: boolean } {
  const { message, error, vulnerabilities, metadata } = read(json);
  if (vulnerabilities === undefined) {
    return { text: `Not audited: ${message ?? error?.summary ?? 'the registry gave no report'}`, passed: true };
  }
  const serious = Object.values(vulnerabilities).filter(({ severity }) => SERIOUS.includes(severity));
  if (serious.length > 0) {
    const names = serious.map(({ name, severity, range }) => `${name} ${range} (${severity})`);
    return { text: `Packages with known faults: ${names.join(', ')}`, passed: false };
  }
  const count = metadata?.dependencies?.prod ?? 0;
  return { text: `${count} packages that run, none with a known fault that is high or critical`, passed: true };
}

function read(json: string): AuditReport {
  try {
    return JSON.parse(json) as AuditReport;
  } catch {
    return {};
  }
}
