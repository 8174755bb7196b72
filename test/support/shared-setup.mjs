import { randomBytes } from 'node:crypto';

/** Names the indices that the test files of one run share. */
export default function setUp() {
  process.env.TEST_SHARED_PREFIX ??= `test-shared-${randomBytes(4).toString('hex')}-`;
}
