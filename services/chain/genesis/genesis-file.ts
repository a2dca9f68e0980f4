/**
 * The terms with which the chain began. The file never changes, so that a replay begins at the same
 * state.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeFiles } from "#lib/kernel/write-files.ts";

const key = z.string();

const schema = z.strictObject({
  /** Unix milliseconds of slot 0. */
  created_at: z.number().int(),
  slot_ms: z.number().int().min(10),
  final_slots: z.number().int().min(1),
  /** The account that holds the USDC for simulated parties, and may mint more. */
  treasury: key,
  /** The multisig that owns the vault, and its three keys. Two of them must sign. */
  vault: z.strictObject({ authority: key, signers: z.array(key).length(3) }).nullable(),
  /** The pools' first prices in USDC by token, as decimal strings. */
  prices: z.record(z.string(), z.string()),
  /**
   * Seed of the account that gives airdrops: 32 bytes as hex. This chain's lamports have no value.
   */
  faucet_seed: z.string().regex(/^[0-9a-f]{64}$/),
});

export type Genesis = z.output<typeof schema>;

export function readGenesis(folder: string): Genesis | undefined {
  const path = join(folder, "genesis.json");
  if (!existsSync(path)) return undefined;
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new Error(`${path} is damaged. Restore it from a copy, or wipe the data.`, {
      cause: error,
    });
  }
}

/** The VM after genesis. @throws Error when the file is missing or truncated */
export function readGenesisVm(folder: string): Uint8Array {
  return readFileSync(join(folder, "genesis.vm"));
}

/** Writes `genesis.json` last. Without it, the VM file does not count. */
export function writeGenesis(folder: string, genesis: Genesis, vm: Uint8Array): void {
  writeFiles(folder, [
    ["genesis.vm", vm],
    ["genesis.json", `${JSON.stringify(genesis, null, 2)}\n`],
  ]);
}
