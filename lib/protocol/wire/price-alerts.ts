/** Price alerts (docs/api/price-alerts.md). Prices are exact decimals. */
import { z } from "zod";
import { isDecimal } from "#lib/protocol/decimal.ts";
import { ALERT_DIRECTIONS, ALERT_MODES } from "#lib/protocol/market-knowledge.ts";

/** Of one account. */
export const MAX_PRICE_ALERTS = 50;
export const ALERT_NOTE_LENGTH = 80;

const moment = z.iso.datetime({ precision: 3 });
const NOTE = `it must be 1 to ${ALERT_NOTE_LENGTH} characters on one line`;

const market = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{1,32}$/, "must be the symbol of a market")
  .describe("Symbol of the market, such as `BTCUSDC`");
const price = z
  .string()
  .refine(isDecimal, 'must be a decimal string such as "60000"')
  .describe("A multiple of the market's tick; not the mark of now");
const mode = z
  .enum(ALERT_MODES)
  .describe(
    "`once`: it ends when it fires. `again`: it fires anew after the mark has gone back by 0.2 % of its price",
  );
const note = z
  .string(NOTE)
  .trim()
  .refine((text) => text.length > 0 && text.length <= ALERT_NOTE_LENGTH, NOTE)
  .refine((text) => /^\P{C}*$/u.test(text), NOTE);
const NOTE_TEXT = "The user's own words, on one line; null: none";

export const PriceAlert = z
  .strictObject({
    id: z.string().describe("Id of the alert"),
    market: z.string(),
    price: z.string().describe("The price at which it fires"),
    direction: z
      .enum(ALERT_DIRECTIONS)
      .describe("`above`: fires when the mark rises to the price; fixed when the alert is set"),
    mode,
    note: z.string().nullable().describe("Written by the user: show it as text"),
    armed: z.boolean().describe("False: it fired, and waits until the mark has gone back by 0.2 %"),
    created_at: moment.describe("When it was set"),
    last_fired_at: moment.nullable().describe("Time of the mark that reached the price"),
  })
  .meta({ id: "PriceAlert" });
export type PriceAlert = z.output<typeof PriceAlert>;

/** `GET /api/v1/price-alerts` */
export const PriceAlertList = z.strictObject({
  results: z.array(PriceAlert).describe("The newest first"),
  most: z.int().describe("How many an account can have"),
});
export type PriceAlertList = z.output<typeof PriceAlertList>;

/** `POST /api/v1/price-alerts` */
export const NewPriceAlert = z.strictObject({
  market,
  price,
  mode: mode.default("once"),
  note: note.nullable().default(null).describe(NOTE_TEXT),
});
export type NewPriceAlert = z.output<typeof NewPriceAlert>;

/** `PATCH /api/v1/price-alerts/{id}`: fields that are absent stay. */
export const PriceAlertChange = z.strictObject({
  mode: mode.optional(),
  note: note.nullable().optional().describe(NOTE_TEXT),
});
export type PriceAlertChange = z.output<typeof PriceAlertChange>;
