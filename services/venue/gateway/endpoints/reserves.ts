/** Proofs of reserves: custody has them made and says where the chain anchors them, others read the newest one. */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import {
  accountOfReader,
  authenticate,
  requireCustody,
  requirePinnedIdentity,
} from "#services/venue/gateway/request/authentication.ts";
import { readBody } from "#services/venue/gateway/request/body.ts";
import { allowOnly, namesOf } from "#services/venue/gateway/request/fields.ts";
import type { Run } from "#services/venue/gateway/request/signed-write.ts";
import { anchorBody, reservesBody } from "#services/venue/surface/bodies.ts";
import { chargeAnybody } from "./reads.ts";

const ANCHOR_FIELDS = namesOf(anchorBody);
const NO_FIELDS = namesOf(reservesBody);

export const makeReserves: Run = async (gateway, exchange) => {
  requireCustody(gateway, exchange);
  allowOnly(await readBody(exchange.incoming), NO_FIELDS);
  exchange.answered(200, JSON.stringify(await gateway.prover.prove()));
};

export const anchorReserves: Run = async (gateway, exchange) => {
  requireCustody(gateway, exchange);
  const body = await readBody(exchange.incoming);
  allowOnly(body, ANCHOR_FIELDS);
  const { data: anchor, error } = anchorBody.safeParse(body);
  if (anchor === undefined) {
    const [issue] = error.issues;
    const field = String(issue?.path[0] ?? "");
    throw new ServiceError("INVALID_FIELD", { field, reason: issue?.message ?? "it is missing" });
  }
  const height = /^\d{1,15}$/.test(exchange.segment) ? Number(exchange.segment) : -1;
  exchange.answered(200, JSON.stringify(gateway.prover.publish(height, anchor)));
};

export const getReserves: Run = (gateway, exchange) => {
  chargeAnybody(gateway, exchange);
  exchange.answered(200, JSON.stringify(gateway.prover.published()));
};

/** Of the key's account; with the reader key of the account in the header. */
export const getReservesLeaf: Run = (gateway, exchange) => {
  let account = accountOfReader(gateway, exchange);
  if (account === undefined) {
    const key = authenticate(gateway, exchange);
    gateway.limits.chargeRead(exchange, key);
    requirePinnedIdentity(exchange, key);
    account = key.account;
  }
  exchange.answered(200, JSON.stringify(gateway.prover.claim(account)));
};
