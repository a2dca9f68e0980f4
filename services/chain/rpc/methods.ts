/** The methods of the RPC by their names. */

import type { Method } from "./method.ts";
import { getAccountInfo } from "./methods/get-account-info.ts";
import { getBalance } from "./methods/get-balance.ts";
import { getBlock } from "./methods/get-block.ts";
import { getBlockTime } from "./methods/get-block-time.ts";
import { getEpochInfo } from "./methods/get-epoch-info.ts";
import { getFeeForMessage } from "./methods/get-fee-for-message.ts";
import { getFirstAvailableBlock } from "./methods/get-first-available-block.ts";
import { getGenesisHash } from "./methods/get-genesis-hash.ts";
import { getHealth } from "./methods/get-health.ts";
import { getLatestBlockhash } from "./methods/get-latest-blockhash.ts";
import { getMinimumBalanceForRentExemption } from "./methods/get-minimum-balance-for-rent-exemption.ts";
import { getMultipleAccounts } from "./methods/get-multiple-accounts.ts";
import { getRecentPrioritizationFees } from "./methods/get-recent-prioritization-fees.ts";
import { getSignatureStatuses } from "./methods/get-signature-statuses.ts";
import { getSignaturesForAddress } from "./methods/get-signatures-for-address.ts";
import { getSlot } from "./methods/get-slot.ts";
import { getTokenAccountBalance } from "./methods/get-token-account-balance.ts";
import { getTokenAccountsByOwner } from "./methods/get-token-accounts-by-owner.ts";
import { getTokenLargestAccounts } from "./methods/get-token-largest-accounts.ts";
import { getTokenSupply } from "./methods/get-token-supply.ts";
import { getTransaction } from "./methods/get-transaction.ts";
import { getVersion } from "./methods/get-version.ts";
import { isBlockhashValid } from "./methods/is-blockhash-valid.ts";
import { requestAirdrop } from "./methods/request-airdrop.ts";
import { sendTransaction } from "./methods/send-transaction.ts";
import { simulateTransaction } from "./methods/simulate-transaction.ts";

export const METHODS: Partial<Record<string, Method>> = {
  getAccountInfo,
  getBalance,
  getBlock,
  getBlockTime,
  getEpochInfo,
  getFeeForMessage,
  getFirstAvailableBlock,
  minimumLedgerSlot: getFirstAvailableBlock,
  getGenesisHash,
  getHealth,
  getLatestBlockhash,
  getMinimumBalanceForRentExemption,
  getMultipleAccounts,
  getRecentPrioritizationFees,
  getSignatureStatuses,
  getSignaturesForAddress,
  getSlot,
  getBlockHeight: getSlot,
  getTokenAccountBalance,
  getTokenAccountsByOwner,
  getTokenLargestAccounts,
  getTokenSupply,
  getTransaction,
  getVersion,
  isBlockhashValid,
  requestAirdrop,
  sendTransaction,
  simulateTransaction,
};
