/** Query parameters as they are published. */

import { z } from "zod";
import { PORTFOLIO_PERIODS } from "#lib/protocol/enumerations.ts";
import { MAX_MEMO_HEADER_LENGTH } from "#lib/protocol/solana/memo-transaction.ts";
import { count, orderId, pubkey } from "#lib/protocol/wire/values.ts";

export type Parameter = {
  name: string;
  schema: z.ZodType;
  required?: boolean;
  description?: string;
};

const whole = z.int().min(0);

export const PARAMETERS = {
  market: { name: "market", schema: z.string(), description: "Market symbol" },
  marketOrAll: {
    name: "market",
    schema: z.string(),
    required: true,
    description: "Market symbol, or ALL",
  },
  account: { name: "account", schema: z.string(), description: "The key's own account" },
  depth: {
    name: "depth",
    schema: z.int().min(1).max(1_000).default(60),
    description: "Levels a side",
  },
  status: {
    name: "status",
    schema: z.enum(["OPEN", "CLOSED", "ALL"]).default("OPEN"),
    description: "Open or closed orders, or all of them; with client_id all, unless it says which",
  },
  clientId: {
    name: "client_id",
    schema: z.string().max(36),
    description: "The order with this id: an open one, or one placed in the last 24 hours",
  },
  period: {
    name: "period",
    schema: z.enum(PORTFOLIO_PERIODS).default("day"),
    description: "The last 24 hours, 7 days or 30 days, or everything",
  },
  cursor: { name: "cursor", schema: whole, description: "`next` of the page before" },
  pageSize: {
    name: "page_size",
    schema: z.int().min(1).max(1_000).default(100),
    description: "1 to 1000, else 100",
  },
  startAt: { name: "start_at", schema: whole, description: "Unix milliseconds" },
  endAt: { name: "end_at", schema: whole, description: "Unix milliseconds" },
  placedFrom: { name: "start_at", schema: whole, description: "Placed at this time or later" },
  placedUntil: { name: "end_at", schema: whole, description: "Placed at this time or earlier" },
  from: { name: "start_at", schema: whole, description: "At this time or later" },
  until: { name: "end_at", schema: whole, description: "At this time or earlier" },
  ofOrder: { name: "order_id", schema: orderId, description: "Only the fills of this order" },
  resolution: {
    name: "resolution",
    schema: z.int().min(1).max(86_400).default(60),
    description: "Seconds: 1, or a multiple of 60",
  },
  after: {
    name: "after",
    schema: whole,
    description: "`seq` of the last transfer consumed; 0 for all",
  },
  limit: {
    name: "limit",
    schema: z.int().min(1).max(1_000).default(100),
    description: "1 to 1000, else 100",
  },
  newSignerSignature: {
    name: "X-New-Signer-Signature",
    schema: z
      .string()
      .regex(/^[0-9a-f]{128}$/)
      .meta({ examples: ["0".repeat(128)] }),
    required: true,
    description: "The new key's signature over the same digest, in hex",
  },
  lastEventId: {
    name: "Last-Event-ID",
    schema: z.string().meta({ examples: ["48211-3"] }),
    description: "Id of the last event that the caller has: the stream goes on behind it",
  },
  lastEventIdInQuery: {
    name: "lastEventId",
    schema: z.string().meta({ examples: ["48211-3"] }),
    description: "The same as the header Last-Event-ID, for readers that cannot set one",
  },
  memoTransaction: {
    name: "X-Memo-Transaction",
    schema: z
      .string()
      .max(MAX_MEMO_HEADER_LENGTH)
      .meta({ examples: ["A".repeat(340)] }),
    required: false,
    description:
      "For hardware wallets: base64 of a signed transaction that can never land, whose memo is the text `svc-trading:<operation>:<digest>`. X-Signature is then the signature in it. Other operations refuse this header",
  },
  afterNotice: {
    name: "after",
    schema: z
      .string()
      .regex(/^\d{1,15}-\d{1,15}$/)
      .meta({ examples: ["48211-3"] }),
    description: "Id of the last notice consumed; without it only `last` is answered",
  },
  afterSeq: { name: "after_seq", schema: whole, description: "`seq` of the last fee consumed" },
} satisfies Record<string, Parameter>;

/** The variable segments of paths. */
export const SEGMENTS: Readonly<Record<string, Omit<Parameter, "name">>> = {
  symbol: { schema: z.string(), description: "Market symbol" },
  order_id: { schema: orderId, description: "Id of an order" },
  height: { schema: count, description: "Number of a proof of reserves: the height of its block" },
  client_id: { schema: z.string().min(1).max(36), description: "The id that the sender chose" },
  stream: {
    schema: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .meta({ examples: ["5e".repeat(16)] }),
    description: "Name of a stream, as its first event says it",
  },
  pubkey: { schema: pubkey, description: "Public key of an account or of a signer" },
  id: { schema: z.string(), description: "Id, as a list or an earlier answer has it" },
};
