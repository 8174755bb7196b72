import { judgeAudit } from '../../tools/release/judge-audit.js';

const reportOf = (...severities: string[]): string =>
  JSON.stringify({
    vulnerabilities: Object.fromEntries(
      severities.map((severity, at) => [`package${at}`, { name: `package${at}`, severity, range: '<2.0.0' }]),
    ),
    metadata: { vulnerabilities: { total: severities.length }, dependencies: { prod: 200 } },
  });

describe('the audit of dependencies', () => {
  it('passes packages without faults, and with low or moderate ones', () => {
    expect(judgeAudit(reportOf())).toMatchObject({ passed: true });
    expect(judgeAudit(reportOf('low', 'moderate'))).toMatchObject({ passed: true });
  });

  it.each(['high', 'critical'])('names a package with a fault that is %s', (severity) => {
    const { passed, text } = judgeAudit(reportOf('low', severity));
    expect([passed, text]).toEqual([false, `Packages with known faults: package1 <2.0.0 (${severity})`]);
  });

  it.each(['', '{"message":"405 Method Not Allowed"}', '{"error":{"summary":"getaddrinfo ENOTFOUND"}}'])(
    'says when the registry could not be asked: %j',
    (json) => {
      const { passed, text } = judgeAudit(json);
      expect(passed).toBe(true);
      expect(text).toMatch(/^Not audited: /);
    },
  );
});
