import { readdir, readFile, readlink } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

type Choice = (client: Socket) => boolean | Promise<boolean>;

const LOOPBACK = '127.0.0.1';
const NONE: Choice = () => false;
const ALL: Choice = () => true;

/**
 * Stands before a port of loopback and passes connections on. It can fall silent: connections stay open and nothing
 * passes, as when a network loses all packets.
 */
export class Gate {
  private readonly links = new Map<Socket, Socket>();
  private isSilent = NONE;

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {
    server.on('connection', (client: Socket) => void this.join(client));
  }

  /** @param at where it listens; a free port of 127.0.0.1 unless given */
  static async listen(target: number, at: { host: string; port: number } = { host: LOOPBACK, port: 0 }): Promise<Gate> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at, resolve));
    return new Gate(server, target);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Falls silent for all connections, or for those of some clients; for new ones too. */
  async silence(isSilent: Choice = ALL): Promise<void> {
    this.isSilent = isSilent;
    for (const [client, onward] of this.links) await this.pass(client, onward);
  }

  /** Lets everything pass again, what was sent meanwhile too. */
  heal(): Promise<void> {
    return this.silence(NONE);
  }

  close(): void {
    this.server.close();
    for (const client of this.links.keys()) client.destroy();
  }

  private async join(client: Socket): Promise<void> {
    const onward = connect(this.target, LOOPBACK);
    this.links.set(client, onward);
    for (const socket of [client, onward]) {
      socket.on('error', () => undefined);
      socket.once('close', () => {
        client.destroy();
        onward.destroy();
        this.links.delete(client);
      });
    }
    await this.pass(client, onward);
  }

  private async pass(client: Socket, onward: Socket): Promise<void> {
    const isSilent = await this.isSilent(client);
    for (const socket of [client, onward]) socket.unpipe();
    if (isSilent) for (const socket of [client, onward]) socket.pause();
    else client.pipe(onward).pipe(client);
  }
}

/** A gate before the transport port of each node of a cluster on this machine (Linux), so that one can be cut off. */
export class TransportGates {
  private readonly gates = new Map<number, Gate>();

  /** Opens a gate before a node and returns the port that the other nodes connect to. */
  async open(transportPort: number): Promise<number> {
    const gate = await Gate.listen(transportPort);
    this.gates.set(transportPort, gate);
    return gate.port;
  }

  /** Cuts a node off from all others, in both directions. @param group the leader of its process group */
  async cut(transportPort: number, group: number): Promise<void> {
    for (const [port, gate] of this.gates) {
      await gate.silence(port === transportPort ? ALL : ({ remotePort }) => isOfGroup(remotePort, group));
    }
  }

  async heal(): Promise<void> {
    for (const gate of this.gates.values()) await gate.heal();
  }

  close(): void {
    for (const gate of this.gates.values()) gate.close();
  }
}

/** Whether a process of the group has a connection from this port of loopback. */
async function isOfGroup(port: number | undefined, group: number): Promise<boolean> {
  if (port === undefined) return false;
  const socket = `socket:[${await inodeOf(port)}]`;
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid) || (await groupOf(Number(pid))) !== group) continue;
    for (const file of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      if ((await readlink(`/proc/${pid}/fd/${file}`).catch(() => '')) === socket) return true;
    }
  }
  return false;
}

/** The inode of the connection from a port, of the columns of /proc/net. */
async function inodeOf(port: number): Promise<string | undefined> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')));
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = tables.flatMap((table) => table.split('\n')).map((line) => line.trim().split(/\s+/));
  return rows.find(([, local]) => local?.endsWith(ending))?.[9];
}

async function groupOf(pid: number): Promise<number | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name before the state, the parent and the group may hold spaces.
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[2]);
}
