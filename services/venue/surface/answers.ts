/** Bodies of refusals and of the operator's endpoints; the others are contracts of lib/protocol/wire. */
import { z } from "zod";
import { MARKET_STATUSES } from "#lib/protocol/enumerations.ts";

export const errorBody = z
  .strictObject({
    error: z.string().describe("A code of the closed catalogue"),
    message: z.string(),
    data: z.unknown().optional(),
    request_id: z.string().optional(),
  })
  .meta({
    id: "Error",
    examples: [
      {
        error: "RATE_LIMITED",
        message: "Too many requests. Try again in 12 s.",
        request_id: "req_0123456789abcdef01234567",
      },
    ],
  });

export const marksAnswer = z.strictObject({
  applied: z.array(z.string()),
  ignored: z
    .array(
      z.strictObject({
        market: z.string(),
        reason: z.enum(["unknown", "tick", "too_large", "confidence", "jump"]),
      }),
    )
    .describe("Marks that the venue refused; their markets keep the last mark"),
});
export const statusAnswer = z.strictObject({
  symbol: z.string(),
  status: z.enum(MARKET_STATUSES),
});
export const followAnswer = z.strictObject({
  follow: z.int().min(0).describe("How many accounts were added"),
  unfollow: z.int().min(0).describe("How many were taken away"),
});
