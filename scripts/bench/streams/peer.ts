/** A stream server under measurement. */
import { cpuSeconds, residentKilobytes } from "#scripts/bench/shared/child-process.ts";

export type Peer = {
  name: "ours" | "plain" | "nchan";
  port: number;
  /** The path that a client requests. */
  path: string;
  pids: () => number[];
  /** Publishing begins and ends with a round, for peers that do not publish by themselves. */
  begin: () => void;
  end: () => void;
  stop: () => Promise<void>;
};

/** CPU seconds of all its processes so far. */
export function cpuOf(peer: Peer): number {
  return peer.pids().reduce((sum, pid) => sum + cpuSeconds(pid), 0);
}

/** Resident kilobytes of all its processes. */
export function memoryOf(peer: Peer): number {
  return peer.pids().reduce((sum, pid) => sum + residentKilobytes(pid), 0);
}
