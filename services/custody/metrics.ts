/** Metrics of the vault. Amounts are rounded to numbers, for graphs and alarms alone. */
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { VaultProof } from "#lib/protocol/wire/vault.ts";
import type { FeeAccount } from "./payer/fee-account.ts";
import { usdcText } from "./vault/units.ts";

const AMOUNTS = ["balance", "liabilities", "reserved", "unattributed", "difference"] as const;

export function custodyMetrics({
  proof,
  feeAccount,
  unswept,
}: {
  proof: () => VaultProof | undefined;
  feeAccount: FeeAccount;
  /** Base units at deposit addresses. */
  unswept: () => bigint;
}): Registry {
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
  new Gauge({
    name: "vault_unswept_usdc",
    help: "USDC that is final at deposit addresses and not in the vault yet",
    registers,
    collect() {
      this.set(Number(usdcText(unswept())));
    },
  });
  feeGauges(feeAccount, registers);
  return registry;
}

function feeGauges(feeAccount: FeeAccount, registers: Registry[]): void {
  new Gauge({
    name: "vault_fee_account_lamports",
    help: "What the account has that pays the network's fees",
    registers,
    collect() {
      const { lamports } = feeAccount;
      if (lamports !== undefined) this.set(Number(lamports));
    },
  });
  new Gauge({
    name: "vault_fee_account_fallen_lamports",
    help: "What that account paid in the last hour, refills left out",
    registers,
    collect() {
      this.set(Number(feeAccount.fallen));
    },
  });
  new Gauge({
    name: "vault_fee_account_falls_fast",
    help: "1 while it paid more in the last hour than CUSTODY_FEE_ALERT",
    registers,
    collect() {
      this.set(feeAccount.fallsFast ? 1 : 0);
    },
  });
}
