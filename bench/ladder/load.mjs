import autocannon from 'autocannon';

const TIMEOUT_SECONDS = 60;
const SAMPLED_EVERY_MS = 100;

/**
 * Sends each request once, in this order; every connection waits for its answer before it sends the next.
 * @param requests `{path, body}`
 * @returns the seconds until the last answer
 * @throws Error when an answer is not 200
 */
export async function send({ url, headers }, requests, connections) {
  let next = 0;
  let answered = 0;
  const statuses = {};
  const startedAt = performance.now();
  let lastAt = startedAt;
  const run = autocannon({
    url,
    connections,
    amount: requests.length,
    timeout: TIMEOUT_SECONDS,
    sampleInt: SAMPLED_EVERY_MS,
    requests: [{ method: 'POST', headers, setupRequest: (request) => ({ ...request, ...requests[next++] }) }],
  });
  run.on('response', (_, status) => {
    // The run itself ends up to a second later.
    lastAt = performance.now();
    if (status === 200) answered += 1;
    else statuses[status] = (statuses[status] ?? 0) + 1;
  });
  const { errors } = await run;
  if (answered < requests.length) {
    const others = JSON.stringify({ ...statuses, errors });
    throw new Error(`${url} answered ${answered} of ${requests.length} requests; the others: ${others}.`);
  }
  return (lastAt - startedAt) / 1000;
}
