import {
  constants,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign as signBytes,
} from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { findPythonLibrary } from '../../tools/testing/python-package.js';
import { expectError } from '../support/api-client.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { readMetrics, sumOf } from '../support/metrics.js';
import { emptyIndices } from '../support/shared-indices.js';

/** The JOSE of Authlib, a package of its own. */
const joserfc = await findPythonLibrary('joserfc', '1.8.0');

const AUDIENCE = 'https://analytics.example/mcp';
const LEEWAY_SECONDS = 60;

/** Asks joserfc about each token, with every key that RFC 7515, appendix D, lets it try. */
const JUDGE = `
import json, sys, warnings
warnings.simplefilter("ignore")
from joserfc import jwk, jws, jwt

asked = json.load(sys.stdin)
keys = []
for given in asked["keys"]:
    try:
        keys.append((given.get("kid"), jwk.import_key(given)))
    except Exception:
        pass
registry = jwt.JWTClaimsRegistry(
    now=asked["now"], leeway=asked["leeway"],
    iss={"essential": True, "value": asked["issuer"]}, aud={"essential": True, "value": asked["audience"]},
    exp={"essential": True}, sub={"essential": True, "allow_blank": True},
)

def refusal(token):
    try:
        header = jws.extract_compact(token.encode()).headers()
    except Exception as error:
        return type(error).__name__
    last = "no key"
    for kid, key in keys:
        if "kid" in header and header["kid"] != kid:
            continue
        try:
            registry.validate(jwt.decode(token, key, algorithms=asked["algorithms"]).claims)
            return None
        except Exception as error:
            last = type(error).__name__
    return last

print(json.dumps([refusal(token) for token in asked["tokens"]]))
`;

const HASHES: Readonly<Record<string, string>> = { 256: 'sha256', 384: 'sha384', 512: 'sha512' };
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const kidOf = (alg: string): string =>
  ({ ES256: 'p256', ES384: 'p384', ES512: 'p521' })[alg] ?? (/^Ed/.test(alg) ? 'ed' : 'rsa');

const rsa = (bits = 2048): KeyObject => generateKeyPairSync('rsa', { modulusLength: bits }).privateKey;
const ec = (namedCurve: string): KeyObject => generateKeyPairSync('ec', { namedCurve }).privateKey;

const publicPart = (key: KeyObject): JsonWebKey => createPublicKey(key).export({ format: 'jwk' });

const encoded = (text: string | Buffer): string => Buffer.from(text).toString('base64url');

/** A token of texts as they are given: JSON or not. */
function signed(header: string, payload: string | Buffer, alg: string, key: KeyObject): string {
  const text = `${encoded(header)}.${encoded(payload)}`;
  return `${text}.${encoded(signature(text, alg, key))}`;
}

function signature(text: string, alg: string, key: KeyObject): Buffer {
  const hash = HASHES[alg.slice(2)] ?? null;
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants;
  const options = alg.startsWith('PS') ? { padding, saltLength } : { dsaEncoding: 'ieee-p1363' as const };
  return signBytes(hash, Buffer.from(text), { key, ...options });
}

const ALL_BUT_DATES = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
] as const;

/** A token, why it is refused (undefined where it is valid), and the paragraph that decides where joserfc says otherwise. */
type Case = readonly [name: string, token: string, refused?: string | undefined, otherwise?: string | undefined];

describe('tokens of an identity provider, valid by the RFCs or not', () => {
  const keys: Readonly<Record<string, KeyObject>> = {
    ...{
      rsa: rsa(),
      other: rsa(),
      nameless: rsa(),
      twin1: rsa(),
      twin2: rsa(),
      weak: rsa(1024),
      ps: rsa(),
      enc: rsa(),
    },
    ...{ p256: ec('P-256'), p384: ec('P-384'), p521: ec('P-521'), ed: generateKeyPairSync('ed25519').privateKey },
    ...{ unknown: rsa(), p256b: ec('P-256'), k1: ec('secp256k1') },
  };
  const key = (name: string): KeyObject => keys[name] as KeyObject;
  const jwk = (name: string, more: object = { kid: name }): object => ({ ...publicPart(key(name)), ...more });
  const { kty, e } = publicPart(key('rsa'));
  const { x } = publicPart(key('p256b'));
  const set = [
    ...['rsa', 'other', 'p256', 'p384', 'p521', 'ed', 'weak', 'k1'].map((name) => jwk(name)),
    ...[jwk('nameless', {}), jwk('p256b', {}), jwk('twin1', { kid: 'twin' }), jwk('twin2', { kid: 'twin' })],
    ...[jwk('ps', { kid: 'ps', alg: 'PS256', use: 'sig' }), jwk('enc', { kid: 'enc', use: 'enc' })],
    { kid: 'malformed', kty, e },
    { kid: 'garbled', kty, e, n: '!' },
    { kid: 'off-curve', kty: 'EC', crv: 'P-256', x, y: x },
    { kid: 'secret', kty: 'oct', k: encoded('a secret of thirty-two bytes or so') },
    { kid: 'new', kty: 'LWE', alg: 'LW1' },
    { kid: 7, ...publicPart(key('other')) },
    ...[null, 'key', 7, []],
  ];
  const now = Math.floor(Date.now() / 1000);
  let issuer = '';
  let provider: Server;
  let service: TestApp;
  let aheadMs = 0;

  beforeAll(async () => {
    // Each token is judged at the moment by which it is made, however long the machine takes.
    jest.useFakeTimers({ now: now * 1000, doNotFake: [...ALL_BUT_DATES] });
    const clock = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => clock() + aheadMs);
    provider = createServer((request, response) => {
      const found = request.url === '/jwks' ? { keys: set } : { issuer, jwks_uri: `${issuer}/jwks` };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(found));
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const oidc = {
      issuer,
      audience: ['other', AUDIENCE],
      claim: 'scope',
      grants: [['product', 'product']] as [string, string][],
    };
    service = await startTestApp({ name: 'issued', indices: emptyIndices(), config: { oidc } });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    jest.useRealTimers();
    await service?.close();
    await new Promise((resolve) => provider.close(resolve));
  });

  const claims = (more: object = {}): string =>
    JSON.stringify({
      iss: issuer,
      aud: AUDIENCE,
      sub: 'somebody',
      iat: now,
      exp: now + 900,
      scope: 'product',
      ...more,
    });
  const header = (more: object = {}): string => JSON.stringify({ alg: 'RS256', kid: 'rsa', typ: 'at+jwt', ...more });
  const withClaims = (more: object): string => signed(header(), claims(more), 'RS256', key('rsa'));
  /** With a member that JSON.stringify does not write so. */
  const withText = (member: string): string => signed(header(), `{${member},${claims().slice(1)}`, 'RS256', key('rsa'));
  const endingIn = (member: string): string =>
    signed(header(), `${claims().slice(0, -1)},${member}}`, 'RS256', key('rsa'));
  const withHeader = (more: object, alg = 'RS256', name = 'rsa'): string =>
    signed(header({ alg, kid: name, ...more }), claims(), alg, key(name));
  const withHeaderText = (text: string): string => signed(text, claims(), 'RS256', key('rsa'));

  const byAlgorithm = (alg: string): Case[] => {
    const name = kidOf(alg);
    const token = withHeader({}, alg, name);
    const [head = '', body = '', mark = ''] = token.split('.');
    const bytes = Buffer.from(mark, 'base64url');
    const flipped = encoded(Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]));
    const wrongKid = name === 'p256' ? 'p384' : 'p256';
    return [
      [`${alg} with its kid`, token],
      [`${alg} without kid`, withHeader({ kid: undefined }, alg, name)],
      [`${alg} with a changed signature`, `${head}.${body}.${flipped}`, 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
      [`${alg} without signature`, `${head}.${body}.`, 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
      [`${alg} cut`, `${head}.${body}.${encoded(bytes.subarray(0, 10))}`, 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
      [
        `${alg} with other claims`,
        `${head}.${encoded(claims({ sub: 'admin' }))}.${mark}`,
        'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
      ],
      [
        `${alg} with the kid of a key of another kind`,
        withHeader({ kid: wrongKid }, alg, name),
        'ERR_JWKS_NO_MATCHING_KEY',
      ],
      [`${alg} with an unknown kid`, withHeader({ kid: 'gone' }, alg, name), 'ERR_JWKS_NO_MATCHING_KEY'],
      [
        `${alg} that has expired`,
        signed(header({ alg, kid: name }), claims({ exp: now - 600 }), alg, key(name)),
        'exp',
      ],
    ];
  };

  const secretly = (alg: string, secret: string | Buffer, kid: string): string => {
    const text = `${encoded(header({ alg, kid }))}.${encoded(claims())}`;
    return `${text}.${createHmac(`sha${alg.slice(2)}`, secret)
      .update(text)
      .digest('base64url')}`;
  };

  const ofKeys = (): Case[] => {
    const pem = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
    const unsigned = (alg: string): string => `${encoded(header({ alg }))}.${encoded(claims())}.`;
    return [
      ['no kid, by the only key without a name', withHeader({ kid: undefined }, 'RS256', 'nameless')],
      ['no kid, by the second of several', withHeader({ kid: undefined }, 'RS256', 'other')],
      ['no kid, by a second P-256', withHeader({ kid: undefined }, 'ES256', 'p256b')],
      [
        'no kid, by a key that the set has not',
        withHeader({ kid: undefined }, 'RS256', 'unknown'),
        'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
      ],
      ['no kid, expired', signed(header({ kid: undefined }), claims({ exp: now - 600 }), 'RS256', key('other')), 'exp'],
      [
        'no kid, of another issuer',
        signed(header({ kid: undefined }), claims({ iss: 'x' }), 'RS256', key('rsa')),
        'iss',
      ],
      ['the first of two keys of one kid', withHeader({ kid: 'twin' }, 'RS256', 'twin1')],
      ['the second of two keys of one kid', withHeader({ kid: 'twin' }, 'RS256', 'twin2')],
      [
        'neither of two keys of one kid',
        withHeader({ kid: 'twin' }, 'RS256', 'other'),
        'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
      ],
      ['the kid of another key', withHeader({ kid: 'other' }), 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
      ['a key of 1,024 bits', withHeader({}, 'RS256', 'weak'), 'ERR_JWK_INVALID', 'RFC 7518, 3.3: 2048 bits or larger'],
      [
        'a key of 1,024 bits, PS256',
        withHeader({}, 'PS256', 'weak'),
        'ERR_JWK_INVALID',
        'RFC 7518, 3.5: 2048 bits or larger',
      ],
      ['a key without modulus', withHeader({ kid: 'malformed' }), 'ERR_JWK_INVALID'],
      ['a key with a garbled modulus', withHeader({ kid: 'garbled' }), 'ERR_JWK_INVALID'],
      ['a point that is not on its curve', withHeader({ kid: 'off-curve' }, 'ES256', 'p256'), 'ERR_JWK_INVALID'],
      ['a key of another algorithm', withHeader({}, 'RS256', 'ps'), 'ERR_JWKS_NO_MATCHING_KEY'],
      ['a key of its algorithm', withHeader({}, 'PS256', 'ps')],
      ['a key to encrypt', withHeader({}, 'RS256', 'enc'), 'ERR_JWKS_NO_MATCHING_KEY'],
      ['a key of an unknown kind', withHeader({ kid: 'new' }), 'ERR_JWKS_NO_MATCHING_KEY'],
      ['a kid that is a number', withHeader({ kid: 7 }, 'RS256', 'other'), 'ERR_JWKS_NO_MATCHING_KEY'],
      ['a kid that is null', withHeader({ kid: null }), 'ERR_JWKS_NO_MATCHING_KEY'],
      ['a kid in another case', withHeader({ kid: 'RSA' }), 'ERR_JWKS_NO_MATCHING_KEY'],
      ['an empty kid', withHeader({ kid: '' }), 'ERR_JWKS_NO_MATCHING_KEY'],
      ['a kid like a path', withHeader({ kid: '../../dev/null' }), 'ERR_JWKS_NO_MATCHING_KEY'],
      ['a kid of Object', withHeader({ kid: '__proto__' }), 'ERR_JWKS_NO_MATCHING_KEY'],
      [
        'an unknown key with its own jwk',
        withHeader({ kid: undefined, jwk: jwk('unknown') }, 'RS256', 'unknown'),
        'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
      ],
      [
        'an unknown key with jku',
        withHeader({ kid: 'gone', jku: 'http://127.0.0.1:1/' }, 'RS256', 'unknown'),
        'ERR_JWKS_NO_MATCHING_KEY',
      ],
      ['a curve that the service does not take', withHeader({}, 'ES256', 'k1'), 'ERR_JWKS_NO_MATCHING_KEY'],
      ...['none', 'None', 'NONE', 'nOnE'].map((alg): Case => [
        `the algorithm ${alg}`,
        unsigned(alg),
        'ERR_JOSE_ALG_NOT_ALLOWED',
      ]),
      ...['HS256', 'HS384', 'HS512'].flatMap((alg): Case[] => [
        [
          `${alg} by the public key as JSON`,
          secretly(alg, JSON.stringify(jwk('rsa')), 'rsa'),
          'ERR_JOSE_ALG_NOT_ALLOWED',
        ],
        [`${alg} by a public key as PEM`, secretly(alg, pem, 'ed'), 'ERR_JOSE_ALG_NOT_ALLOWED'],
        [
          `${alg} by the secret of the set`,
          secretly(alg, 'a secret of thirty-two bytes or so', 'secret'),
          'ERR_JOSE_ALG_NOT_ALLOWED',
        ],
      ]),
      ['ES256K', withHeader({ alg: 'ES256K' }, 'ES256', 'k1'), 'ERR_JOSE_ALG_NOT_ALLOWED'],
      ['RS1', withHeader({ alg: 'RS1' }), 'ERR_JOSE_ALG_NOT_ALLOWED'],
      ['an algorithm in another case', withHeader({ alg: 'rs256' }), 'ERR_JOSE_ALG_NOT_ALLOWED'],
      [
        'RS384 signed as RS256',
        signed(header({ alg: 'RS384' }), claims(), 'RS256', key('rsa')),
        'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
      ],
      [
        'PS256 signed as RS256',
        signed(header({ alg: 'PS256' }), claims(), 'RS256', key('rsa')),
        'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
      ],
    ];
  };

  const ofForms = (): Case[] => {
    const token = withClaims({});
    const [head = '', body = '', mark = ''] = token.split('.');
    const both = `${head}.${body}`;
    const again = (text: string): string => `${text}.${encoded(signature(text, 'RS256', key('rsa')))}`;
    const padded = (text: string): string => {
      const blanks = ' '.repeat((4 - (text.length % 3)) % 3);
      return `${encoded(`${text}${blanks}`)}==`;
    };
    return [
      ['a header that begins with a blank', withHeaderText(` ${header()}`)],
      ['a header that begins with a tab', withHeaderText(`\t${header()}`)],
      ['a header of several lines', withHeaderText(JSON.stringify(JSON.parse(header()), null, 2))],
      ['a header that begins with a line', withHeaderText(`\r\n${header()}\n`)],
      [
        'blanks within the claims',
        signed(header(), ` ${JSON.stringify(JSON.parse(claims()), null, 1)}\n`, 'RS256', key('rsa')),
      ],
      ['escapes in names of claims', signed(header(), claims().replace('"sub"', '"s\\u0075b"'), 'RS256', key('rsa'))],
      ['an unknown header parameter', withHeader({ hint: { of: 1 } }), undefined, 'RFC 7515, 4: it must be ignored'],
      ['typ JWT', withHeader({ typ: 'JWT' })],
      ['no typ', withHeader({ typ: undefined })],
      ['typ in full', withHeader({ typ: 'application/at+jwt' })],
      ['cty', withHeader({ cty: 'json' })],
      ['x5t that fits nothing', withHeader({ x5t: 'AAAA' })],
      ['crit of an unknown extension', withHeader({ crit: ['exp'], exp: 1 }), 'ERR_JOSE_NOT_SUPPORTED'],
      ['crit of what is not there', withHeader({ crit: ['b64'] }), 'ERR_JWS_INVALID'],
      ['an empty crit', withHeader({ crit: [] }), 'ERR_JWS_INVALID', 'RFC 7515, 4.1.11: not the empty list'],
      ['crit that is a text', withHeader({ crit: 'b64' }), 'ERR_JWS_INVALID'],
      ['b64 false', again(`${encoded(header({ b64: false, crit: ['b64'] }))}.${body}`), 'ERR_JWT_INVALID'],
      [
        'b64 false over the claims as they are',
        again(`${encoded(header({ b64: false, crit: ['b64'] }))}.${encoded(claims())}`),
        'ERR_JWT_INVALID',
      ],
      ['alg that is missing', withHeader({ alg: undefined }), 'ERR_JWS_INVALID'],
      ['alg that is a list', withHeader({ alg: ['RS256'] }), 'ERR_JWS_INVALID'],
      ['alg that is null', withHeader({ alg: null }), 'ERR_JWS_INVALID'],
      ['alg given twice, the last one right', withHeaderText(`{"alg":"none",${header().slice(1)}`)],
      [
        'alg given twice, the last one wrong',
        withHeaderText(`${header().slice(0, -1)},"alg":"none"}`),
        'ERR_JOSE_ALG_NOT_ALLOWED',
      ],
      ['a signature that is padded', `${token}==`, 'ERR_JWS_INVALID'],
      ['a header that is padded', again(`${padded(header())}.${body}`), 'ERR_JWS_INVALID'],
      ['claims that are padded', again(`${head}.${padded(claims())}`), 'ERR_JWS_INVALID'],
      [
        'the alphabet of base64',
        again(
          `${head}.${Buffer.from(claims({ sub: '???>>>' }))
            .toString('base64')
            .replace(/=/g, '')}`,
        ),
        'ERR_JWS_INVALID',
      ],
      ['a sign that base64url has not', `${both}.${mark.slice(0, 9)}~${mark.slice(10)}`, 'ERR_JWS_INVALID'],
      ['two parts', both, 'ERR_JWS_INVALID'],
      ['four parts', `${token}.${mark}`, 'ERR_JWS_INVALID'],
      ['a JWE', `${encoded('{"alg":"RSA-OAEP","enc":"A128GCM"}')}.a.b.c.d`, 'ERR_JWS_INVALID'],
      [
        'a nested JWE',
        signed(header({ cty: 'JWT' }), 'eyJhbGciOiJkaXIifQ..a.b.c', 'RS256', key('rsa')),
        'ERR_JWT_INVALID',
      ],
      ['claims that are empty', signed(header(), '', 'RS256', key('rsa')), 'ERR_JWT_INVALID'],
      ['claims that are a list', signed(header(), `[${claims()}]`, 'RS256', key('rsa')), 'ERR_JWT_INVALID'],
      ['claims that are a text', signed(header(), JSON.stringify(claims()), 'RS256', key('rsa')), 'ERR_JWT_INVALID'],
      ['claims that are null', signed(header(), 'null', 'RS256', key('rsa')), 'ERR_JWT_INVALID'],
      [
        'claims with a comma too many',
        signed(header(), claims().replace(/}$/, ',}'), 'RS256', key('rsa')),
        'ERR_JWT_INVALID',
      ],
      [
        'claims that are no UTF-8',
        signed(
          header(),
          Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xff]), Buffer.from(`",${claims().slice(1)}`)]),
          'RS256',
          key('rsa'),
        ),
        'ERR_JWT_INVALID',
      ],
      ['a token of 12,000 characters', withClaims({ groups: Array.from({ length: 600 }, (_, at) => `group-${at}`) })],
    ];
  };

  const ofClaims = (): Case[] => {
    const of = (name: string, member: object, refused?: string, otherwise?: string): Case => [
      `${name} ${Object.keys(member).join('')}: ${JSON.stringify(Object.values(member)).slice(0, 60)}`,
      withClaims(member),
      refused,
      otherwise,
    ];
    return [
      ...[now - 5, now + 0.5, now + 900.123, 4e9, 1e20].map((exp) => of('a later', { exp })),
      ...[now - 600, now - 600.5, 0, -1].map((exp) => of('an earlier', { exp }, 'exp')),
      ...[String(now + 900), null, [], [now + 900], {}, true].map((exp) => of('no number in', { exp }, 'exp')),
      of('without', { exp: undefined }, 'exp'),
      ['exp as 9e9', endingIn('"exp":9e9')],
      ...[now - 5, now + 50, 0, now - 0.5].map((nbf) => of('an earlier', { nbf })),
      ...[now + 600, 4e9].map((nbf) => of('a later', { nbf }, 'nbf')),
      ...[String(now), null, [now], {}].map((nbf) => of('no number in', { nbf }, 'nbf')),
      of('without', { iat: undefined }),
      of('a fraction in', { iat: now - 0.25 }),
      ...[String(now), null, [now]].map((iat) => of('no number in', { iat }, 'iat')),
      of('with', { jti: 'a' }),
      ...[[AUDIENCE], ['x', AUDIENCE], [AUDIENCE, 'y'], [AUDIENCE, AUDIENCE]].map((aud) => of('a list in', { aud })),
      ...[[], ['x'], [`${AUDIENCE}/`], [AUDIENCE.toUpperCase()], [[AUDIENCE]]].map((aud) =>
        of('a list in', { aud }, 'aud'),
      ),
      ...[
        [7, AUDIENCE],
        [AUDIENCE, null],
        [AUDIENCE, {}],
      ].map((aud) => of('a list of other things in', { aud }, 'aud')),
      ...['', 'x', `${AUDIENCE} `, `x ${AUDIENCE}`, null, 7, { 0: AUDIENCE }, true].map((aud) =>
        of('another', { aud }, 'aud'),
      ),
      of('without', { aud: undefined }, 'aud'),
      ...[`${issuer}/`, issuer.toUpperCase(), `${issuer} `, '', 7, null, [issuer], { 0: issuer }].map((iss) =>
        of('another', { iss }, 'iss'),
      ),
      of('without', { iss: undefined }, 'iss'),
      ...['a', 'ada@example.com', 'Ädä', '𝒮', ' a ', 'a'.repeat(255), ''].map((sub) => of('a text in', { sub })),
      ...[7, null, true, {}, { id: 1 }, [], ['a']].map((sub) => of('no text in', { sub }, 'sub')),
      of('without', { sub: undefined }, 'sub'),
      [
        'half a surrogate in sub',
        endingIn('"sub":"\\ud800"'),
        'sub',
        'RFC 7519, 2: a StringOrURI is a text; half a surrogate is none, and all would be one hash',
      ],
      ['exp given twice, the last one later', withText(`"exp":${now - 600}`)],
      ['exp given twice, the last one earlier', endingIn(`"exp":${now - 600}`), 'exp'],
      ['aud given twice, the last one another', endingIn('"aud":"x"'), 'aud'],
      ['iss given twice, the last one another', endingIn('"iss":"x"'), 'iss'],
      ['sub given twice, the last one an object', endingIn('"sub":{}'), 'sub'],
      ['sub given twice, the last one a text', withText('"sub":{}')],
    ];
  };

  (joserfc === undefined ? it.skip : it)('are judged as by joserfc', async () => {
    const cases = [...ALGORITHMS.flatMap(byAlgorithm), ...ofKeys(), ...ofForms(), ...ofClaims()];
    expect(cases.length).toBeGreaterThan(200);
    expect(new Set(cases.map(([name]) => name)).size).toBe(cases.length);
    const tokens = cases.map(([, token]) => token);
    const asked = { tokens, keys: set.filter((one) => one !== null && typeof one === 'object'), now, issuer };
    const judge = spawnSync(join(joserfc ?? '', 'python'), ['-c', JUDGE], {
      input: JSON.stringify({ ...asked, audience: AUDIENCE, leeway: LEEWAY_SECONDS, algorithms: ALGORITHMS }),
      encoding: 'utf8',
    });
    expect(judge.stderr).toBe('');
    const verdicts = JSON.parse(judge.stdout) as (string | null)[];
    const found: object[] = [];
    for (const token of tokens) {
      const answer = await service.api.withToken(token).post('/product/v1/search', {});
      const { refused } = service.log.findLast(({ msg }) => msg === 'request') ?? {};
      found.push({ status: answer.status, refused });
    }
    const told = cases.map(([name], at) => ({
      name,
      ...found[at],
      joserfc: verdicts[at] === null ? 'valid' : 'refused',
    }));
    expect(told).toEqual(
      cases.map(([name, , refused, otherwise]) => {
        const isRefused = refused !== undefined;
        return {
          ...{ name, status: isRefused ? 401 : 200, refused },
          joserfc: isRefused === (otherwise === undefined) ? 'refused' : 'valid',
        };
      }),
    );
  });

  it('count as no guess, and each reason is counted', async () => {
    for (let time = 0; time < 25; time += 1) {
      expectError(
        await service.api.withToken(withClaims({ exp: now - 600 })).post('/product/v1/search', {}),
        401,
        30001,
      );
    }
    expectError(await service.api.withToken(randomBytes(8).toString('hex')).post('/product/v1/search', {}), 401, 30001);
    const samples = await readMetrics(service);
    expect(sumOf(samples, 'commerce_refused_tokens_total', { reason: 'exp' })).toBeGreaterThanOrEqual(25);
    expect(sumOf(samples, 'commerce_refused_tokens_total', { reason: 'unknown' })).toBe(1);
  });

  it('are verified by keys without kid that took the place of others', async () => {
    const ask = async (name: string) =>
      (await service.api.withToken(withHeader({ kid: undefined }, 'RS256', name)).post('/product/v1/search', {}))
        .status;
    expect([await ask('rsa'), await ask('unknown')]).toEqual([200, 401]);
    aheadMs += 60_000;
    set.splice(0, set.length, jwk('unknown', {}));
    expect([await ask('unknown'), await ask('rsa')]).toEqual([200, 401]);
  });
});
