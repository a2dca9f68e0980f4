/** An archived payment in the form of a Solana node's v0 transaction, encoding `jsonParsed` (https://solana.com/docs/rpc/http/gettransaction). */
import { createHash } from "node:crypto";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";
import {
  ASSOCIATED_TOKEN_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from "#lib/protocol/solana/programs.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import type { ArchivedPayment } from "./archive.ts";

/** Pays in the archive; it is not an account of the chain. */
export const TREASURY = "SimuLatedTreasury11111111111111111111111111";

/** In lamports: what the treasury has, what a transaction costs, what a token account holds to stay. */
const TREASURY_LAMPORTS = 500_000_000_000;
const FEE = 5_000;
const RENT = 2_039_280;

/** The second instruction failed with the token program's error 1: insufficient funds. */
export const FAILURE = { InstructionError: [1, { Custom: 1 }] };

export function archivedTransaction(payment: ArchivedPayment): unknown {
  const { signature, slot, at, recipient, mint, units, fails } = payment;
  const had = payment.recipientHad;
  const has = fails ? had : (had ?? 0n) + units;
  const treasuryHas = payment.treasuryHad - (fails ? 0n : units);
  const tokens = (owner: string, index: number, amount: bigint | null) =>
    amount === null ? [] : [tokenBalance({ owner, mint, index, amount })];
  const rent = had === null && has !== null ? RENT : 0;
  return {
    blockTime: Math.floor(at / 1_000),
    meta: {
      computeUnitsConsumed: 18_603,
      err: fails ? FAILURE : null,
      fee: FEE,
      innerInstructions: [],
      loadedAddresses: { readonly: [], writable: [] },
      logMessages: logOf(fails),
      postBalances: [
        TREASURY_LAMPORTS - FEE - rent,
        RENT,
        has === null ? 0 : RENT,
        ...REST_LAMPORTS,
      ],
      postTokenBalances: [...tokens(TREASURY, 1, treasuryHas), ...tokens(recipient, 2, has)],
      preBalances: [TREASURY_LAMPORTS, RENT, had === null ? 0 : RENT, ...REST_LAMPORTS],
      preTokenBalances: [...tokens(TREASURY, 1, payment.treasuryHad), ...tokens(recipient, 2, had)],
      rewards: [],
      status: fails ? { Err: FAILURE } : { Ok: null },
    },
    slot,
    transaction: { message: messageOf(payment), signatures: [signature] },
    version: 0,
  };
}

/** The lamports of the accounts behind the treasury and the two token accounts. */
const REST_LAMPORTS = [0, 419_161_263_150, 1, 934_087_680, 731_913_600];

function messageOf({ recipient, mint, units, slot }: ArchivedPayment): unknown {
  const source = tokenAccountOf(TREASURY, mint);
  const destination = tokenAccountOf(recipient, mint);
  const writable = [TREASURY, source, destination];
  const keys = [
    ...writable,
    recipient,
    mint,
    SYSTEM_PROGRAM,
    TOKEN_PROGRAM,
    ASSOCIATED_TOKEN_PROGRAM,
  ];
  return {
    accountKeys: keys.map((pubkey, index) => ({
      pubkey,
      signer: index === 0,
      source: "transaction",
      writable: index < writable.length,
    })),
    addressTableLookups: [],
    instructions: [
      {
        parsed: {
          info: {
            account: destination,
            mint,
            source: TREASURY,
            systemProgram: SYSTEM_PROGRAM,
            tokenProgram: TOKEN_PROGRAM,
            wallet: recipient,
          },
          type: "createIdempotent",
        },
        program: "spl-associated-token-account",
        programId: ASSOCIATED_TOKEN_PROGRAM,
        stackHeight: 1,
      },
      {
        parsed: {
          info: { authority: TREASURY, destination, mint, source, tokenAmount: amountOf(units) },
          type: "transferChecked",
        },
        program: "spl-token",
        programId: TOKEN_PROGRAM,
        stackHeight: 1,
      },
    ],
    recentBlockhash: keyOf(`block ${slot}`),
  };
}

function logOf(fails: boolean): string[] {
  const end = fails ? "failed: custom program error: 0x1" : "success";
  return [
    `Program ${ASSOCIATED_TOKEN_PROGRAM} invoke [1]`,
    "Program log: CreateIdempotent",
    `Program ${ASSOCIATED_TOKEN_PROGRAM} success`,
    `Program ${TOKEN_PROGRAM} invoke [1]`,
    "Program log: Instruction: TransferChecked",
    ...(fails ? ["Program log: Error: insufficient funds"] : []),
    `Program ${TOKEN_PROGRAM} ${end}`,
  ];
}

type Held = { owner: string; mint: string; index: number; amount: bigint };

function tokenBalance({ owner, mint, index, amount }: Held): unknown {
  return {
    accountIndex: index,
    mint,
    owner,
    programId: TOKEN_PROGRAM,
    uiTokenAmount: amountOf(amount),
  };
}

function amountOf(units: bigint): unknown {
  const text = formatDecimal(units, USDC_DECIMALS);
  return {
    amount: units.toString(),
    decimals: USDC_DECIMALS,
    // A node adds these for people; no amount is computed from them.
    uiAmount: Number(text),
    uiAmountString: text,
  };
}

/** Stands in for the address that the account program would derive. */
export function tokenAccountOf(owner: string, mint: string): string {
  return keyOf(`token account ${owner} ${mint}`);
}

function keyOf(text: string): string {
  return encodePublicKey(createHash("sha256").update(text).digest());
}
