/**
 * Proofs of reserves: the time of a tree, of its file, and of one account's path read from it.
 *
 * `npm run bench:reserves -- [accounts] [paths] [--smoke]`
 */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { base58 } from "@scure/base";
import { PublishedReserves } from "#lib/protocol/wire/reserves.ts";
import type { VenueDebts } from "#services/venue/engine/debts.ts";
import { ReservesFiles } from "#services/venue/reserves/reserves-files.ts";
import { makeProof } from "#services/venue/reserves/reserves-proof.ts";
import { reservesKeys } from "#services/venue/reserves/reserves-tree.ts";
import { figure } from "./shared/options.ts";
import { count, median, percentile, printCalibration, row } from "./shared/report.ts";

const ACCOUNTS = figure(0, 100_000, 1_000);
const PATHS = figure(1, 1_000, 50);
const USDC = 1_000_000_000n;

const keyOf = (index: number) => base58.encode(createHash("sha256").update(`${index}`).digest());
const debts: VenueDebts = {
  height: 1,
  time: 1_800_000_000_000,
  accounts: Array.from({ length: ACCOUNTS }, (_, index) => ({
    account: keyOf(index),
    balance: BigInt(index) * USDC + 1n,
    positions: BigInt(index % 7) - 3n,
  })),
  fees: USDC,
  insurance: { balance: USDC, positions: 0n },
  reserved: 0n,
  funding: 3n,
};
const keys = reservesKeys("5e".repeat(32));
const folder = mkdtempSync(join(tmpdir(), "bench-reserves-"));

/** Of the process's CPU, its helper threads included. */
function timed<Value>(run: () => Value): { value: Value; milliseconds: number } {
  const before = process.cpuUsage();
  const value = run();
  const { user, system } = process.cpuUsage(before);
  return { value, milliseconds: (user + system) / 1_000 };
}

try {
  printCalibration();
  const made = timed(() => makeProof(debts, keys));
  const { proof, tree } = made.value;
  const files = new ReservesFiles(folder);
  const written = timed(() => files.write(proof, tree));
  const address = keyOf(0);
  files.publish(
    proof.height,
    PublishedReserves.shape.anchor.omit({ root: true }).parse({
      uncredited: "0",
      network: "simulated",
      vault_address: address,
      mint: address,
      payer: address,
      tx_hash: base58.encode(createHash("sha512").update("anchor").digest()),
      slot: 1,
      vault_balance: proof.root.sum,
    }),
  );
  const paths = Array.from({ length: PATHS }, (_, index) =>
    timed(() => files.claim(keyOf((index * 7_919) % ACCOUNTS), keys.salting)),
  );
  if (paths.some(({ value }) => !value?.leaf)) throw new Error("a leaf is missing");
  const times = paths.map(({ milliseconds }) => milliseconds);
  const milliseconds = (value: number) => `${value.toFixed(2)} ms`;
  row(`${count(ACCOUNTS)} accounts, ms of CPU`, "tree", "file", "path, median", "path, 99 %");
  row(
    "",
    milliseconds(made.milliseconds),
    milliseconds(written.milliseconds),
    milliseconds(median(times)),
    milliseconds(percentile(times, 0.99)),
  );
} finally {
  rmSync(folder, { recursive: true });
}
