/** A thread that makes one proof of reserves, so that neither the engine nor a gateway waits for its hashes. */
import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import type { VenueDebts } from "#services/venue/engine/debts.ts";
import type { ProverAnswer, ProverData } from "./prover-messages.ts";
import { ReservesFiles } from "./reserves-files.ts";
import { makeProof } from "./reserves-proof.ts";
import { reservesKeys } from "./reserves-tree.ts";

const { folder, seed, debts } = workerData as ProverData;
const [owed] = (await once(debts, "message")) as [VenueDebts];
const { proof, tree } = makeProof(owed, reservesKeys(seed));
new ReservesFiles(folder).write(proof, tree);
debts.close();
parentPort?.postMessage({ proof } satisfies ProverAnswer);
