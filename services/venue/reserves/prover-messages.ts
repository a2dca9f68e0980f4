/** The messages between a gateway and the thread that makes a proof of reserves. */
import type { MessagePort } from "node:worker_threads";
import type { ReservesProof } from "#lib/protocol/wire/reserves.ts";

/** The venue's folder, its secret of proofs (32 bytes, hex), and the port to which the follower posts `VenueDebts`. */
export type ProverData = { folder: string; seed: string; debts: MessagePort };

export type ProverAnswer = { proof: ReservesProof };
