/**
 * Opens the chain of a folder: begins a new one, or continues after the newest snapshot that fits.
 */

import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from "@solana/kit";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { readSnapshots } from "./disk/snapshot-files.ts";
import { buildGenesis } from "./genesis/build-genesis.ts";
import { slotHashesFrom } from "./genesis/features-file.ts";
import { type Genesis, readGenesis, readGenesisVm, writeGenesis } from "./genesis/genesis-file.ts";
import { ChainHistory } from "./history/history.ts";
import { Ledger } from "./ledger/ledger.ts";
import type { StartPoint } from "./ledger/replay.ts";
import { tokenHolding } from "./vm/token-account.ts";
import { Vm } from "./vm/vm.ts";

export type ChainSettings = {
  folder: string;
  /** Names the network. The hashes of all blocks depend on it. */
  genesisHash: string;
  clock: Clock;
  log: Pick<Logger, "info" | "warn" | "fatal">;
  /** For a new chain. An existing one keeps its first terms. */
  begin: {
    slotMs: number;
    finalSlots: number;
    /** Undefined: the account that gives airdrops. */
    treasury: string | undefined;
    vault: Genesis["vault"];
    /** The pools' prices by token. */
    prices: () => Promise<Record<string, string>>;
  };
};

export type Chain = {
  ledger: Ledger;
  history: ChainHistory;
  genesis: Genesis;
  faucet: KeyPairSigner;
  close: () => Promise<void>;
};

/** @throws VmUnavailable; Error for damaged files */
export async function openChain(settings: ChainSettings): Promise<Chain> {
  const { folder, clock, log } = settings;
  const known = readGenesis(folder);
  const genesis = known ?? (await begin(settings));
  const now = Math.floor((clock.now() - genesis.created_at) / genesis.slot_ms);
  const history = new ChainHistory(join(folder, "history.sqlite"));
  const { vm, from } = await startPoint(settings, history);
  const ledger = await Ledger.open(
    {
      folder,
      vm,
      history,
      clock,
      genesisAt: genesis.created_at,
      genesisHash: settings.genesisHash,
      slotMs: genesis.slot_ms,
      finalSlots: genesis.final_slots,
      slotHashesFrom: slotHashesFrom(folder, known === undefined ? 0 : now + 1),
      log,
    },
    from,
  );
  const close = async (): Promise<void> => {
    await ledger.close();
    history.close();
  };
  return { ledger, history, genesis, faucet: await faucetOf(genesis), close };
}

async function begin({ folder, clock, begin: plan }: ChainSettings): Promise<Genesis> {
  const faucet_seed = randomBytes(32).toString("hex");
  const faucet = await signerOf(faucet_seed);
  const genesis: Genesis = {
    created_at: clock.now(),
    slot_ms: plan.slotMs,
    final_slots: plan.finalSlots,
    treasury: plan.treasury ?? faucet.address,
    vault: plan.vault,
    prices: await plan.prices(),
    faucet_seed,
  };
  const vm = await Vm.create();
  await buildGenesis(vm, genesis, faucet.address);
  writeGenesis(folder, genesis, vm.snapshot());
  return genesis;
}

/**
 * A snapshot must not be newer than the history, because the blocks before it are not run again.
 */
async function startPoint(
  { folder, genesisHash, log }: ChainSettings,
  history: ChainHistory,
): Promise<{ vm: Vm; from: StartPoint }> {
  const newest = history.newest()?.slot ?? -1;
  const warn = (text: string) => log.warn(text);
  for (const { vm: bytes, ...position } of readSnapshots(join(folder, "snapshots"), warn)) {
    if (position.slot <= newest) return { vm: await Vm.restore(bytes), from: position };
  }
  const vm = await Vm.restore(readGenesisVm(folder));
  // The history is made again from the first block.
  history.clear();
  history.addTokens(genesisTokens(vm));
  return { vm, from: { slot: 0, hash: genesisHash, logEnd: 0 } };
}

function genesisTokens(vm: Vm) {
  return [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].flatMap((program) =>
    vm.accountsOf(program).flatMap(({ key, state }) => {
      const holding = tokenHolding(state);
      return holding === undefined ? [] : [{ key, program, holding }];
    }),
  );
}

async function faucetOf({ faucet_seed }: Genesis): Promise<KeyPairSigner> {
  return signerOf(faucet_seed);
}

async function signerOf(seed: string): Promise<KeyPairSigner> {
  return createKeyPairSignerFromPrivateKeyBytes(Buffer.from(seed, "hex"));
}
