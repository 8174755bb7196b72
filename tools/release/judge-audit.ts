const SERIOUS = ['high', 'critical'];

interface Vulnerability {
  readonly name: string;
  readonly severity: string;
  readonly range: string;
  /** Where it is installed. */
  readonly nodes: readonly string[];
}

/** The relevant part of the report of `npm audit --json`. */
interface AuditReport {
  readonly message?: string;
  readonly error?: { readonly summary?: string };
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
}

/**
 * Judges the report of `npm audit --json`: it fails when a vulnerability of a shipped package is high or critical. An
 * unreachable registry is reported, and does not fail.
 * @param shipped the paths of the shipped packages in the lockfile
 */
export function judgeAudit(
  json: string,
  shipped: readonly string[],
): { readonly text: string; readonly passed: boolean } {
  const { message, error, vulnerabilities } = read(json);
  if (vulnerabilities === undefined) {
    return { text: `Not audited: ${message ?? error?.summary ?? 'the registry gave no report'}`, passed: true };
  }
  const serious = Object.values(vulnerabilities).filter(
    ({ severity, nodes }) => SERIOUS.includes(severity) && nodes.some((path) => shipped.includes(path)),
  );
  if (serious.length > 0) {
    const names = serious.map(({ name, severity, range }) => `${name} ${range} (${severity})`);
    return { text: `Packages with known faults: ${names.join(', ')}`, passed: false };
  }
  return { text: `${shipped.length} packages, none with a known fault that is high or critical`, passed: true };
}

function read(json: string): AuditReport {
  try {
    return JSON.parse(json) as AuditReport;
  } catch {
    return {};
  }
}
