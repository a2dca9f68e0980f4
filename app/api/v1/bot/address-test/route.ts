/** GET → the address we see of the caller; POST → what an allowlist does with an address. Nothing is kept. */
import { OwnAddress, ownAddress } from "#lib/bot/own-address.ts";
import { AddressTest, AddressTestResult, testAddress } from "#lib/bot/test-address.ts";
import { methodNotAllowed, route } from "#lib/http/route.ts";

export const GET = route({ credential: "session", response: OwnAddress }, ownAddress);

export const POST = route(
  { credential: "session", body: AddressTest, response: AddressTestResult },
  testAddress,
);

const other = methodNotAllowed("GET, POST");

export { other as DELETE, other as PATCH, other as PUT };
