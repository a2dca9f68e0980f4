/** Failures of the VM in the JSON form of a node (`TransactionError` of Solana). */

/** A variant's name, or an object with the variant as its key. */
export type TransactionError = string | { [variant: string]: unknown };

/** Variants without fields, in the order of LiteSVM's enumeration. */
const VARIANTS = [
  "AccountInUse",
  "AccountLoadedTwice",
  "AccountNotFound",
  "ProgramAccountNotFound",
  "InsufficientFundsForFee",
  "InvalidAccountForFee",
  "AlreadyProcessed",
  "BlockhashNotFound",
  "CallChainTooDeep",
  "MissingSignatureForFee",
  "InvalidAccountIndex",
  "SignatureFailure",
  "InvalidProgramForExecution",
  "SanitizeFailure",
  "ClusterMaintenance",
  "AccountBorrowOutstanding",
  "WouldExceedMaxBlockCostLimit",
  "UnsupportedVersion",
  "InvalidWritableAccount",
  "WouldExceedMaxAccountCostLimit",
  "WouldExceedAccountDataBlockLimit",
  "TooManyAccountLocks",
  "AddressLookupTableNotFound",
  "InvalidAddressLookupTableOwner",
  "InvalidAddressLookupTableData",
  "InvalidAddressLookupTableIndex",
  "InvalidRentPayingAccount",
  "WouldExceedMaxVoteCostLimit",
  "WouldExceedAccountDataTotalLimit",
  "MaxLoadedAccountsDataSizeExceeded",
  "ResanitizationNeeded",
  "InvalidLoadedAccountsDataSizeLimit",
  "UnbalancedTransaction",
  "ProgramCacheHitMaxLimit",
  "CommitCancelled",
];

const INSTRUCTION_VARIANTS = [
  "GenericError",
  "InvalidArgument",
  "InvalidInstructionData",
  "InvalidAccountData",
  "AccountDataTooSmall",
  "InsufficientFunds",
  "IncorrectProgramId",
  "MissingRequiredSignature",
  "AccountAlreadyInitialized",
  "UninitializedAccount",
  "UnbalancedInstruction",
  "ModifiedProgramId",
  "ExternalAccountLamportSpend",
  "ExternalAccountDataModified",
  "ReadonlyLamportChange",
  "ReadonlyDataModified",
  "DuplicateAccountIndex",
  "ExecutableModified",
  "RentEpochModified",
  "NotEnoughAccountKeys",
  "AccountDataSizeChanged",
  "AccountNotExecutable",
  "AccountBorrowFailed",
  "AccountBorrowOutstanding",
  "DuplicateAccountOutOfSync",
  "InvalidError",
  "ExecutableDataModified",
  "ExecutableLamportChange",
  "ExecutableAccountNotRentExempt",
  "UnsupportedProgramId",
  "CallDepth",
  "MissingAccount",
  "ReentrancyNotAllowed",
  "MaxSeedLengthExceeded",
  "InvalidSeeds",
  "InvalidRealloc",
  "ComputationalBudgetExceeded",
  "PrivilegeEscalation",
  "ProgramEnvironmentSetupFailure",
  "ProgramFailedToComplete",
  "ProgramFailedToCompile",
  "Immutable",
  "IncorrectAuthority",
  "AccountNotRentExempt",
  "InvalidAccountOwner",
  "ArithmeticOverflow",
  "UnsupportedSysvar",
  "IllegalOwner",
  "MaxAccountsDataAllocationsExceeded",
  "MaxAccountsExceeded",
  "MaxInstructionTraceLengthExceeded",
  "BuiltinProgramsMustConsumeComputeUnits",
  "BorshIoError",
];

/** @param raw LiteSVM's error: the number of a variant, or an object with the variant's fields */
export function transactionError(raw: unknown): TransactionError {
  if (typeof raw === "number") return VARIANTS[raw] ?? "SanitizeFailure";
  const index = fieldOf(raw, "index");
  const accountIndex = fieldOf(raw, "accountIndex");
  if (typeof accountIndex === "number") {
    return { [variantOf(raw)]: { account_index: accountIndex } };
  }
  if (isInstructionError(raw)) return { InstructionError: [index, instructionError(raw.err())] };
  return { [variantOf(raw)]: index };
}

/** True when the transaction is in a block although it failed, and has paid its fee. */
export function isLanded(error: TransactionError): boolean {
  return (
    typeof error === "object" &&
    ("InstructionError" in error || "InsufficientFundsForRent" in error)
  );
}

function instructionError(raw: unknown): TransactionError {
  if (typeof raw === "number") return INSTRUCTION_VARIANTS[raw] ?? "GenericError";
  const code = fieldOf(raw, "code");
  if (typeof code === "number") return { Custom: code };
  return "BorshIoError";
}

function isInstructionError(raw: unknown): raw is { err: () => unknown } {
  return typeof raw === "object" && raw !== null && "err" in raw && typeof raw.err === "function";
}

/** LiteSVM names its classes after the variant: `TransactionErrorInsufficientFundsForRent`. */
function variantOf(raw: unknown): string {
  const name = typeof raw === "object" && raw !== null ? raw.constructor.name : "";
  return name.replace(/^TransactionError/, "") || "SanitizeFailure";
}

function fieldOf(raw: unknown, name: string): unknown {
  return typeof raw === "object" && raw !== null && name in raw
    ? (raw as Record<string, unknown>)[name]
    : undefined;
}
