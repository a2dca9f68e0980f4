/**
 * The venue's feed of charged fees, and the discount of referred accounts: the two endpoints
 * that the partner programme's key may call.
 */
import { z } from "zod";
import type { Secret } from "#lib/kernel/env.ts";
import {
  type JsonOptions,
  jsonGet,
  jsonPost,
  keepAliveAgent,
  UpstreamError,
} from "#lib/kernel/http/http-client.ts";
import { VenueAddresses } from "#lib/kernel/http/venue-addresses.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { decimal } from "#lib/protocol/wire/values.ts";
import { ChargedFee } from "#lib/protocol/wire/venue-fees.ts";

const TIMEOUT_MS = 5_000;
/** The venue's maximum page size. */
const PAGE_SIZE = 1_000;
/** Three times a page of the longest records. */
const MAX_ANSWER_BYTES = 1_000_000;

/** A fee charged to one side of a trade. A trade has one record for its taker and one for its maker. */
export type VenueFee = {
  /** Ascends strictly over all accounts and markets, with gaps: fills without a fee take numbers too. */
  seq: number;
  /** Base58 public key; the schema also allows `insurance`, whose fills are free. */
  account: string;
  market: string;
  /** Unique over all markets; with `liquidity` it identifies the record. */
  tradeId: number;
  /** The schema also allows null, for a fill without an order of the account; such fills are free. */
  orderId: string | null;
  /** The market's fee, and the fee after the account's discount: USD with up to 9 digits, each rounded up. */
  gross: Decimal;
  charged: Decimal;
  liquidity: "MAKER" | "TAKER";
  source: "perp" | "copy";
  /** Unix milliseconds. */
  createdAt: number;
};

export type FeePage = {
  /** In sequence. */
  fees: VenueFee[];
  /** The last `seq` of `fees`, to continue at once; null when there was no more. */
  next: number | null;
};

/** Both methods throw UpstreamError, and nothing else, when the venue fails or refuses. */
export type FeeFeed = {
  /** Up to 1,000 fees behind `afterSeq`; 0 is before the first. */
  readFees(afterSeq: bigint | number, signal?: AbortSignal): Promise<FeePage>;
  /** Sets the account's discount on fees from its next fill on; with the partner key at most 100,000 ppm. Idempotent. */
  setFeeDiscount(account: string, ppm: number, signal?: AbortSignal): Promise<void>;
  /** Closes idle connections. */
  close(): void;
};

/** A rebate, which this venue does not have, would earn no share. */
const feeSchema = ChargedFee.extend({ gross: decimal, charged: decimal }).transform(
  ({ trade_id, order_id, created_at, ...same }): VenueFee => ({
    ...same,
    tradeId: trade_id,
    orderId: order_id,
    createdAt: created_at,
  }),
);

const pageSchema = z.object({
  results: z.array(feeSchema).max(PAGE_SIZE),
  next: z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .nullable(),
});

export function createFeeFeed({
  url: addresses,
  key,
  timeoutMs = TIMEOUT_MS,
}: {
  /** Address of the venue, without a slash at its end; several are separated by commas. */
  url: string;
  /** The partner programme's. */
  key: Secret;
  timeoutMs?: number;
}): FeeFeed {
  const venue = new VenueAddresses(addresses);
  const agent = keepAliveAgent(addresses);
  const bounds = (signal: AbortSignal | undefined): JsonOptions => ({
    agent,
    timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
    peer: "venue",
    headers: { authorization: `Bearer ${key.reveal()}` },
    signal,
  });
  return {
    readFees: (afterSeq, signal) =>
      venue.read(async (address) => {
        const url = `${address}/v1/operator/fees?after_seq=${afterSeq}&page_size=${PAGE_SIZE}`;
        const { value } = await jsonGet(url, bounds(signal));
        const { results: fees, next } = checked(url, pageSchema, value);
        requireSequence(url, { fees, next }, Number(afterSeq));
        return { fees, next };
      }),
    // Set twice, it is the same: the request may go to several addresses.
    setFeeDiscount: (account, ppm, signal) =>
      venue.read(async (address) => {
        const url = `${address}/v1/operator/accounts/${encodeURIComponent(account)}/fee-discount`;
        const { value } = await jsonPost(url, { fee_discount_ppm: ppm }, bounds(signal));
        const echo = { account: z.literal(account), fee_discount_ppm: z.literal(ppm) };
        checked(url, z.object(echo), value);
      }),
    close: () => agent.destroy(),
  };
}

/** Rejects a page that does not continue at the requested place: a fee counted twice or skipped would be paid wrongly. */
function requireSequence(url: string, { fees, next }: FeePage, afterSeq: number): void {
  let before = afterSeq;
  for (const { seq } of fees) {
    if (seq <= before) {
      throw new UpstreamError("unexpected", `${url} answered fee ${seq} behind ${before}`);
    }
    before = seq;
  }
  if (next !== null && (fees.length === 0 || next !== before)) {
    throw new UpstreamError("unexpected", `${url} goes on at ${next}, not at its last fee`);
  }
}

function checked<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined ? "" : ` (${issue.path.join(".")}: ${issue.message})`;
  throw new UpstreamError("unexpected", `${url} answered in another form than documented${where}`);
}
