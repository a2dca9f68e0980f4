/** A load generator at low cost: prepared bytes over keep-alive sockets, one request in flight on each. */
import { connect, type Socket } from "node:net";

export type LoadResult = {
  requests: number;
  seconds: number;
  perSecond: number;
  /** In milliseconds; at a fixed rate, counted from when the request was due. */
  p50: number;
  p99: number;
  statuses: Record<string, number>;
  /** Parts of batches that were refused. */
  refusedItems: number;
};

export type LoadOptions = {
  host?: string;
  port: number;
  connections: number;
  /**
   * Requests per second, independent of the answers; without it, each connection sends again when its
   * answer has come.
   */
  rate?: number | undefined;
};

/** Receives each whole answer, head and body. */
export type OnAnswer = (text: string) => void;

/** Sends every request once and waits for all answers. */
export async function load(
  requests: readonly Buffer[],
  options: LoadOptions,
  onAnswer: OnAnswer = () => {},
): Promise<LoadResult> {
  return new Load(requests, options, onAnswer).run();
}

class Load {
  readonly #requests: readonly Buffer[];
  readonly #options: LoadOptions;
  readonly #onAnswer: OnAnswer;
  readonly #latencies: number[] = [];
  readonly #statuses: Record<string, number> = {};
  readonly #idle: Lane[] = [];
  #refusedItems = 0;
  #next = 0;
  #answered = 0;
  #started = 0;
  #finish: () => void = () => {};
  #fail: (error: Error) => void = () => {};

  constructor(requests: readonly Buffer[], options: LoadOptions, onAnswer: OnAnswer) {
    this.#requests = requests;
    this.#options = options;
    this.#onAnswer = onAnswer;
  }

  async run(): Promise<LoadResult> {
    const { connections, port, host = "127.0.0.1" } = this.#options;
    const finished = new Promise<void>((resolve, reject) => {
      this.#finish = resolve;
      this.#fail = reject;
    });
    const opening = Array.from({ length: connections }, () => Lane.open(host, port));
    const lanes = await Promise.all(opening);
    for (const lane of lanes) {
      lane.onAnswer = (text) => this.#answer(lane, text);
      lane.onEnd = (error) => this.#fail(error);
      this.#idle.push(lane);
    }
    this.#started = performance.now();
    this.#pump();
    await finished;
    const seconds = (performance.now() - this.#started) / 1000;
    for (const lane of lanes) lane.close();
    return this.#result(seconds);
  }

  #result(seconds: number): LoadResult {
    const sorted = this.#latencies.sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    const requests = this.#requests.length;
    const [statuses, refusedItems] = [this.#statuses, this.#refusedItems];
    const [p50, p99] = [at(0.5), at(0.99)];
    return { requests, seconds, perSecond: requests / seconds, p50, p99, statuses, refusedItems };
  }

  /** Sends the requests that are due on the connections that are free. */
  #pump(): void {
    const { rate } = this.#options;
    const now = performance.now();
    const allowed = rate === undefined ? Infinity : ((now - this.#started) / 1000) * rate;
    while (this.#next < Math.min(allowed, this.#requests.length)) {
      // The one that has rested longest: a server closes those that rest too long.
      const lane = this.#idle.shift();
      if (lane === undefined) break;
      const due = rate === undefined ? now : this.#started + (this.#next / rate) * 1000;
      const request = this.#requests[this.#next];
      this.#next += 1;
      if (request !== undefined) lane.send(request, due);
    }
    if (rate !== undefined && this.#next < this.#requests.length) setTimeout(() => this.#pump(), 1);
  }

  #answer(lane: Lane, text: string): void {
    this.#latencies.push(performance.now() - lane.due);
    const status = text.slice(9, 12);
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    this.#refusedItems += text.split(REFUSED_ITEM).length - 1;
    this.#onAnswer(text);
    this.#answered += 1;
    this.#idle.push(lane);
    if (this.#answered === this.#requests.length) this.#finish();
    else if (this.#options.rate === undefined) this.#pump();
  }
}

/** The bytes of one request. */
export function requestBytes(
  line: string,
  headers: Record<string, string> = {},
  body = "",
): Buffer {
  const length = Buffer.byteLength(body);
  const head = Object.entries({ host: "127.0.0.1", ...headers, "content-length": length })
    .map(([name, value]) => `${name}: ${value}`)
    .join("\r\n");
  return Buffer.from(`${line} HTTP/1.1\r\n${head}\r\n\r\n${body}`);
}

export type Target = {
  url: string;
  /** Of the request with number `index`. */
  headers: (index: number) => Record<string, string>;
  /** The answer that every request must get. */
  status: number;
  /** JSON; with it the request is a POST. */
  body?: string;
};

const IN_FLIGHT = 16;

/** Requests per second over `count` requests, 16 of them in flight at any time. @throws Error at any other status */
export async function requestsPerSecond(target: Target, count: number, from = 0): Promise<number> {
  const { hostname, port, pathname, host } = new URL(target.url);
  const { status, body } = target;
  const requests = Array.from({ length: count }, (_, index) => {
    const headers = { host, ...target.headers(from + index) };
    if (body === undefined) return requestBytes(`GET ${pathname}`, headers);
    const type = { "content-type": "application/json" };
    return requestBytes(`POST ${pathname}`, { ...headers, ...type }, body);
  });
  let wrong: string | undefined;
  const options = { host: hostname, port: Number(port), connections: IN_FLIGHT };
  const { perSecond } = await load(requests, options, (answer) => {
    if (!answer.startsWith(`HTTP/1.1 ${status} `)) wrong ??= answer.slice(0, 400);
  });
  if (wrong !== undefined) throw new Error(wrong);
  return perSecond;
}

const HEAD_END = "\r\n\r\n";
const REFUSED_ITEM = '"status":"error"';

/** One connection with at most one request in flight. */
class Lane {
  due = 0;
  onAnswer: OnAnswer = () => {};
  onEnd: (error: Error) => void = () => {};
  readonly #socket: Socket;
  #text = "";

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => this.#read(chunk));
    socket.on("error", (error) => this.onEnd(error));
    socket.on("close", () => this.onEnd(new Error("the server closed a connection")));
  }

  static open(host: string, port: number): Promise<Lane> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true });
      socket.once("error", reject);
      socket.once("connect", () => resolve(new Lane(socket)));
    });
  }

  send(request: Buffer, due: number): void {
    this.due = due;
    this.#socket.write(request);
  }

  close(): void {
    this.onEnd = () => {};
    this.#socket.destroy();
  }

  #read(chunk: string): void {
    this.#text = this.#text === "" ? chunk : this.#text + chunk;
    const end = endOfAnswer(this.#text);
    if (end === undefined) return;
    const answer = this.#text;
    this.#text = answer.slice(end);
    this.onAnswer(answer);
  }
}

/** Where the first answer ends; undefined while a part of it is missing. */
function endOfAnswer(text: string): number | undefined {
  const head = text.indexOf(HEAD_END);
  if (head === -1) return undefined;
  const [body, fields] = [head + HEAD_END.length, text.slice(0, head)];
  if (/\r\ntransfer-encoding: chunked/i.test(fields)) {
    return text.endsWith(`\r\n0${HEAD_END}`) ? text.length : undefined;
  }
  const end = body + Number(/\r\ncontent-length: (\d+)/i.exec(fields)?.[1] ?? 0);
  return text.length < end ? undefined : end;
}
