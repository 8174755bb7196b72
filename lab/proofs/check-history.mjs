import { readFileSync } from 'node:fs';

/**
 * Checks a history of answers: `node lab/proofs/check-history.mjs FILE`. Each line of the file is an answer as JSON:
 * `client`, `path` and `body` of the request, `sent` (the `X-Data-Version` of the request, null without one), `answered`
 * (that of the answer), `status`, `changed` (whether the answer had `X-Data-Changed`) and `hash` (of its `data`). The
 * lines of a client are in the order of its answers. The exit status is 1 when there is a fault.
 *
 * 1. The status is 200 or 503, and each answer of 200 names its version.
 * 2. The same request at the same version has the same answer, except for rankings: facts follow changed records
 *    before the version rises (docs/api.md, "Versions of the data").
 * 3. A client that sends versions gets none below the one that it sent, and none below one that it got before.
 * 4. `X-Data-Changed` is there exactly when the version is another than the one that was sent.
 */
const answers = readFileSync(process.argv[2], 'utf8').trim().split('\n');
/** The first answer to each request at each version. */
const firstAnswers = new Map();
/** The newest version that each client was answered with. */
const newest = new Map();
const versions = new Set();
const counts = { refused: 0, compared: 0, versionsSent: 0, faults: 0 };

for (const [index, line] of answers.entries()) {
  const { client, path, body, sent, answered, status, changed, hash } = JSON.parse(line);
  const fault = (text) => {
    counts.faults += 1;
    console.log(`line ${index + 1}, ${client}, ${path}: ${text}`);
  };
  if (status === 503) counts.refused += 1;
  else if (status !== 200) fault(`status ${status}`);
  else if (readVersion(answered) === undefined) fault(`no version: ${answered}`);
  else {
    versions.add(answered);
    compare(JSON.stringify([answered, path, body]), path, { hash, line: index + 1 }, fault);
    if (sent !== null) checkVersion({ client, sent, answered, changed }, fault);
  }
}

console.log(
  `${answers.length} answers, ${counts.refused} refused, ${versions.size} versions. Compared with an earlier answer at ` +
    `the same version: ${counts.compared}; with a version sent: ${counts.versionsSent}. Faults: ${counts.faults}.`,
);
process.exitCode = counts.faults === 0 ? 0 : 1;

/** Rule 2. */
function compare(question, path, answer, fault) {
  const first = firstAnswers.get(question);
  if (first === undefined) firstAnswers.set(question, answer);
  else if (!path.includes('/rank/')) {
    counts.compared += 1;
    if (first.hash !== answer.hash) fault(`another answer than in line ${first.line} to the same request and version`);
  }
}

/** Rules 3 and 4. */
function checkVersion({ client, sent, answered, changed }, fault) {
  counts.versionsSent += 1;
  const before = newest.get(client);
  if (isOlder(answered, sent)) fault(`${answered} is below ${sent}, which was sent`);
  else if (isOlder(answered, before)) fault(`${answered} is below ${before}, which was answered before`);
  else newest.set(client, answered);
  if (changed !== (answered !== sent)) fault(`X-Data-Changed: ${changed}, sent ${sent}, answered ${answered}`);
}

/** The epoch and the number of a version. */
function readVersion(text) {
  const [, epoch, number] = /^(.+)\.(\d+)$/.exec(text ?? '') ?? [];
  return number === undefined ? undefined : { epoch, number: Number(number) };
}

/** Whether a version is below another one. Versions of different epochs have no order. */
function isOlder(one, other) {
  const [version, earlier] = [readVersion(one), readVersion(other)];
  return earlier !== undefined && version.epoch === earlier.epoch && version.number < earlier.number;
}
