/** The query parameters of the market reads over HTTP. */
import { z } from "zod";
import { intervalOfResolution, KLINE_SECONDS } from "#lib/protocol/kline.ts";

const market = z.string().min(1, "it is empty");

const time = z
  .string()
  .regex(/^\d{1,15}$/, "it must be a time in Unix milliseconds")
  .transform(Number);

const resolution = z.string().transform((text, context) => {
  const interval = /^\d+$/.test(text) ? intervalOfResolution(Number(text)) : undefined;
  if (interval !== undefined) return interval;
  const allowed = Object.values(KLINE_SECONDS).join(", ");
  context.addIssue(`it must be a number of seconds of ${allowed}`);
  return z.NEVER;
});

/** `GET /api/perps-dex/kline`: `resolution` becomes the interval of that many seconds. */
export const klineQuery = z
  .strictObject({ market, resolution, start_at: time.optional(), end_at: time.optional() })
  .refine(({ start_at, end_at }) => (start_at ?? 0) <= (end_at ?? Number.POSITIVE_INFINITY), {
    path: ["start_at"],
    error: "it lies after end_at",
  });

export const marketQuery = z.strictObject({ market });
