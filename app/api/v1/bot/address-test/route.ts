/** GET → the caller's address; POST → whether an allowlist allows an address. Nothing is stored. */
import { OwnAddress, ownAddress } from "#lib/machines/keys/own-address.ts";
import { AddressTest, testAddress } from "#lib/machines/keys/test-address.ts";
import { AddressCheck } from "#lib/protocol/wire/machine-keys.ts";
import { route } from "#lib/server/route.ts";

export const GET = route({ credential: "session", response: OwnAddress }, ownAddress);

export const POST = route(
  { credential: "session", body: AddressTest, response: AddressCheck },
  testAddress,
);
