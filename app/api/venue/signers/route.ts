/**
 * Keys that may sign for the signed-in account: GET the list, POST a registration that the owner signed and the new key
 * accepted (X-New-Signer-Signature). Status and body are the venue's.
 */
import { SignerList, SignerRecord } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";
import { accountQuery } from "#lib/trading/venue-access/expected-account.ts";
import { forwardRead, forwardRegistration } from "#lib/trading/venue-access/forward.ts";
import { forwardedBody } from "#lib/trading/venue-access/forwarded-body.ts";

export const GET = route(
  {
    credential: "wallet",
    summary: "Signers: keys that may sign for the account",
    query: accountQuery,
    response: SignerList,
  },
  ({ ctx, input }) =>
    forwardRead(
      ctx,
      { path: "/v1/signers", contract: SignerList, needsKey: true },
      input.query.account,
    ),
);

export const POST = route(
  {
    credential: "wallet",
    status: 201,
    summary: "Registers a signer (register_signer)",
    body: forwardedBody("POST /v1/signers", {
      signer: "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS",
      label: "Trading key",
      scopes: 3,
      expires_at: 1_767_225_600_000,
    }),
    response: SignerRecord,
  },
  ({ ctx, input }) => forwardRegistration(ctx, input),
);
