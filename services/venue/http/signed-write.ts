/** The steps that every signed write shares, in the order that the interface promises. */
import { refusalError, ServiceError } from "#lib/errors.ts";
import type { SigningOperation } from "#lib/protocol/signing.ts";
import type { Command, Signed, SignedCommand } from "#services/venue/engine/commands.ts";
import { mayAct, scopeOf } from "#services/venue/engine/credentials.ts";
import { accountOf, type Outcome } from "#services/venue/engine/state.ts";
import type { Venue } from "#services/venue/venue.ts";
import {
  authenticate,
  type SignatureHeaders,
  signatureHeaders,
  verifySigned,
} from "./authentication.ts";
import type { Body } from "./fields.ts";
import { apiKeyRecord, placedOrder } from "./records.ts";
import type { VenueRequest } from "./request.ts";

type SignedWrite<Fields> = {
  operation: SigningOperation;
  /** False for the one write that makes the first key. */
  needsApiKey: boolean;
  read: (body: Body) => Fields;
  encode: (fields: Fields, timestamp: bigint) => Uint8Array;
  command: (signed: Signed, fields: Fields) => SignedCommand;
};

/** Authenticates, verifies and submits; answers with the durable outcome. */
export async function signedWrite<Fields>(
  venue: Venue,
  request: VenueRequest,
  write: SignedWrite<Fields>,
): Promise<Outcome> {
  const key = write.needsApiKey ? authenticate(venue.state, request, venue.clock.now()) : undefined;
  const headers = signatureHeaders(request);
  if (key !== undefined && key.account !== headers.account.text) {
    throw new ServiceError("ApiKeyIdentityConflict");
  }
  requireSigner(venue, headers, write.operation);
  const body = await request.body();
  const fields = write.read(body);
  const payload = write.encode(fields, BigInt(headers.timestamp));
  const signed = verifySigned(write.operation, headers, { body, payload, now: venue.clock.now() });
  const outcome = await venue.sequencer.submit(write.command(signed, fields));
  if (outcome.kind === "refused") throw refusalError(outcome.refusal);
  if (outcome.kind === "duplicate") {
    throw new ServiceError("DUPLICATE_REQUEST").withData(outcomeData(outcome.original));
  }
  return outcome;
}

function requireSigner(
  venue: Venue,
  headers: SignatureHeaders,
  operation: Command["type"] & SigningOperation,
) {
  const { account, signer } = headers;
  if (signer.text === account.text) return;
  const known = venue.state.accounts.has(account.text)
    ? accountOf(venue.state, account.text)
    : undefined;
  const scope = scopeOf(operation);
  const allowed =
    known !== undefined &&
    scope !== undefined &&
    mayAct(known, signer.text, venue.clock.now(), scope);
  if (!allowed) throw new ServiceError("SIGNER_NOT_AUTHORIZED");
}

/** The body of a write's answer; the same again is the `data` of a duplicate (an API key without its text). */
export function outcomeData(outcome: Outcome): unknown {
  switch (outcome.kind) {
    case "order":
      return placedOrder(outcome.order, outcome.fills);
    case "api_key":
      return apiKeyRecord(outcome.key);
    case "signer":
      return {
        signer: outcome.signer.pubkey,
        label: outcome.signer.label,
        scopes: outcome.signer.scopes,
        expires_at: outcome.signer.expiresAt,
      };
    case "refused": {
      const error = refusalError(outcome.refusal);
      return { error: error.code, message: error.message };
    }
    case "transfer":
    case "marks":
    case "listed":
    case "duplicate":
      return undefined;
  }
}
