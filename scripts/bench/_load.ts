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
  private readonly requests: readonly Buffer[];
  private readonly options: LoadOptions;
  private readonly onAnswer: OnAnswer;
  private readonly latencies: number[] = [];
  private readonly statuses: Record<string, number> = {};
  private readonly idle: Lane[] = [];
  private refusedItems = 0;
  private next = 0;
  private answered = 0;
  private started = 0;
  private finish: () => void = () => {};

  constructor(requests: readonly Buffer[], options: LoadOptions, onAnswer: OnAnswer) {
    this.requests = requests;
    this.options = options;
    this.onAnswer = onAnswer;
  }

  async run(): Promise<LoadResult> {
    const { connections, port } = this.options;
    const lanes = await Promise.all(Array.from({ length: connections }, () => Lane.open(port)));
    for (const lane of lanes) {
      lane.onAnswer = (text) => this.answer(lane, text);
      this.idle.push(lane);
    }
    const finished = new Promise<void>((resolve) => {
      this.finish = resolve;
    });
    this.started = performance.now();
    this.pump();
    await finished;
    const seconds = (performance.now() - this.started) / 1000;
    for (const lane of lanes) lane.close();
    return this.result(seconds);
  }

  private result(seconds: number): LoadResult {
    const sorted = this.latencies.sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    const requests = this.requests.length;
    const { statuses, refusedItems } = this;
    const [p50, p99] = [at(0.5), at(0.99)];
    return { requests, seconds, perSecond: requests / seconds, p50, p99, statuses, refusedItems };
  }

  /** Sends the requests that are due on the connections that are free. */
  private pump(): void {
    const { rate } = this.options;
    const now = performance.now();
    const allowed = rate === undefined ? Infinity : ((now - this.started) / 1000) * rate;
    while (this.next < Math.min(allowed, this.requests.length)) {
      const lane = this.idle.pop();
      if (lane === undefined) break;
      const due = rate === undefined ? now : this.started + (this.next / rate) * 1000;
      const request = this.requests[this.next];
      this.next += 1;
      if (request !== undefined) lane.send(request, due);
    }
    if (rate !== undefined && this.next < this.requests.length) setTimeout(() => this.pump(), 1);
  }

  private answer(lane: Lane, text: string): void {
    this.latencies.push(performance.now() - lane.due);
    const status = text.slice(9, 12);
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    this.refusedItems += text.split(REFUSED_ITEM).length - 1;
    this.onAnswer(text);
    this.answered += 1;
    this.idle.push(lane);
    if (this.answered === this.requests.length) this.finish();
    else if (this.options.rate === undefined) this.pump();
  }
}

/** The bytes of one request. */
export function requestBytes(line: string, headers: Record<string, string>, body: string): Buffer {
  const head = Object.entries({ host: "127.0.0.1", ...headers, "content-length": body.length })
    .map(([name, value]) => `${name}: ${value}`)
    .join("\r\n");
  return Buffer.from(`${line} HTTP/1.1\r\n${head}\r\n\r\n${body}`, "latin1");
}

const HEAD_END = "\r\n\r\n";
const REFUSED_ITEM = '"status":"error"';

/** One connection; it reads answers that have a Content-Length. */
class Lane {
  due = 0;
  onAnswer: OnAnswer = () => {};
  private readonly socket: Socket;
  private text = "";

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => this.read(chunk));
  }

  static open(port: number): Promise<Lane> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      socket.once("error", reject);
      socket.once("connect", () => resolve(new Lane(socket)));
    });
  }

  send(request: Buffer, due: number): void {
    this.due = due;
    this.socket.write(request);
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: string): void {
    this.text = this.text === "" ? chunk : this.text + chunk;
    const head = this.text.indexOf(HEAD_END);
    if (head === -1) return;
    const length = Number(/content-length: (\d+)/i.exec(this.text)?.[1] ?? 0);
    const end = head + HEAD_END.length + length;
    if (this.text.length < end) return;
    const answer = this.text;
    this.text = answer.slice(end);
    this.onAnswer(answer);
  }
}
