/** GET → the caller's address; POST → whether an allowlist allows an address. Nothing is stored. */
import { OwnAddress, ownAddress } from "#lib/machines/bot-keys/own-address.ts";
import {
  AddressTest,
  AddressTestResult,
  testAddress,
} from "#lib/machines/bot-keys/test-address.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route({ credential: "session", response: OwnAddress }, ownAddress);

export const POST = route(
  { credential: "session", body: AddressTest, response: AddressTestResult },
  testAddress,
);

const other = methodNotAllowed("GET, POST");

export { other as DELETE, other as PATCH, other as PUT };
