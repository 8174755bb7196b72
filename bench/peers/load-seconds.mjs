import { readFile, writeFile } from 'node:fs/promises';

/**
 * Runs a load and says how long the set took to load, in this run or in the earlier one that loaded it: the seconds of
 * each index are kept in a file.
 * @param file where they are kept
 * @param prefix of the set's indices
 * @param load is given `onProgress`, whose texts begin with the name of the index that is loaded; it is told nothing of
 *   an index that is there
 */
export async function timeLoad(file, prefix, onProgress, load) {
  const seconds = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  let since = performance.now();
  let loading;
  const finish = () => {
    if (loading !== undefined) seconds[loading] = (performance.now() - since) / 1000;
    since = performance.now();
  };
  await load((text) => {
    const [index] = text.split(': ');
    if (index !== loading) {
      finish();
      loading = index;
    }
    onProgress(text);
  });
  finish();
  await writeFile(file, JSON.stringify(seconds));
  const own = Object.entries(seconds).filter(([index]) => index.startsWith(prefix));
  return own.reduce((sum, [, spent]) => sum + spent, 0);
}
