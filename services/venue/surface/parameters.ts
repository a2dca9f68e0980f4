/** Query parameters as they are published. */

import { z } from "zod";
import { PORTFOLIO_PERIODS } from "#lib/protocol/enumerations.ts";

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
  status: { name: "status", schema: z.enum(["OPEN", "ALL"]).default("OPEN") },
  period: {
    name: "period",
    schema: z.enum(PORTFOLIO_PERIODS).default("day"),
    description: "The last 24 hours, 7 days or 30 days, or everything",
  },
  cursor: { name: "cursor", schema: whole, description: "`next` of the page before" },
  pageSize: { name: "page_size", schema: z.int().min(1).max(1_000).default(100) },
  startAt: { name: "start_at", schema: whole, description: "Unix milliseconds" },
  endAt: { name: "end_at", schema: whole, description: "Unix milliseconds" },
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
  limit: { name: "limit", schema: z.int().min(1).max(1_000).default(100) },
  afterSeq: { name: "after_seq", schema: whole, description: "`seq` of the last fee consumed" },
} satisfies Record<string, Parameter>;
