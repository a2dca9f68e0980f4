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

export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let isCut = false;
  let mostOfAnswer = Number.POSITIVE_INFINITY;
  let bytesPerSecond = Number.POSITIVE_INFINITY;
  const faults: { text: string; left: number; loses: "request" | "answer" }[] = [];
  const rewritten: { from: string; to: string }[] = [];
  const take = (data: Buffer) => {
    const fault = faults.find(({ text, left }) => left > 0 && data.includes(text));
    if (fault !== undefined) fault.left -= 1;
    return fault?.loses;
  };
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const upstream = connect(Number(target.port || 5432), target.hostname);
    let isMute = false;
    let answered = 0;
    let isStarted = false;
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
      const lost = take(data);
      if (lost === "request") return void client.destroy();
      if (lost === "answer") isMute = true;
      answered = 0;
      if (!isStarted) replaceAll(data, nameOf(databaseUrl), nameOf(target));
      isStarted = true;
      upstream.write(data);
      if (bytesPerSecond === Number.POSITIVE_INFINITY) return;
      client.pause();
      setTimeout(() => client.resume(), (1_000 * data.length) / bytesPerSecond);
    });
    upstream.on("data", (data) => {
      // The server has finished: only its answer is lost.
      if (silent.has(client)) return;
      answered += data.length;
      for (const { from, to } of rewritten) replaceAll(data, from, to);
      if (isMute || answered > mostOfAnswer) client.destroy();
      else client.write(data);
    });
  });
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
      mostOfAnswer = bytes;
    },
    slowRequests: (bytes) => {
      bytesPerSecond = bytes;
    },
    cut: ({ stay } = { stay: false }) => {
      isCut = stay;
      cut();
    },
    heal: () => {
      isCut = false;
    },
    silence: () => {
      for (const socket of sockets) silent.add(socket);
    },
    moveTo: (other) => {
      target = new URL(other);
    },
    close: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}

/** In place: `to` has as many bytes as `from`. */
function replaceAll(data: Buffer, from: string, to: string): void {
  for (let at = data.indexOf(from); at >= 0; at = data.indexOf(from, at + 1)) data.write(to, at);
}

/** Of the database. */
function nameOf(url: string | URL): string {
  return new URL(url).pathname.slice(1);
}
