/** Deletes the indices that the test files of one run shared, by name. */
export default async function tearDown() {
  const { TEST_ELASTICSEARCH_URL: url, TEST_SHARED_PREFIX: prefix } = process.env;
  if (url === undefined) return;
  const found = await fetch(`${url}/${prefix}*?features=aliases`).then((answer) => answer.json());
  const indices = Object.keys(found);
  if (indices.length > 0) await fetch(`${url}/${indices.join(',')}`, { method: 'DELETE' });
}
