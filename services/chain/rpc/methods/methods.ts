/** The methods of the RPC by their names. */

import type { RpcMethod } from "#services/chain/rpc/method.ts";
import {
  getClusterNodes,
  getEpochSchedule,
  getHighestSnapshotSlot,
  getIdentity,
  getInflationGovernor,
  getInflationRate,
  getInflationReward,
  getLeaderSchedule,
  getMaxRetransmitSlot,
  getSlotLeader,
  getSlotLeaders,
  getStakeMinimumDelegation,
  getVoteAccounts,
} from "./cluster.ts";
import { getAccountInfo } from "./get-account-info.ts";
import { getBalance } from "./get-balance.ts";
import { getBlock } from "./get-block.ts";
import { getBlockTime } from "./get-block-time.ts";
import {
  getBlockCommitment,
  getBlockProduction,
  getBlocks,
  getBlocksWithLimit,
} from "./get-blocks.ts";
import { getEpochInfo } from "./get-epoch-info.ts";
import { getFeeForMessage } from "./get-fee-for-message.ts";
import { getFirstAvailableBlock } from "./get-first-available-block.ts";
import { getGenesisHash } from "./get-genesis-hash.ts";
import { getHealth } from "./get-health.ts";
import { getLatestBlockhash } from "./get-latest-blockhash.ts";
import { getMinimumBalanceForRentExemption } from "./get-minimum-balance-for-rent-exemption.ts";
import { getMultipleAccounts } from "./get-multiple-accounts.ts";
import { getProgramAccounts } from "./get-program-accounts.ts";
import { getFees, getRecentBlockhash } from "./get-recent-blockhash.ts";
import { getRecentPerformanceSamples } from "./get-recent-performance-samples.ts";
import { getRecentPrioritizationFees } from "./get-recent-prioritization-fees.ts";
import { getSignatureStatuses } from "./get-signature-statuses.ts";
import { getSignaturesForAddress } from "./get-signatures-for-address.ts";
import { getSlot } from "./get-slot.ts";
import { getLargestAccounts, getSupply } from "./get-supply.ts";
import { getTokenAccountBalance } from "./get-token-account-balance.ts";
import { getTokenAccountsByDelegate } from "./get-token-accounts-by-delegate.ts";
import { getTokenAccountsByOwner } from "./get-token-accounts-by-owner.ts";
import { getTokenLargestAccounts } from "./get-token-largest-accounts.ts";
import { getTokenSupply } from "./get-token-supply.ts";
import { getTransaction } from "./get-transaction.ts";
import { getTransactionCount } from "./get-transaction-count.ts";
import { getVersion } from "./get-version.ts";
import { isBlockhashValid } from "./is-blockhash-valid.ts";
import { requestAirdrop } from "./request-airdrop.ts";
import { sendTransaction } from "./send-transaction.ts";
import { simulateTransaction } from "./simulate-transaction.ts";

export const RPC_METHODS: Partial<Record<string, RpcMethod>> = {
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
  getClusterNodes,
  getEpochSchedule,
  getHighestSnapshotSlot,
  getIdentity,
  getInflationGovernor,
  getInflationRate,
  getInflationReward,
  getLeaderSchedule,
  getMaxRetransmitSlot,
  getSlotLeader,
  getSlotLeaders,
  getStakeMinimumDelegation,
  getVoteAccounts,
  getBlockCommitment,
  getBlockProduction,
  getBlocks,
  getBlocksWithLimit,
  getProgramAccounts,
  getFees,
  getRecentBlockhash,
  getRecentPerformanceSamples,
  getLargestAccounts,
  getSupply,
  getTokenAccountsByDelegate,
  getTransactionCount,
  getMaxShredInsertSlot: getMaxRetransmitSlot,
  // Names that clients used before.
  getConfirmedBlock: getBlock,
  getConfirmedBlocks: getBlocks,
  getConfirmedSignaturesForAddress2: getSignaturesForAddress,
  getConfirmedTransaction: getTransaction,
};
