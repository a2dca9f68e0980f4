/** Limits open connections, in all and of an address: idle ones and unfinished heads cost a client nothing. */
import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import type { AddressList } from "./address-list.ts";
import { addressHash, clientAddress } from "./client-address.ts";

/** Two addresses share a count by a chance of 1 in 65,536. Few addresses come near their limit, so it is harmless. */
const ADDRESS_SLOTS = 65_536;
/** Behind the counts of the addresses. */
const TOTAL_SLOT = ADDRESS_SLOTS;
/** The part of all connections that stays free for exempt addresses. */
const EXEMPT_SHARE = 0.1;

/** Open connections by address, in memory that the servers of one port can share. */
export type ConnectionCounts = {
  slots: SharedArrayBuffer;
  /** Random, so that no client can aim at the count of another address. */
  seed: string;
};

export type ConnectionLimit = {
  /** Most open connections of all servers that share `counts`. */
  total: number;
  /** Most of one address. Absent behind a proxy, which is one address for all clients. */
  perAddress?: number | undefined;
  /** Addresses without a limit of their own. A tenth of the total stays free for them. */
  exempt?: AddressList;
  counts?: ConnectionCounts;
  onRefused: () => void;
};

export function createConnectionCounts(): ConnectionCounts {
  const slots = new SharedArrayBuffer((ADDRESS_SLOTS + 1) * Int32Array.BYTES_PER_ELEMENT);
  return { slots, seed: randomBytes(16).toString("hex") };
}

/** Closes each connection beyond the limit at once. */
export function limitConnections(server: Server, limit: ConnectionLimit): void {
  const { slots, seed } = limit.counts ?? createConnectionCounts();
  const counts = new Int32Array(slots);
  /** False when there were `most` before. */
  const enter = (slot: number, most: number) => {
    if (Atomics.add(counts, slot, 1) < most) return true;
    Atomics.sub(counts, slot, 1);
    return false;
  };
  const admit = (address: string, slot: number) => {
    const isExempt = limit.exempt?.has(address) === true;
    const forOthers = limit.exempt ? Math.floor(limit.total * (1 - EXEMPT_SHARE)) : limit.total;
    const mostOfAddress = isExempt ? undefined : limit.perAddress;
    if (!enter(TOTAL_SLOT, isExempt ? limit.total : forOthers)) return false;
    if (enter(slot, mostOfAddress ?? Number.POSITIVE_INFINITY)) return true;
    Atomics.sub(counts, TOTAL_SLOT, 1);
    return false;
  };
  server.on("connection", (socket) => {
    const address = clientAddress(socket.remoteAddress, undefined, 0);
    const slot = addressHash(seed, address) % ADDRESS_SLOTS;
    if (!admit(address, slot)) {
      limit.onRefused();
      socket.destroy();
      return;
    }
    socket.once("close", () => {
      Atomics.sub(counts, TOTAL_SLOT, 1);
      Atomics.sub(counts, slot, 1);
    });
  });
}
