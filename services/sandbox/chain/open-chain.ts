/** The sandbox's parts of the simulated chain, made of its settings. */
import { join } from "node:path";
import type { Secret } from "#lib/kernel/env.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { PaymentArchive } from "./archive/archive.ts";
import { type RawNode, rawNode } from "./archive/raw-node.ts";
import { ChainSite } from "./chain-site.ts";
import { TransactionSender } from "./transaction-sender.ts";
import { Treasury } from "./treasury.ts";

export type ChainSettings = { url: string; treasurySeed: Secret };

export type ChainPayer = { sender: TransactionSender; treasury: Treasury };

export type SandboxChain = {
  site: ChainSite;
  /** Undefined where no chain runs. */
  payer: ChainPayer | undefined;
  close: () => void;
};

type Surroundings = {
  /** Further accounts that the explorer names. */
  parties?: readonly (readonly [string, string])[];
  /** Keeps the archive. */
  folder: string;
  clock: Clock;
  /** For tests; the chain itself when absent. */
  node?: RawNode;
};

/** @param settings undefined where no chain runs */
export async function openChain(
  settings: ChainSettings | undefined,
  { folder, clock, node, parties = [] }: Surroundings,
): Promise<SandboxChain> {
  const archive = new PaymentArchive({ path: join(folder, "chain.jsonl"), clock });
  if (settings === undefined) {
    const site = new ChainSite({ archive, node: undefined, treasury: undefined, parties: [] });
    return { site, payer: undefined, close: () => {} };
  }
  const { url, treasurySeed } = settings;
  const sender = new TransactionSender(url);
  const treasury = await Treasury.open(Buffer.from(treasurySeed.reveal(), "hex"), sender);
  const site = new ChainSite({ archive, node: node ?? rawNode(url), treasury, parties });
  return { site, payer: { sender, treasury }, close: () => sender.close() };
}
