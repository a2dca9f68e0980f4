/**
 * How clients process the bytes that they read: all of them count messages, and a sample of them parses the
 * messages.
 */
import { parseEvents } from "./script.ts";
import { sequenceOf, stampedAt } from "./stamps.ts";

const END = Buffer.from("\n\n");
const NEWLINE = 10;

/** Counts the ends of messages in a byte stream, wherever it is split. */
export class MessageCounter {
  count = 0;
  #endsWithNewline = false;

  /** The first `length` bytes of `buffer` are new. */
  read(buffer: Buffer, length: number): void {
    let from = 0;
    if (this.#endsWithNewline && buffer[0] === NEWLINE) {
      this.count += 1;
      from = 1;
    }
    for (;;) {
      const at = buffer.indexOf(END, from);
      if (at === -1 || at + 1 >= length) break;
      this.count += 1;
      from = at + END.length;
    }
    // A newline that ended a message cannot also be the first half of the next end.
    this.#endsWithNewline = from < length && buffer[length - 1] === NEWLINE;
  }
}

/** Parses every message: its age and its sequence number. */
export class MessageReader {
  /** Milliseconds from the stamp of each stamped message to its receipt. */
  latencies: number[] = [];
  /** The sequence numbers of the best prices, in the order of their arrival. */
  readonly sequence: number[] = [];
  lastTrade = 0;
  /** Fills that are missing from the tape. */
  lostTrades = 0;
  #rest = "";

  /** `receivedAt` in Unix milliseconds. */
  read(text: string, receivedAt: number): void {
    this.#rest += text;
    const end = this.#rest.lastIndexOf("\n\n");
    if (end === -1) return;
    const whole = this.#rest.slice(0, end + 2);
    this.#rest = this.#rest.slice(end + 2);
    for (const { event, data } of parseEvents(whole)) this.#take(event, data, receivedAt);
  }

  #take(event: string, data: string, receivedAt: number): void {
    const stamp = stampedAt(event, data);
    if (stamp !== undefined) this.latencies.push(receivedAt - stamp);
    const sequence = sequenceOf(event, data);
    if (sequence !== undefined) this.sequence.push(sequence);
    if (event !== "trades") return;
    for (const [, id] of data.matchAll(/"id":(\d+)/g)) {
      if (this.lastTrade !== 0) this.lostTrades += Math.max(0, Number(id) - this.lastTrade - 1);
      this.lastTrade = Number(id);
    }
  }
}

/**
 * Best prices that one client missed and another one got, between the first and the last that the client got itself. A
 * number that no client got was never published: a late poll of the venue skips the answer before it.
 */
export function missedPrices(sequences: readonly (readonly number[])[]): number {
  const published = [...new Set(sequences.flat())];
  let missed = 0;
  for (const sequence of sequences) {
    const got = new Set(sequence);
    const [first = Infinity, last = -Infinity] = [sequence[0], sequence.at(-1)];
    missed += published.filter((one) => one > first && one < last && !got.has(one)).length;
  }
  return missed;
}

/** Best prices that came after a newer one, or twice. */
export function misplacedPrices(sequences: readonly (readonly number[])[]): number {
  const inOne = (sequence: readonly number[]) =>
    sequence.filter((one, index) => index > 0 && one <= (sequence[index - 1] ?? 0)).length;
  return sequences.reduce((sum, sequence) => sum + inOne(sequence), 0);
}
