/** Refusals of memo transactions, which hardware wallets sign in place of a text (docs/api/README.md, Memo transactions). */
import { entry } from "./error-entry.ts";

export const MEMO_ERRORS = {
  MEMO_NOT_ACCEPTED: entry<{ operation: string }>(
    400,
    (c) =>
      `A memo transaction signs a sign-in, register_signer and create_api_key, and nothing else. Sign the text of ${c.operation}.`,
  ),
  MEMO_MALFORMED: entry<{ reason: string }>(
    400,
    (c) => `The memo transaction cannot be read: ${c.reason}.`,
  ),
  MEMO_SIGNER: entry<{ reason: string }>(
    401,
    (c) => `The memo transaction must be signed and paid by the account alone: ${c.reason}.`,
  ),
  MEMO_ACCOUNTS: entry<{ reason: string }>(
    400,
    (c) => `The memo transaction names accounts that it must not: ${c.reason}.`,
  ),
  MEMO_LOOKUP_TABLES: entry<{ reason: string }>(
    400,
    (c) => `The memo transaction must not use lookup tables: ${c.reason}.`,
  ),
  MEMO_BLOCKHASH: entry<{ reason: string }>(
    400,
    (c) => `The memo transaction must never be able to land: ${c.reason}.`,
  ),
  MEMO_INSTRUCTION: entry<{ reason: string }>(
    400,
    (c) => `The memo transaction has an instruction that is not accepted: ${c.reason}.`,
  ),
  MEMO_COUNT: entry<{ reason: string }>(
    400,
    (c) => `The memo transaction must have exactly one memo: ${c.reason}.`,
  ),
  MEMO_TEXT: entry<{ reason: string }>(
    401,
    (c) => `The memo transaction does not sign what was sent: ${c.reason}.`,
  ),
};
