import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findJavaHome } from './server/server.mjs';

describe('findJavaHome', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'java homes '));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A home whose file `release` says that it is of this version, as the real ones do. */
  async function javaHome(name: string, version: string, tools = ['java', 'javac']): Promise<string> {
    const home = join(folder, name);
    await mkdir(join(home, 'bin'), { recursive: true });
    for (const tool of tools) await writeFile(join(home, 'bin', tool), '');
    await writeFile(join(home, 'release'), `IMPLEMENTOR="Debian"\nJAVA_VERSION="${version}"\n`);
    return home;
  }

  it('takes ES_JAVA_HOME before JAVA_HOME, that before PATH, and that before the usual folders', async () => {
    const [first, second, third, fourth] = [
      await javaHome('first', '21.0.8'),
      await javaHome('second', '22'),
      await javaHome('third', '23.0.1'),
      await javaHome('jvms/fourth', '25.0.1'),
    ];
    const environment = { ES_JAVA_HOME: first, JAVA_HOME: second, PATH: `/none:${third}/bin` };
    const usual = [join(folder, 'jvms')];
    expect(await findJavaHome(environment, usual)).toBe(first);
    expect(await findJavaHome({ ...environment, ES_JAVA_HOME: '' }, usual)).toBe(second);
    expect(await findJavaHome({ PATH: environment.PATH }, usual)).toBe(third);
    expect(await findJavaHome({}, usual)).toBe(fourth);
  });

  it('passes over one that is too old, has no compiler or is not there', async () => {
    const old = await javaHome('old', '17.0.12');
    const ancient = await javaHome('ancient', '1.8.0_412');
    const runtime = await javaHome('runtime', '25', ['java']);
    const right = await javaHome('jvms/right', '21');
    await javaHome('jvms/older', '11.0.2');
    const environment = { ES_JAVA_HOME: old, JAVA_HOME: join(folder, 'gone'), PATH: `${ancient}/bin:${runtime}/bin` };
    expect(await findJavaHome(environment, [join(folder, 'jvms')])).toBe(right);
  });

  it('follows the link that PATH leads to', async () => {
    const home = await javaHome('real', '24.0.2');
    await mkdir(join(folder, 'links'));
    await symlink(join(home, 'bin', 'java'), join(folder, 'links', 'java'));
    expect(await findJavaHome({ PATH: join(folder, 'links') }, [])).toBe(home);
  });

  it('names the three ways to go on when there is none', async () => {
    const failing = findJavaHome({ JAVA_HOME: await javaHome('old', '20.0.2') }, [join(folder, 'none')]);
    await expect(failing).rejects.toThrow(
      /^No JDK 21 or newer was found.*\n.*JAVA_HOME.*\n.*ELASTICSEARCH_URL.*\n.*docker/,
    );
  });
});
