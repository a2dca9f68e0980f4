/** Metrics that a venue has as the primary and as a standby: what it is, and what became of its journal in Postgres. */
import { Counter, Gauge, type Registry } from "prom-client";

/** Counted since the start of the process. With a journal in files all stay 0. */
export class JournalFigures {
  /** Epoch of the newest block that this process has followed or written. */
  epoch = 0;
  /** Attempts to write a block that ended without an answer. Each block is looked up until it is known. */
  unknownOutcomes = 0;
  locksLost = 0;
}

export function addJournalMetrics(
  registry: Registry,
  figures: JournalFigures,
  role: "primary" | "standby",
): void {
  const registers = [registry];
  new Gauge({
    name: "venue_primary",
    help: "1 in the venue that is the primary, 0 in a standby",
    registers,
  }).set(role === "primary" ? 1 : 0);
  new Gauge({
    name: "venue_epoch",
    help: "Epoch of the newest block that this venue knows, one more with each takeover; 0 with a journal in files",
    registers,
    collect() {
      this.set(figures.epoch);
    },
  });
  addCounter(registry, {
    name: "venue_journal_unknown_outcomes_total",
    help: "Attempts to write a block into the table that ended without an answer; each block is looked up",
    read: () => figures.unknownOutcomes,
  });
  addCounter(registry, {
    name: "venue_lock_lost_total",
    help: "Times that this venue lost the lock of the primary without giving it up",
    read: () => figures.locksLost,
  });
}

function addCounter(
  registry: Registry,
  { name, help, read }: { name: string; help: string; read: () => number },
): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}
