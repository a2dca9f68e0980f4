/** Leverage by market. */
import { MARGIN_MODE_CODE } from "#lib/protocol/enumerations.ts";
import { encodeUpdateLeverage, type UpdateLeverageFields } from "#lib/protocol/signing/signing.ts";
import {
  allowOnly,
  namesOf,
  requiredName,
  requiredText,
  wholeNumber,
} from "#services/venue/gateway/request/fields.ts";
import { signedWrite } from "#services/venue/gateway/request/signed-write.ts";
import { leverageBody } from "#services/venue/surface/bodies.ts";

const FIELDS = namesOf(leverageBody);
/** The largest u16. */
const MOST = 65_535;

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
