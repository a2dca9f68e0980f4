/** All tables of descriptions for the documents of the host. */
import { joinTexts } from "#lib/kernel/openapi/field-texts.ts";
import { TRADING_TEXTS } from "#lib/kernel/openapi/trading-texts.ts";
import { ACCOUNT_TEXTS } from "./account-texts.ts";
import { CATALYST_TEXTS } from "./catalyst-texts.ts";
import { MARKET_TEXTS } from "./market-texts.ts";
import { PARTNER_OPERATOR_TEXTS } from "./partner-operator-texts.ts";
import { PARTNER_TEXTS } from "./partner-texts.ts";
import { WEBHOOK_TEXTS } from "./webhook-texts.ts";

export const HOST_TEXTS = joinTexts(
  TRADING_TEXTS,
  MARKET_TEXTS,
  CATALYST_TEXTS,
  ACCOUNT_TEXTS,
  WEBHOOK_TEXTS,
  PARTNER_TEXTS,
  PARTNER_OPERATOR_TEXTS,
);
