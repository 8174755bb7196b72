import autocannon from 'autocannon';

const TIMEOUT_SECONDS = 60;
const SAMPLED_EVERY_MS = 100;

/**
 * Sends each request once, in this order; every connection waits for its answer before it sends the next.
 * @param requests `{path, body}`
 * @returns the seconds until the last answer, and how long answers took in milliseconds: `{seconds, p50, p99}`
 * @throws Error when an answer is not 200
 */
export async function send({ url, headers }, requests, connections) {
  let next = 0;
  let answered = 0;
  const statuses = {};
  const latencies = [];
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
  run.on('response', (_client, status, _bytes, milliseconds) => {
    latencies.push(milliseconds);
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
  latencies.sort((a, b) => a - b);
  const quantile = (share) => latencies[Math.ceil(share * latencies.length) - 1];
  return { seconds: (lastAt - startedAt) / 1000, p50: quantile(0.5), p99: quantile(0.99) };
}
