/** The parameters of reads that the app passes on: none makes the node send the same account twice, or a long one. */
import { expect, test } from "vitest";
import { MAX_READ_BYTES } from "#lib/protocol/solana/chain-reads.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { CHAIN_READS } from "./_chain-reads.ts";

const { USDC, SOL, BTC } = TOKENS;
const SIGNATURE = "1".repeat(64);
const config = (length: number) => ({ encoding: "base64", dataSlice: { offset: 0, length } });
const simulation = (addresses: string[], encoding = "base64") => ({
  encoding: "base64",
  accounts: { encoding, addresses },
});
const isTaken = (method: string, params: unknown[]) =>
  CHAIN_READS[method]?.safeParse(params).success;

test.each<[string, unknown[]]>([
  ["getMultipleAccounts", [[USDC.mint, USDC.mint], config(165)]],
  ["getMultipleAccounts", [[USDC.mint, SOL.mint], config(MAX_READ_BYTES)]],
  ["getMultipleAccounts", [[USDC.mint], config(MAX_READ_BYTES + 1)]],
  ["getMultipleAccounts", [[USDC.mint], { encoding: "base64" }]],
  ["getMultipleAccounts", [[USDC.mint], { ...config(165), encoding: "jsonParsed" }]],
  ["getMultipleAccounts", [[USDC.mint]]],
  ["getAccountInfo", [USDC.mint]],
  ["getAccountInfo", [USDC.mint, { encoding: "jsonParsed" }]],
  ["getAccountInfo", [USDC.mint, config(MAX_READ_BYTES + 1)]],
  ["getRecentPrioritizationFees", [[USDC.mint, USDC.mint]]],
  ["getSignatureStatuses", [[SIGNATURE, SIGNATURE]]],
  ["simulateTransaction", ["AA==", simulation([USDC.mint, USDC.mint])]],
  ["simulateTransaction", ["AA==", simulation([USDC.mint], "jsonParsed")]],
])("%s of %j is refused", (method, params) => {
  expect(isTaken(method, params)).toBe(false);
});

test.each<[string, unknown[]]>([
  ["getMultipleAccounts", [[USDC.mint, SOL.mint, BTC.mint], config(819)]],
  ["getMultipleAccounts", [[USDC.mint], config(MAX_READ_BYTES)]],
  ["getAccountInfo", [USDC.mint, config(165)]],
  ["getSignatureStatuses", [[SIGNATURE], { searchTransactionHistory: true }]],
  ["simulateTransaction", ["AA==", simulation([USDC.mint, SOL.mint])]],
])("%s of %j is passed on", (method, params) => {
  expect(isTaken(method, params)).toBe(true);
});
