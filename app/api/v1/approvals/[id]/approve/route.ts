/** POST → the signed order goes to the venue: the four signature headers, and the body of place_order. */
import { z } from "zod";
import { approveStagedOrder } from "#lib/assistants/staged-orders/approve-order.ts";
import { StagedOrderParams } from "#lib/assistants/staged-orders/read-staged-order.ts";
import { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { route } from "#lib/server/route.ts";
import { EXAMPLE_ORDER, forwardedBody } from "#lib/trading/venue-access/forwarded-body.ts";

/** The verb compares the fields with the staged order; but an object schema drops a field of this name. */
const Body = z.preprocess(
  (body, context) => {
    if (typeof body === "object" && body !== null && Object.hasOwn(body, "__proto__")) {
      context.addIssue({ code: "custom", message: "has a field that no order has" });
    }
    return body;
  },
  forwardedBody("POST /v1/orders", EXAMPLE_ORDER),
);

export const POST = route(
  {
    credential: "wallet",
    summary:
      "Approves a proposed order with the user's signature (place_order) and sends it to the venue",
    params: StagedOrderParams,
    body: Body,
    response: StagedOrder,
  },
  approveStagedOrder,
);
