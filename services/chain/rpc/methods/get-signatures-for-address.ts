import { z } from "zod";
import { Memos } from "#services/chain/rpc/memo.ts";
import {
  commitment,
  findCommitment,
  method,
  publicKey,
  signature,
  slotFor,
} from "#services/chain/rpc/method.ts";
import { invalidParam } from "#services/chain/rpc/rpc-failure.ts";

const MOST = 1_000;

const memos = new Memos();

export const getSignaturesForAddress = method(
  z.tuple([
    publicKey,
    z
      .object({
        commitment: commitment.optional(),
        minContextSlot: z.number().int().min(0).optional(),
        limit: z.number().int().min(1).max(MOST).optional(),
        before: signature.optional(),
        until: signature.optional(),
      })
      .optional(),
  ]),
  (node, key, config) => {
    if (config?.commitment === "processed") {
      throw invalidParam("Method does not support commitment below `confirmed`");
    }
    const { limit = MOST, before, until } = config ?? {};
    const upTo = slotFor(node, config);
    const rows = node.history.signaturesOf(key, { upTo, limit, before, until });
    return node.faults.listed(rows).map((row) => ({
      signature: row.signature,
      slot: row.slot,
      err: row.error,
      memo: memos.of(row),
      blockTime: node.ledger.secondsOf(row.slot),
      confirmationStatus: findCommitment(node, row.slot) ?? "confirmed",
    }));
  },
);
