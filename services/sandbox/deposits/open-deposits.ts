/** Chooses how deposits are made: on the chain when the venue has a vault there, else by the operator's command. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Secret } from "#lib/kernel/env.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { startRepeatedTask } from "#lib/kernel/time/repeated-task.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import { keepFees } from "#services/sandbox/chain/keep-fees.ts";
import type { ChainPayer } from "#services/sandbox/chain/open-chain.ts";
import type { Deposits } from "#services/sandbox/venue/deposits.ts";
import { Operator } from "#services/sandbox/venue/operator.ts";
import { ChainDeposits } from "./chain-deposits.ts";
import { coverOldDeposits } from "./opening-balance.ts";
import { OperatorDeposits } from "./operator-deposits.ts";
import { VenueReader } from "./venue-reader.ts";

const FEES_EVERY_MS = 60_000;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 2_000;

export type VaultSettings = { authority: string; readerKey: Secret; feeAccount: string };

export type OpenDeposits = { deposits: Deposits; stop: () => Promise<void> };

type Parts = {
  config: {
    venueUrl: string;
    operatorKey: Secret;
    /** Absent when the operator credits deposits. */
    vault: VaultSettings | undefined;
  };
  payer: ChainPayer | undefined;
  folder: string;
  log: Pick<Logger, "info" | "warn">;
};

export function openDeposits({ config, payer, folder, log }: Parts): OpenDeposits {
  const { venueUrl, operatorKey, vault } = config;
  if (payer === undefined || vault === undefined) {
    const deposits = new OperatorDeposits(new Operator(venueUrl, operatorKey));
    return { deposits, stop: async () => {} };
  }
  const { sender, treasury } = payer;
  const { authority, readerKey, feeAccount } = vault;
  const reader = new VenueReader(venueUrl, readerKey);
  const marker = join(folder, "opening-balance.json");
  const opening = { sender, treasury, reader, authority, marker, log };
  const stopping = new AbortController();
  const begin = async () => {
    await keepFees(sender.rpc, feeAccount);
    await coverOldDeposits(opening);
  };
  const ready = untilDone(begin, stopping.signal, log);
  // Only the depositor needs the report.
  ready.catch(() => {});
  const task = {
    everyMs: FEES_EVERY_MS,
    run: () => keepFees(sender.rpc, feeAccount),
    failure: "the account that pays custody's fees could not be refilled",
  };
  const stopFees = startRepeatedTask(task, { timers: systemTimers, log });
  const stop = async (): Promise<void> => {
    stopping.abort();
    await stopFees();
  };
  const { signal } = stopping;
  return { deposits: new ChainDeposits({ treasury, reader, authority, ready, signal }), stop };
}

/** Tries again until it succeeds: chain and venue start beside the sandbox. @throws AbortError when it is stopped before */
async function untilDone(
  work: () => Promise<void>,
  signal: AbortSignal,
  log: Pick<Logger, "warn">,
): Promise<void> {
  for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)) {
    try {
      return await work();
    } catch (error) {
      log.warn({ err: error, waitMs }, "deposits wait for the chain and the venue");
      await sleep(waitMs, undefined, { signal });
    }
  }
}
