/** What the measuring process and the processes of its clients tell each other. */

export type ConnectCommand = {
  type: "connect";
  port: number;
  path: string;
  clients: number;
  /** New connections a second. */
  perSecond: number;
  /** Each client at a multiple of this is read and not only counted. */
  sampleEvery: number;
};

export type ClientsCommand =
  | ConnectCommand
  | { type: "measure"; seconds: number }
  /** That many clients stop reading. */
  | { type: "stall"; clients: number }
  | { type: "leave" };

/** A window of all clients; those that stopped reading count no more. */
export type Window = {
  seconds: number;
  /** Clients that were connected at its end. */
  open: number;
  events: number;
  bytes: number;
  /** Events of the client that got the fewest, and the most. */
  least: number;
  most: number;
  /** Milliseconds from the server's having the data to its receipt, over the sampled clients. */
  p50: number;
  p99: number;
  samples: number;
  /** Since the connect, of the sampled clients: best prices that others got, best prices out of order, fills that never came. */
  missed: number;
  misplaced: number;
  lostTrades: number;
  /** Sampled clients that the newest best prices never reached. */
  behind: number;
  /** CPU seconds of the clients' own process. */
  cpu: number;
};

export type Connected = { open: number; refused: Record<string, number>; seconds: number };

export type PagesCommand = {
  port: number;
  paths: string[];
  /** Requests a second of each path. */
  perSecond: number;
  seconds: number;
};

/** Milliseconds, by path; from when the request was due. */
export type PagesResult = Record<
  string,
  { p50: number; p99: number; statuses: Record<string, number> }
>;
