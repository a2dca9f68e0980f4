/** A relay that tests kill. Arguments: JSON-RPC of the two chains, the journal's path, the relay's seed in hex, its patience in milliseconds. */
import { flushCompileCache } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { createKeyPairSignerFromPrivateKeyBytes } from "@solana/kit";
import { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { DESTINATION_NETWORKS } from "#lib/protocol/solana.ts";
import { CROSS_ASSETS, type CrossAsset } from "#lib/protocol/swaps/assets.ts";
import { Relay } from "#services/sandbox/relay/relay.ts";
import { RelayJournal } from "#services/sandbox/relay/relay-journal.ts";

const PAUSE_MS = 10;
const [, , source = "", destination = "", journal = "", seed = "", patience = ""] = process.argv;
const signer = await createKeyPairSignerFromPrivateKeyBytes(Buffer.from(seed, "hex"));
const accounts = new Map<CrossAsset, string>();
for (const asset of CROSS_ASSETS)
  accounts.set(asset, await tokenAccountOf(signer.address, TOKENS[asset].mint));
const relay = new Relay({
  source: new ChainReads(source),
  destination: new ChainReads(destination),
  network: DESTINATION_NETWORKS[0],
  signer,
  accounts,
  // The same asset on the other chain needs no price.
  pools: () => Promise.resolve([]),
  journal: new RelayJournal(journal),
  patienceMs: Number(patience),
  log: { info: () => {}, warn: () => {} },
});
// A SIGKILL leaves no time for it.
flushCompileCache();
process.stdout.write("ready\n");
for (;;) {
  await relay.run(Date.now()).catch(() => {});
  await sleep(PAUSE_MS);
}
