/**
 * The venue's feed of charged fees, and the discount that a referred account gets (spec 1, "Partner programme"): what the
 * app may ask with the partner programme's key, which opens nothing else. Answers are held against
 * services/venue/surface/answers.ts.
 */
import { z } from "zod";
import type { Secret } from "#lib/platform/env.ts";
import {
  type JsonGetOptions,
  jsonGet,
  jsonPost,
  keepAliveAgent,
  UpstreamError,
} from "#lib/platform/http/json-get.ts";
import { type Decimal, isDecimal } from "#lib/protocol/decimal.ts";

const TIMEOUT_MS = 5_000;
/** The most that the venue gives at once. */
const PAGE_SIZE = 1_000;
/** A page of the longest records takes a third of it. */
const MAX_ANSWER_BYTES = 1_000_000;

/** A fee that one side of a trade was charged. A trade has one record of its taker and one of its maker. */
export type VenueFee = {
  /** Ascends strictly over all accounts and markets, with gaps: fills without a fee take numbers too. */
  seq: number;
  /** Base58 public key; the form allows `insurance` too, whose fills are charged nothing. */
  account: string;
  market: string;
  /** Unique over all markets; with `liquidity` it names the record. */
  tradeId: number;
  /** The form allows null, of a fill without an order of the account; such fills are charged nothing. */
  orderId: string | null;
  /** What the market asks, and what is left of it after the account's discount: USD with up to 9 digits, each rounded up. */
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
  /** Where to go on at once, the last `seq` of `fees`; null when there was no more. */
  next: number | null;
};

/** Both methods throw UpstreamError, and nothing else, when the venue fails them or refuses. */
export type FeeFeed = {
  /** Up to 1,000 fees behind `afterSeq`; 0 is before the first. */
  readFees(afterSeq: bigint | number, signal?: AbortSignal): Promise<FeePage>;
  /** What the account is spared of every fee from its next fill on; with the partner key at most 100,000 ppm. May be repeated. */
  setFeeDiscount(account: string, ppm: number, signal?: AbortSignal): Promise<void>;
  /** Lets go of idle connections. */
  close(): void;
};

const decimal = z.custom<Decimal>((value) => typeof value === "string" && isDecimal(value), {
  error: "is not a decimal string",
});
const count = z.int().min(0);

const feeSchema = z
  .object({
    seq: count,
    account: z.string().min(1).max(64),
    market: z.string().min(1).max(32),
    trade_id: count,
    order_id: z
      .string()
      .regex(/^\d{1,20}$/)
      .nullable(),
    gross: decimal,
    charged: decimal,
    liquidity: z.enum(["MAKER", "TAKER"]),
    source: z.enum(["perp", "copy"]),
    created_at: count,
  })
  .transform(
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
  url: baseUrl,
  key,
  timeoutMs = TIMEOUT_MS,
}: {
  /** Of the venue, without a slash at its end. */
  url: string;
  /** The partner programme's. */
  key: Secret;
  timeoutMs?: number;
}): FeeFeed {
  const agent = keepAliveAgent(baseUrl);
  const bounds = (signal: AbortSignal | undefined): JsonGetOptions => ({
    agent,
    timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
    headers: { authorization: `Bearer ${key.reveal()}` },
    signal,
  });
  return {
    readFees: async (afterSeq, signal) => {
      const url = `${baseUrl}/v1/operator/fees?after_seq=${afterSeq}&page_size=${PAGE_SIZE}`;
      const { value } = await jsonGet(url, bounds(signal));
      const { results: fees, next } = checked(url, pageSchema, value);
      requireSequence(url, { fees, next }, Number(afterSeq));
      return { fees, next };
    },
    setFeeDiscount: async (account, ppm, signal) => {
      const url = `${baseUrl}/v1/operator/accounts/${encodeURIComponent(account)}/fee-discount`;
      const { value } = await jsonPost(url, { fee_discount_ppm: ppm }, bounds(signal));
      checked(
        url,
        z.object({ account: z.literal(account), fee_discount_ppm: z.literal(ppm) }),
        value,
      );
    },
    close: () => agent.destroy(),
  };
}

/** Whoever counts a fee twice or skips one pays wrongly: a page that does not go on where it was asked is not taken. */
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
