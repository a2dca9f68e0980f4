/** Reads the signed address of the simulated checkout, in MoonPay's form, and says what an order costs. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { isDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { FIAT_DECIMALS } from "#lib/protocol/onramp.ts";
import { parseBody, publicKey } from "#services/sandbox/site/body.ts";

/** 1e-6 USDC for one cent: the simulated provider's rates stand still. */
const UNITS_OF_CENT = { usd: 10_000n, eur: 10_800n, gbp: 12_700n } as const;
const FEE_PPM = 35_000n;

const parameters = z.looseObject({
  apiKey: z.string(),
  currencyCode: z.literal("usdc_sol"),
  baseCurrencyCode: z.enum(["usd", "eur", "gbp"]),
  baseCurrencyAmount: z.string().refine(isDecimal),
  walletAddress: publicKey,
  externalTransactionId: z.string().min(1).max(100),
  redirectURL: z.url({ protocol: /^https?$/ }),
});

/** Parameters of the address; further ones are ignored. */
export type CheckoutOrder = z.output<typeof parameters>;

export type CheckoutKeys = { apiKey: string; secretKey: string };

/**
 * @param search query of the address as it was received, with its question mark
 * @throws INVALID_FIELD unless the service has signed exactly this query
 */
export function readOrder(search: string, { apiKey, secretKey }: CheckoutKeys): CheckoutOrder {
  const [signed = "", signature = "", ...rest] = search.split("&signature=");
  // Compared as text: base64 is decoded leniently, and parameters behind it would count as nothing.
  const expected = Buffer.from(createHmac("sha256", secretKey).update(signed).digest("base64"));
  const given = Buffer.from(decoded(signature));
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isSigned || rest.length > 0) throw invalid("signature", "it is not that of this address");
  const order = parseBody(parameters, Object.fromEntries(new URLSearchParams(signed)));
  if (order.apiKey !== apiKey) throw invalid("apiKey", "it is not known here");
  return order;
}

export type Quote = {
  cents: bigint;
  /** The fee of the provider, in cents; it is part of the paid amount. */
  feeCents: bigint;
  /** What is sent, in 1e-6 USDC. */
  units: bigint;
};

/** @throws INVALID_FIELD for an amount that the fee uses up */
export function quoteOf({ baseCurrencyAmount, baseCurrencyCode }: CheckoutOrder): Quote {
  const cents = parseDecimal(baseCurrencyAmount, FIAT_DECIMALS) ?? 0n;
  const feeCents = (cents * FEE_PPM + 999_999n) / 1_000_000n;
  const units = (cents - feeCents) * UNITS_OF_CENT[baseCurrencyCode];
  if (units <= 0n) throw invalid("baseCurrencyAmount", "it is too small");
  return { cents, feeCents, units };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function invalid(field: string, reason: string): ServiceError {
  return new ServiceError("INVALID_FIELD", { field, reason });
}
