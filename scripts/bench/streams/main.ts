/**
 * Event streams of one market to thousands of clients: the app against plain `node:http` and nchan, which send the same
 * events at the same moments, taking turns in one run; then pages, slow readers and memory of the app under that load.
 *
 * `npm run bench:streams -- [--clients 5000] [--seconds 20] [--rounds 3] [--peers ours,plain,nchan] [--no-phases]
 * [--minutes 10] [--record]`; `--smoke` checks only that every client got every event.
 */

import { count, print, printCalibration } from "#scripts/bench/shared/report.ts";
import { root } from "#scripts/dev/root.ts";
import { StreamClients } from "./clients.ts";
import { lossesOf } from "./losses.ts";
import { hasNchan, startNchan } from "./nchan.ts";
import { readOptions } from "./options.ts";
import { type Ours, startOurs } from "./ours.ts";
import type { Peer } from "./peer.ts";
import { runPhases } from "./phases.ts";
import { startPlain } from "./plain.ts";
import { recordConstants } from "./record.ts";
import { printRatios, printRound, printRounds, printSetup } from "./report.ts";
import { type Round, runRound } from "./round.ts";
import type { Script } from "./script.ts";

/** After this many seconds, polls of 350 ms, 600 ms and 1 s are in step again. */
const SCRIPT_SECONDS = 21;
const SMOKE_SCRIPT_SECONDS = 4.2;
const WARM_UP_SECONDS = 5;

const options = readOptions(process.argv.slice(2));
process.chdir(root);

/** Fills `peers` as they start, so that the caller knows which ones run when one of them fails to start. */
async function startPeers(peers: Peer[], ours: Ours, script: Script): Promise<void> {
  for (const name of options.peers) {
    if (name === "ours") peers.push(ours);
    else if (name === "plain") peers.push(await startPlain(script));
    else if (hasNchan()) peers.push(await startNchan(script));
    else print("nchan is skipped: apt-get install nginx-light libnginx-mod-nchan");
  }
}

async function measure(ours: Ours, clients: StreamClients): Promise<void> {
  const script = await ours.record(options.smoke ? SMOKE_SCRIPT_SECONDS : SCRIPT_SECONDS);
  printSetup(script, options);
  const peers: Peer[] = [];
  try {
    await startPeers(peers, ours, script);
    const rounds: Round[] = [];
    // The first round warms all of them up.
    for (let index = options.smoke ? 1 : 0; index <= options.rounds; index += 1) {
      for (const peer of peers) {
        const seconds = index === 0 ? WARM_UP_SECONDS : options.seconds;
        const round = await runRound(clients, peer, { ...options, seconds });
        if (index > 0) rounds.push(round);
        printRound(round, index);
      }
    }
    if (!options.smoke) {
      printRounds(rounds);
      printRatios(rounds);
    }
    for (const loss of lossesOf(rounds, options)) {
      print(`LOST: ${loss}`);
      process.exitCode = 1;
    }
    if (!options.phases) return;
    const phases = await runPhases(ours, clients, options);
    if (options.record) await recordConstants({ rounds, script, options, phases });
  } finally {
    for (const peer of peers) if (peer !== ours) await peer.stop();
  }
}

printCalibration();
print(
  `${count(options.clients)} clients in one process on the same cores, one venue of one scripted market`,
);
const ours = await startOurs(root);
const clients = new StreamClients();
try {
  await measure(ours, clients);
} finally {
  await clients.stop();
  await ours.stop();
}
