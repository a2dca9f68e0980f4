/** A line to Postgres that a test can cut, stop, or make swallow what the server answers. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type PostgresProxy = {
  /** The database's address through the proxy. */
  url: string;
  /** The answers to the next `count` requests that contain `text` never arrive: the connection ends instead. */
  loseAnswers: (text: string, count: number) => void;
  /** The same for the requests themselves. */
  loseRequests: (text: string, count: number) => void;
  /** The server's answers say `to` where they say `from`, which has as many bytes. */
  rewriteAnswers: (from: string, to: string) => void;
  /** A request whose answer has more than `bytes` gets a part of it, and its connection ends. */
  limitAnswers: (bytes: number) => void;
  /** Requests pass with so many bytes a second. */
  slowRequests: (bytesPerSecond: number) => void;
  /** Ends all connections; with `stay` refuses new ones until `heal`. */
  cut: (options?: { stay: boolean }) => void;
  heal: () => void;
  /** Present connections stay open, and nothing passes on them any more. */
  silence: () => void;
  /** New connections go to another server, or a database whose name is as long; present ones stay as they are. */
  moveTo: (databaseUrl: string) => void;
  close: () => Promise<void>;
};

/** What every connection through the proxy does. */
type Behaviour = {
  /** As clients name the database. */
  source: URL;
  target: URL;
  sockets: Set<Socket>;
  silent: WeakSet<Socket>;
  isCut: boolean;
  mostOfAnswer: number;
  bytesPerSecond: number;
  faults: { text: string; left: number; loses: "request" | "answer" }[];
  rewritten: { from: string; to: string }[];
};

export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const behaviour: Behaviour = {
    source: new URL(databaseUrl),
    target: new URL(databaseUrl),
    sockets: new Set(),
    silent: new WeakSet(),
    isCut: false,
    mostOfAnswer: Number.POSITIVE_INFINITY,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    faults: [],
    rewritten: [],
  };
  const { sockets, silent, faults, rewritten } = behaviour;
  const server = createServer((client) => relay(client, behaviour));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    loseAnswers: (text, count) => faults.push({ text, left: count, loses: "answer" }),
    loseRequests: (text, count) => faults.push({ text, left: count, loses: "request" }),
    rewriteAnswers: (from, to) => rewritten.push({ from, to }),
    limitAnswers: (bytes) => {
      behaviour.mostOfAnswer = bytes;
    },
    slowRequests: (bytes) => {
      behaviour.bytesPerSecond = bytes;
    },
    cut: ({ stay } = { stay: false }) => {
      behaviour.isCut = stay;
      cut();
    },
    heal: () => {
      behaviour.isCut = false;
    },
    silence: () => {
      for (const socket of sockets) silent.add(socket);
    },
    moveTo: (other) => {
      behaviour.target = new URL(other);
    },
    close: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}

function relay(client: Socket, behaviour: Behaviour): void {
  const { source, target, sockets, silent, rewritten } = behaviour;
  if (behaviour.isCut) return void client.destroy();
  const upstream = connect(Number(target.port || 5432), target.hostname);
  let isMute = false;
  let isStarted = false;
  let answered = 0;
  for (const socket of [client, upstream]) {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      sockets.delete(socket);
      client.destroy();
      upstream.destroy();
    });
  }
  client.on("data", (data) => {
    if (silent.has(client)) return;
    const lost = takeFault(behaviour, data);
    if (lost === "request") return void client.destroy();
    if (lost === "answer") isMute = true;
    answered = 0;
    if (!isStarted) replaceAll(data, nameOf(source), nameOf(target));
    isStarted = true;
    upstream.write(data);
    const waitMs = (1_000 * data.length) / behaviour.bytesPerSecond;
    if (waitMs === 0) return;
    client.pause();
    setTimeout(() => client.resume(), waitMs);
  });
  upstream.on("data", (data) => {
    // The server has finished: only its answer is lost.
    if (silent.has(client)) return;
    answered += data.length;
    for (const { from, to } of rewritten) replaceAll(data, from, to);
    if (isMute || answered > behaviour.mostOfAnswer) client.destroy();
    else client.write(data);
  });
}

function takeFault({ faults }: Behaviour, data: Buffer): "request" | "answer" | undefined {
  const fault = faults.find(({ text, left }) => left > 0 && data.includes(text));
  if (fault !== undefined) fault.left -= 1;
  return fault?.loses;
}

/** In place: `to` has as many bytes as `from`. */
function replaceAll(data: Buffer, from: string, to: string): void {
  for (let at = data.indexOf(from); at >= 0; at = data.indexOf(from, at + 1)) data.write(to, at);
}

/** Name of the database. */
function nameOf({ pathname }: URL): string {
  return pathname.slice(1);
}
