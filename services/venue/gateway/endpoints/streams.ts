/** Streams of accounts: one of the key's own account, and one of the several that the holder of the reader key follows. */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import {
  authenticate,
  isLive,
  requirePinnedIdentity,
  requireReader,
  streamedAccountOfReader,
} from "#services/venue/gateway/request/authentication.ts";
import { readBody } from "#services/venue/gateway/request/body.ts";
import type { Exchange } from "#services/venue/gateway/request/exchange.ts";
import {
  allowOnly,
  type Body,
  namesOf,
  optionalItems,
  optionalText,
  requiredText,
} from "#services/venue/gateway/request/fields.ts";
import type { Gateway } from "#services/venue/gateway/request/gateway.ts";
import type { Run } from "#services/venue/gateway/request/signed-write.ts";
import type { Following } from "#services/venue/link/hub-messages.ts";
import { publicKey } from "#services/venue/signature/public-keys.ts";
import { followBody, followedAccount } from "#services/venue/surface/bodies.ts";

const FIELDS = namesOf(followBody);
const FOLLOW_FIELDS = namesOf(followedAccount);
export const MAX_ACCOUNTS_PER_CHANGE = 1_000;
const LONGEST_ID = 32;

/** Of the key's account; with the reader key of the account in the header, or of those that `changeStream` names. */
export const openStream: Run = (gateway, exchange) => {
  if (exchange.incoming.method !== "GET") {
    exchange.allowed = "GET";
    throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: "GET" });
  }
  const reader = streamedAccountOfReader(gateway, exchange);
  if (reader === undefined) {
    const key = authenticate(gateway, exchange);
    gateway.limits.chargeRead(exchange, key);
    requirePinnedIdentity(exchange, key);
    const credential = { isValid: () => isLive(gateway, key) };
    openOne(gateway, exchange, key.account, credential);
  } else if (reader.account !== undefined) {
    openOne(gateway, exchange, reader.account, READER);
  } else {
    gateway.accountStreams.beginSeveral({ ...exchange.openStream(), credential: READER });
  }
};

/** The reader key does not change while the venue runs. */
const READER = { isValid: () => true };

function openOne(
  gateway: Gateway,
  exchange: Exchange,
  account: string,
  credential: { isValid: () => boolean },
): void {
  gateway.accountStreams.admit(account);
  const id = exchange.headers["last-event-id"] ?? exchange.parameter("lastEventId");
  const after = typeof id === "string" && id !== "" ? id.slice(0, LONGEST_ID) : null;
  gateway.accountStreams.begin({ ...exchange.openStream(), credential }, { account, after });
}

/** Adds accounts to a stream of several, and takes others away. */
export const changeStream: Run = async (gateway, exchange) => {
  requireReader(gateway, exchange);
  const body = await readBody(exchange.incoming);
  allowOnly(body, FIELDS);
  const follow = optionalItems(body, "follow", MAX_ACCOUNTS_PER_CHANGE).map(followingOf);
  const unfollow = optionalItems(body, "unfollow", MAX_ACCOUNTS_PER_CHANGE).map(
    (item) => followingOf(item).account,
  );
  const isKnown = await gateway.accountStreams.change(exchange.segment, { follow, unfollow });
  if (!isKnown) throw new ServiceError("STREAM_NOT_FOUND");
  exchange.answered(200, JSON.stringify({ follow: follow.length, unfollow: unfollow.length }));
};

function followingOf(item: Body): Following {
  allowOnly(item, FOLLOW_FIELDS);
  const account = publicKey(requiredText(item, "account", 44));
  if (account === undefined) throw new ServiceError("INVALID_PUBLIC_KEY", { field: "account" });
  return { account: account.text, after: optionalText(item, "after", LONGEST_ID) };
}
