/** The steps that every signed write shares, in the order that the interface promises. */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { SigningOperation } from "#lib/protocol/signing/signing.ts";
import { encodeCommand } from "#services/venue/engine/command-codec.ts";
import type { Signed, SignedCommand } from "#services/venue/engine/commands.ts";
import { scopeOf } from "#services/venue/engine/signer-scopes.ts";
import type { MirroredKey } from "#services/venue/link/messages.ts";
import {
  authenticate,
  requireLive,
  type SignatureHeaders,
  signatureHeaders,
  verifySigned,
} from "./authentication.ts";
import { readBody } from "./body.ts";
import type { Exchange } from "./exchange.ts";
import type { Body } from "./fields.ts";
import type { Gateway } from "./gateway.ts";
import { memoHeader } from "./memo.ts";

export type SignedWrite<Fields> = {
  operation: SigningOperation;
  /** False for the one write that makes the first key. */
  needsApiKey?: false;
  /** Units of the key's limit that are taken before the body is read: 1 for an order, half of one for a cancel. */
  units: number;
  /** Units of the whole request, where they depend on its body. */
  unitsOf?: (fields: Fields) => number;
  /** Reads the fields of the body; those in the path or in a header are checked first. */
  read: (body: Body, exchange: Exchange, gateway: Gateway) => Fields | Promise<Fields>;
  encode: (fields: Fields, timestamp: bigint) => Uint8Array;
  command: (
    signed: Signed,
    fields: Fields,
    /** `memo`: the signed message of a memo transaction, where one was signed in place of the digest. */
    context: { gateway: Gateway; exchange: Exchange; memo: Uint8Array | undefined },
  ) => SignedCommand;
};

export type Run = (gateway: Gateway, exchange: Exchange) => void | Promise<void>;

/** Authenticates, verifies and hands the command to the engine, which answers. */
export function signedWrite<Fields>(write: SignedWrite<Fields>): Run {
  return async (gateway, exchange) => {
    const key = credentialOf(gateway, exchange, write);
    const headers = signatureHeaders(exchange);
    const present = memoHeader(exchange, write.operation);
    if (key !== undefined && key.account !== headers.account.text) {
      throw new ServiceError("ApiKeyIdentityConflict");
    }
    requireSigner(gateway, headers, write.operation);
    const body = await readBody(exchange.incoming);
    // Reading a body takes time: a key or signer that was revoked meanwhile is refused.
    if (key !== undefined) requireLive(gateway, exchange, key);
    requireSigner(gateway, headers, write.operation);
    const reading = write.read(body, exchange, gateway);
    const fields = reading instanceof Promise ? await reading : reading;
    const more = (write.unitsOf?.(fields) ?? write.units) - write.units;
    if (key !== undefined && more > 0) gateway.limits.chargeOrders(exchange, key, more);
    const payload = write.encode(fields, BigInt(headers.timestamp));
    const parts = { operation: write.operation, body, payload, memo: present };
    const { signed, memo } = verifySigned(gateway, headers, parts);
    const command = write.command(signed, fields, { gateway, exchange, memo });
    gateway.link.execute(encodeCommand(command), exchange);
  };
}

function credentialOf<Fields>(
  gateway: Gateway,
  exchange: Exchange,
  write: SignedWrite<Fields>,
): MirroredKey | undefined {
  if (write.needsApiKey === false) {
    gateway.limits.chargeNewAccount(exchange);
    return undefined;
  }
  const key = authenticate(gateway, exchange);
  gateway.limits.chargeOrders(exchange, key, write.units);
  return key;
}

function requireSigner(
  gateway: Gateway,
  { account, signer }: SignatureHeaders,
  operation: SigningOperation,
): void {
  if (signer.text === account.text) return;
  const scopes = scopeOf(operation);
  const now = gateway.clock.now();
  const allowed =
    scopes !== undefined && gateway.mirror.allows(account.text, signer.text, { scopes, now });
  if (!allowed) throw new ServiceError("SIGNER_NOT_AUTHORIZED");
}
