/** Several orders under one signature: POST places 1 to 50, DELETE cancels 1 to 100. Status and body are the venue's. */
import { z } from "zod";
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { forwardWrite } from "#lib/venue-access/forward.ts";

const path = "/v1/orders/batch";

export const POST = route({ credential: "wallet", body: z.looseObject({}) }, ({ ctx, input }) =>
  forwardWrite(ctx, { method: "POST", path }, input),
);

export const DELETE = route({ credential: "wallet", body: z.looseObject({}) }, ({ ctx, input }) =>
  forwardWrite(ctx, { method: "DELETE", path }, input),
);

const other = methodNotAllowed("POST, DELETE");

export { other as GET, other as PATCH, other as PUT };
