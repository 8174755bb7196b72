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
  it.each([
    [
      403,
      { type: 'security_exception', reason: 'action [indices:admin/create] is unauthorized for user [serving]' },
      'Elasticsearch denies the user a privilege (403): action [indices:admin/create] is unauthorized for user [serving].',
    ],
    [
      403,
      { type: 'cluster_block_exception', reason: 'index [lives] blocked by: [FORBIDDEN/8/index write (api)];' },
      'Elasticsearch refuses a request (HTTP 403): index [lives] blocked by: [FORBIDDEN/8/index write (api)];.',
    ],
    [
      429,
      { type: 'cluster_block_exception', reason: 'index [lives] blocked by: [TOO_MANY_REQUESTS/12/disk usage];' },
      'Elasticsearch refuses a request (HTTP 429): index [lives] blocked by: [TOO_MANY_REQUESTS/12/disk usage];.',
    ],
  ])('says what Elasticsearch answers: %d %j', (statusCode, error, message) => {
    const body = { error, status: statusCode };
    const failure = new errors.ResponseError({ statusCode, body, headers: {}, warnings: null, meta: {} as never });
    expect(plainReason(failure)).toBe(message);
  });

  it.each([
    ['/nope/ca.crt', /^ELASTICSEARCH_CA_FILE is "\/nope\/ca\.crt"; it must be a PEM certificate: ENOENT/],
    ['package.json', /^ELASTICSEARCH_CA_FILE is "package\.json"; it must be a PEM certificate: /],
  ])('names the certificate that can’t be used: %s', (file, message) => {
    expect(plainReason(failureOf(file))).toMatch(message);
  });
});
