/** Opens the chain of a folder: begins it when it is new, else continues behind the newest snapshot that fits. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from "@solana/kit";
import type { Clock } from "#lib/platform/clock.ts";
import type { Logger } from "#lib/platform/log.ts";
import { readSnapshots } from "./disk/snapshot-files.ts";
import { buildGenesis } from "./genesis/build-genesis.ts";
import { type Genesis, readGenesis, readGenesisVm, writeGenesis } from "./genesis/genesis-file.ts";
import { History } from "./history/history.ts";
import { Ledger } from "./ledger/ledger.ts";
import type { StartPoint } from "./ledger/replay.ts";
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "./vm/account-state.ts";
import { tokenHolding } from "./vm/token-account.ts";
import { Vm } from "./vm/vm.ts";

export type ChainSettings = {
  folder: string;
  /** Names the network; the hashes of all blocks follow from it. */
  genesisHash: string;
  clock: Clock;
  log: Pick<Logger, "info" | "warn" | "fatal">;
  /** For a chain that begins now; one that exists keeps what it began with. */
  begin: {
    slotMs: number;
    finalSlots: number;
    /** Undefined: the account that airdrops. */
    treasury: string | undefined;
    vault: Genesis["vault"];
    /** Prices of the pools by token. */
    prices: () => Promise<Record<string, string>>;
  };
};

export type Chain = {
  ledger: Ledger;
  history: History;
  genesis: Genesis;
  faucet: KeyPairSigner;
  close: () => Promise<void>;
};

/** @throws VmUnavailable; Error for damaged files */
export async function openChain(settings: ChainSettings): Promise<Chain> {
  const { folder, clock, log } = settings;
  const genesis = readGenesis(folder) ?? (await begin(settings));
  const history = new History(join(folder, "history.sqlite"));
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

/** A snapshot helps only as far as the history goes: what is behind it is not run again. */
async function startPoint(
  { folder, genesisHash, log }: ChainSettings,
  history: History,
): Promise<{ vm: Vm; from: StartPoint }> {
  const newest = history.newest()?.slot ?? -1;
  const warn = (text: string) => log.warn(text);
  for (const { vm: bytes, ...place } of readSnapshots(join(folder, "snapshots"), warn)) {
    if (place.slot <= newest) return { vm: await Vm.restore(bytes), from: place };
  }
  const vm = await Vm.restore(readGenesisVm(folder));
  // The history is made again from the first block on.
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
