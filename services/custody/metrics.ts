/** Metrics of the vault. Amounts are rounded to numbers, for graphs and alarms alone. */
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { VaultProof } from "#lib/protocol/wire/vault.ts";

const AMOUNTS = ["balance", "liabilities", "reserved", "unattributed", "difference"] as const;

export function custodyMetrics(proof: () => VaultProof | undefined): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "vault_usdc",
    help: "USDC of the vault by what it is",
    labelNames: ["amount"],
    registers,
    collect() {
      const known = proof();
      if (known === undefined) return;
      for (const amount of AMOUNTS) this.set({ amount }, Number(known[amount]));
    },
  });
  new Gauge({
    name: "vault_paying",
    help: "1 while withdrawals are paid, 0 while something stops them",
    registers,
    collect() {
      this.set(proof()?.paying === true ? 1 : 0);
    },
  });
  new Gauge({
    name: "vault_signers_reachable",
    help: "Signers of the vault that answer",
    registers,
    collect() {
      this.set(proof()?.signers.filter((one) => one.reachable).length ?? 0);
    },
  });
  return registry;
}
