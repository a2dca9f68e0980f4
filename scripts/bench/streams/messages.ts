/** The messages between the measuring process and the processes of its clients. */

export type ConnectCommand = {
  type: "connect";
  port: number;
  path: string;
  clients: number;
  /** New connections per second. */
  perSecond: number;
  /** The reader parses every client whose index is a multiple of this; of the others it only counts messages. */
  sampleEvery: number;
};

export type ClientsCommand =
  | ConnectCommand
  | { type: "measure"; seconds: number }
  /** That many clients stop reading. */
  | { type: "stall"; clients: number }
  | { type: "leave" };

/** A window over all clients; clients that stopped reading no longer count. */
export type Window = {
  seconds: number;
  /** Clients that were connected at the end of the window. */
  open: number;
  events: number;
  bytes: number;
  /** Events of the clients that got the fewest and the most. */
  least: number;
  most: number;
  /** Milliseconds from the moment when the server had the data to its receipt, over the sampled clients. */
  p50: number;
  p99: number;
  samples: number;
  /**
   * Counts of the sampled clients since they connected: best prices that only others got, best prices out of order, fills that
   * never came.
   */
  missed: number;
  misplaced: number;
  lostTrades: number;
  /** Sampled clients that never got the newest best prices. */
  behind: number;
  /** CPU seconds of the clients' own process. */
  cpu: number;
};

export type Connected = { open: number; refused: Record<string, number>; seconds: number };

export type PagesCommand = {
  port: number;
  paths: string[];
  /** Requests per second of each path. */
  perSecond: number;
  seconds: number;
};

/** Milliseconds, by path; from when the request was due. */
export type PagesResult = Record<
  string,
  { p50: number; p99: number; statuses: Record<string, number> }
>;
