/** Metrics of one vault signer. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { SIGNER_REFUSALS } from "./signing-refused.ts";

export type SignerMetrics = {
  registry: Registry;
  signed: Counter;
  refused: Counter<"code">;
  lastRead: Gauge;
};

const UNREACHABLE = ["CHAIN_UNREACHABLE", "VENUE_UNREACHABLE"];

export function signerMetrics(): SignerMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const refused = new Counter({
    name: "vault_signer_refused_total",
    help: "Payments that this signer has not signed, by the reason's code",
    labelNames: ["code"],
    registers,
  });
  // Begins at 0, because a series that begins with 1 has not increased and would raise no alert.
  for (const code of [...SIGNER_REFUSALS, ...UNREACHABLE]) refused.inc({ code }, 0);
  return {
    registry,
    refused,
    signed: new Counter({
      name: "vault_signer_signed_total",
      help: "Payments that this signer has signed; one that was asked for again counts again",
      registers,
    }),
    lastRead: new Gauge({
      name: "vault_signer_last_read_seconds",
      help: "When this signer last read the chain and the venue's ledger for a payment, Unix seconds; 0 before the first",
      registers,
    }),
  };
}
