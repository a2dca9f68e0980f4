/** The messages about the life of a gateway's thread, between it and the main thread. */
import type { MessagePort } from "node:worker_threads";
import type { CredentialSnapshot } from "#services/venue/link/messages.ts";
import type { GatewayOptions } from "./request/gateway.ts";

export type GatewayData = {
  options: GatewayOptions;
  credentials: { snapshot: CredentialSnapshot; counter: SharedArrayBuffer; port: MessagePort };
  /** Commands and calls go out, answers come in. */
  link: MessagePort;
  /** The channel to the follower, and the memory by which it is woken; see `VenueFollower`. */
  hub: MessagePort;
  wakeMemory: SharedArrayBuffer | undefined;
  counters: SharedArrayBuffer;
  listen: { host: string; port: number; isFirst: boolean; isOnly: boolean };
  logLevel: string;
};

export type FromGateway =
  | { type: "listening"; host: string; port: number; isShared: boolean }
  | { type: "drained" };

/** `begin` comes first, once. */
export type ToGatewayWorker = { type: "begin"; data: GatewayData } | { type: "drain" };
