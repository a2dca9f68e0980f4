/**
 * Pays into the vault what the venue owed before there was one. It happens once in the life of a data folder, before any other
 * payment into the vault; the chain shows whether it happened.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Address, address, type Signature } from "@solana/kit";
import type { Logger } from "#lib/kernel/log/log.ts";
import { divideUp, parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { USDC_DECIMALS, USDC_MINT } from "#lib/protocol/solana.ts";
import { OPENING_MEMO } from "#services/custody/vault/vault-entry.ts";
import type { TransactionSender } from "#services/sandbox/chain/transaction-sender.ts";
import type { Treasury } from "#services/sandbox/chain/treasury.ts";
import type { VenueReader } from "./venue-reader.ts";

const CALL_TIMEOUT_MS = 5_000;
const PAGE = 1_000;
const VENUE_UNITS = 10n ** BigInt(MONEY_DECIMALS - USDC_DECIMALS);

export type OpeningParts = {
  sender: TransactionSender;
  treasury: Treasury;
  reader: Pick<VenueReader, "liabilities">;
  /** The multisig that owns the vault. */
  authority: string;
  /** Exists once it is done. */
  marker: string;
  log: Pick<Logger, "info">;
};

/** @throws the error of chain or venue; then it is to be tried again */
export async function coverOldDeposits(parts: OpeningParts): Promise<void> {
  const { sender, reader, authority, marker } = parts;
  if (existsSync(marker)) return;
  const vault = await tokenAccountOf(authority, USDC_MINT);
  if (!(await wasPaid(sender, vault))) {
    const owed = parseDecimal(await reader.liabilities(), MONEY_DECIMALS) ?? 0n;
    const missing = divideUp(owed, VENUE_UNITS) - (await balanceOf(sender, vault));
    if (missing > 0n) await pay(parts, missing);
  }
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, `${JSON.stringify({ done_at: new Date().toISOString() })}\n`);
}

async function pay({ treasury, authority, log }: OpeningParts, units: bigint): Promise<void> {
  const order = { recipient: authority, token: TOKENS.USDC, units, memo: OPENING_MEMO };
  const sent = await treasury.transfer(order);
  const ended = await sent.ended;
  if (ended.state !== "final" || ended.error !== null) {
    throw new Error(
      `The vault's opening balance was not paid: ${sent.signature} is ${ended.state}.`,
    );
  }
  log.info({ units: String(units), signature: sent.signature }, "the vault covers old deposits");
}

/** Looks through the vault's whole history. */
async function wasPaid({ rpc }: TransactionSender, vault: Address): Promise<boolean> {
  let before: Signature | undefined;
  for (;;) {
    const page = await rpc
      .getSignaturesForAddress(address(vault), {
        commitment: "confirmed",
        limit: PAGE,
        ...(before !== undefined && { before }),
      })
      .send(inTime());
    if (page.some(({ memo, err }) => err === null && memo?.endsWith(OPENING_MEMO))) return true;
    before = page.at(-1)?.signature;
    if (page.length < PAGE) return false;
  }
}

async function balanceOf({ rpc }: TransactionSender, vault: Address): Promise<bigint> {
  const config = { commitment: "processed" } as const;
  const { value } = await rpc.getTokenAccountBalance(vault, config).send(inTime());
  return BigInt(value.amount);
}

function inTime(): { abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) };
}
