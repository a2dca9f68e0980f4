/** Leverage, margin mode and isolated margin by market. */
import { MARGIN_MODE_CODE } from "#lib/protocol/enumerations.ts";
import {
  encodeUpdateIsolatedMargin,
  encodeUpdateLeverage,
  type UpdateIsolatedMarginFields,
  type UpdateLeverageFields,
} from "#lib/protocol/signing/signing.ts";
import {
  allowOnly,
  namesOf,
  requiredName,
  requiredText,
  wholeNumber,
} from "#services/venue/gateway/request/fields.ts";
import { signedWrite } from "#services/venue/gateway/request/signed-write.ts";
import { isolatedMarginBody, leverageBody } from "#services/venue/surface/bodies.ts";

const FIELDS = namesOf(leverageBody);
const MARGIN_FIELDS = namesOf(isolatedMarginBody);
/** The largest u16. */
const MOST = 65_535;
/** Characters of an amount: a decimal and its sign. */
const MAX_AMOUNT = 33;

export const updateLeverage = signedWrite<UpdateLeverageFields>({
  operation: "update_leverage",
  units: 1,
  read: (body) => {
    allowOnly(body, FIELDS);
    return {
      market: requiredText(body, "market", 32),
      leverage: wholeNumber(body, "leverage", { most: MOST }),
      mode: requiredName(body, "mode", MARGIN_MODE_CODE),
    };
  },
  encode: encodeUpdateLeverage,
  command: (signed, fields) => ({ type: "update_leverage", signed, ...fields }),
});

export const updateIsolatedMargin = signedWrite<UpdateIsolatedMarginFields>({
  operation: "update_isolated_margin",
  units: 1,
  read: (body) => {
    allowOnly(body, MARGIN_FIELDS);
    return {
      market: requiredText(body, "market", 32),
      amount: requiredText(body, "amount", MAX_AMOUNT),
    };
  },
  encode: encodeUpdateIsolatedMargin,
  command: (signed, fields) => ({ type: "update_isolated_margin", signed, ...fields }),
});
