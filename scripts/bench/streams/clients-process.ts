/**
 * Thousands of stream clients in one process, at low cost: raw sockets that share one read buffer. They come from many
 * loopback addresses, because the app limits streams by address.
 */
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "#scripts/bench/shared/report.ts";
import { clientAddress } from "./addresses.ts";
import type { ClientsCommand, ConnectCommand, Connected, Window } from "./messages.ts";
import { MessageCounter, MessageReader, misplacedPrices, missedPrices } from "./reader.ts";

const CONNECT_TIMEOUT_MS = 30_000;
const TICK_MS = 20;
/** Far above the time that the slowest machine needs to deliver what is already published. */
const CATCH_UP_MS = 30_000;

const shared = Buffer.allocUnsafe(256 * 1024);

class Client {
  readonly counter = new MessageCounter();
  readonly reader: MessageReader | undefined;
  readonly socket: Socket;
  bytes = 0;
  status: string | undefined;
  isOpen = true;
  isStalled = false;
  /** The value of the counter at the beginning of a window. */
  countBefore = 0;
  bytesBefore = 0;

  constructor(index: number, { port, path, sampleEvery }: ConnectCommand) {
    this.reader = index % sampleEvery === 0 ? new MessageReader() : undefined;
    const onread = { buffer: shared, callback: (length: number) => this.#read(length) };
    const localAddress = clientAddress(index);
    this.socket = connect({ port, host: "127.0.0.1", localAddress, onread });
    this.socket.on("error", (error: NodeJS.ErrnoException) => {
      this.status ??= error.code ?? "error";
    });
    this.socket.on("close", () => {
      this.status ??= "closed";
      this.isOpen = false;
    });
    const host = `127.0.0.1:${port}`;
    this.socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n\r\n`);
  }

  #read(length: number): boolean {
    this.bytes += length;
    this.status ??= shared.toString("latin1", 9, 12);
    this.counter.read(shared, length);
    this.reader?.read(
      shared.toString("latin1", 0, length),
      performance.timeOrigin + performance.now(),
    );
    return true;
  }
}

let clients: Client[] = [];

async function connectAll(command: ConnectCommand): Promise<Connected> {
  const started = performance.now();
  clients = [];
  while (clients.length < command.clients) {
    const due = ((performance.now() - started) / 1_000) * command.perSecond;
    while (clients.length < Math.min(due, command.clients)) {
      clients.push(new Client(clients.length, command));
    }
    await sleep(TICK_MS);
  }
  const giveUpAt = performance.now() + CONNECT_TIMEOUT_MS;
  while (clients.some(({ status }) => status === undefined) && performance.now() < giveUpAt) {
    await sleep(TICK_MS);
  }
  const refused: Record<string, number> = {};
  for (const { status = "silent" } of clients) {
    if (status !== "200") refused[status] = (refused[status] ?? 0) + 1;
  }
  return { open: openCount(), refused, seconds: (performance.now() - started) / 1_000 };
}

async function measure(seconds: number): Promise<Window> {
  const listening = clients.filter((client) => client.isOpen && !client.isStalled);
  for (const client of listening) {
    client.countBefore = client.counter.count;
    client.bytesBefore = client.bytes;
    if (client.reader !== undefined) client.reader.latencies = [];
  }
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  await sleep(seconds * 1_000);
  const counts = listening.map((client) => client.counter.count - client.countBefore);
  const { user, system } = process.cpuUsage(cpuBefore);
  const readers = listening.flatMap(({ reader }) => reader ?? []);
  const latencies = readers.flatMap((reader) => reader.latencies);
  const ended = performance.now();
  const open = openCount();
  const behind = await clientsBehind(readers);
  const sequences = readers.map(({ sequence }) => sequence);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    seconds: (ended - started) / 1_000,
    open,
    events: sum(counts),
    bytes: sum(listening.map((client) => client.bytes - client.bytesBefore)),
    least: counts.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    most: counts.reduce((most, value) => Math.max(most, value), 0),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    samples: latencies.length,
    missed: missedPrices(sequences),
    misplaced: misplacedPrices(sequences),
    lostTrades: sum(readers.map((reader) => reader.lostTrades)),
    behind,
    cpu: (user + system) / 1e6,
  };
}

/** Waits until every reader has the newest event of this moment. @returns the readers that it never reached */
async function clientsBehind(readers: readonly MessageReader[]): Promise<number> {
  const last = ({ sequence }: MessageReader): number => sequence.at(-1) ?? 0;
  const newest = readers.reduce((most, reader) => Math.max(most, last(reader)), 0);
  const behind = () => readers.filter((reader) => last(reader) < newest).length;
  const giveUpAt = performance.now() + CATCH_UP_MS;
  while (behind() > 0 && performance.now() < giveUpAt) await sleep(TICK_MS);
  return behind();
}

/** Clients between the sampled ones stop reading, so that measurements of the others stay comparable. */
function stall(wanted: number): number {
  const candidates = clients.filter(({ reader, isOpen }) => reader === undefined && isOpen);
  const step = Math.max(1, Math.floor(candidates.length / wanted));
  const chosen = candidates.filter((_, index) => index % step === 0).slice(0, wanted);
  for (const client of chosen) {
    client.isStalled = true;
    client.socket.pause();
  }
  return chosen.length;
}

async function leave(): Promise<number> {
  for (const { socket } of clients) socket.destroy();
  while (openCount() > 0) await sleep(TICK_MS);
  const left = clients.length;
  clients = [];
  return left;
}

const openCount = (): number => clients.filter(({ isOpen }) => isOpen).length;

function run(command: ClientsCommand): Promise<unknown> {
  switch (command.type) {
    case "connect":
      return connectAll(command);
    case "measure":
      return measure(command.seconds);
    case "stall":
      return Promise.resolve(stall(command.clients));
    case "leave":
      return leave();
  }
}

process.on("message", (command: ClientsCommand) => {
  void run(command).then((answer) => process.send?.(answer));
});
