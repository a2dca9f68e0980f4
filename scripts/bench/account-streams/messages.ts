/** The messages between the measuring process and the process of the readers. */

export type ReaderTarget = { url: string; headers: Record<string, string> };

export type ReadersCommand =
  /** A reader of each. Answered when each has the first event of its stream. */
  | { type: "connect"; targets: ReaderTarget[] }
  /** From now on fills are timed and, with `record`, all events are kept. */
  | { type: "begin"; record: boolean }
  /** Answered when this many fills have arrived since `begin`, or none did for some seconds: an order may find none. */
  | { type: "end"; fills: number }
  | { type: "leave" };

export type Received = {
  fills: number;
  /** Trades of which not exactly two fills arrived, one for each side. */
  wrongTrades: number;
  events: number;
  /** Milliseconds from the time in a fill to its receipt. */
  p50: number;
  p99: number;
  /** All events in the order of their receipt, milliseconds from `begin`. */
  record: RecordedEvent[];
};

export type RecordedEvent = { at: number; reader: number; frame: string };
