import { errors } from '@elastic/elasticsearch';
import { createElasticClient } from '../../elastic/client/elastic-client.js';
import { plainReason } from './command.js';

/** What creating a client with this certificate throws. */
function failureOf(caFile: string): unknown {
  try {
    createElasticClient({ url: 'https://search.example:9200', caFile });
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('the message of a failure', () => {
  it('names the privilege that Elasticsearch misses', () => {
    const reason = 'action [indices:admin/create] is unauthorized for user [serving]';
    const body = { error: { type: 'security_exception', reason }, status: 403 };
    const error = new errors.ResponseError({ statusCode: 403, body, headers: {}, warnings: null, meta: {} as never });
    expect(plainReason(error)).toBe(`Elasticsearch denies the user a privilege (403): ${reason}.`);
  });

  it.each([
    ['/nope/ca.crt', /^ELASTICSEARCH_CA_FILE is "\/nope\/ca\.crt"; it must be a PEM certificate: ENOENT/],
    ['package.json', /^ELASTICSEARCH_CA_FILE is "package\.json"; it must be a PEM certificate: /],
  ])('names the certificate that can’t be used: %s', (file, message) => {
    expect(plainReason(failureOf(file))).toMatch(message);
  });
});
