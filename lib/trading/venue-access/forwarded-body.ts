import { z } from "zod";

/**
 * A signed body. The venue checks its fields, because the app passes the signed bytes on unchanged; so the app's document has an
 * example, and the venue's has the schema.
 * @param line of the venue, such as `POST /v1/orders`
 */
export function forwardedBody(line: string, example: Readonly<Record<string, unknown>>) {
  const description = `The body of ${line} of the venue, whose document has the fields`;
  return z.looseObject({}).meta({ description, examples: [example] });
}

/** What `place_order` signs. */
export const EXAMPLE_ORDER = {
  market: "BTCUSDC",
  side: "BUY",
  size: "0.01",
  price: "60000",
  order_type: "LIMIT",
  time_in_force: "GTC",
} as const;
