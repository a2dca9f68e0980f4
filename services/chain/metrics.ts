/** Metrics of the chain. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { COMMITMENTS, type Ledger } from "./ledger/ledger.ts";

export function chainMetrics(ledger: Ledger, connections: () => number): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "chain_slot",
    help: "Newest slot by commitment",
    labelNames: ["commitment"],
    registers,
    collect() {
      for (const commitment of COMMITMENTS) this.set({ commitment }, ledger.slot(commitment));
    },
  });
  new Gauge({
    name: "chain_subscribers",
    help: "Open WebSocket connections",
    registers,
    collect() {
      this.set(connections());
    },
  });
  const transactions = new Counter({
    name: "chain_transactions_total",
    help: "Transactions that landed, by result",
    labelNames: ["result"],
    registers,
  });
  ledger.listen({
    processed: ({ error }) => transactions.inc({ result: error === null ? "success" : "failure" }),
  });
  return registry;
}
