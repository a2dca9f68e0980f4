import { expect, test } from "vitest";
import { decodeJupiterRoute, withRouteTerms } from "./decode-jupiter-route.ts";
import { JUPITER_PROGRAM, TOKEN_PROGRAM } from "./programs.ts";

const [USER, SOURCE, DESTINATION, FROM, TO, EVENTS] = [
  "user",
  "source",
  "destination",
  "from",
  "to",
  "events",
];

/** Discriminator, number of the shared accounts, 1,000,000 in, 999,000 out, 50, 3 and 7 hundredths of a percent, two steps. */
const data = (discriminator: string, id: readonly number[]) =>
  Uint8Array.from([
    ...Buffer.from(discriminator, "hex"),
    ...id,
    ...Buffer.from(
      "40420f0000000000" + "583e0f0000000000" + "3200" + "0300" + "0700" + "02000000",
      "hex",
    ),
    ...Array<number>(10).fill(1),
  ]);
const forms = [
  {
    name: "route_v2",
    data: data("bb64facc31c4af14", []),
    accounts: [
      USER,
      SOURCE,
      DESTINATION,
      FROM,
      TO,
      TOKEN_PROGRAM,
      TOKEN_PROGRAM,
      JUPITER_PROGRAM,
      EVENTS,
      JUPITER_PROGRAM,
      "x",
    ],
  },
  {
    name: "shared_accounts_route_v2",
    data: data("d19853937cfed8e9", [3]),
    accounts: [
      "authority",
      USER,
      SOURCE,
      "in",
      "out",
      DESTINATION,
      FROM,
      TO,
      TOKEN_PROGRAM,
      TOKEN_PROGRAM,
      EVENTS,
      JUPITER_PROGRAM,
      "x",
    ],
  },
] as const;

const decode = (accounts: readonly (string | undefined)[], bytes: Uint8Array) =>
  decodeJupiterRoute({ program: JUPITER_PROGRAM, accounts, data: bytes });

test.each(forms)("$name is read", ({ accounts, data: bytes }) => {
  expect(decode(accounts, bytes)).toEqual({
    kind: "jupiter-route",
    user: USER,
    source: SOURCE,
    destination: DESTINATION,
    mintIn: FROM,
    mintOut: TO,
    amountIn: 1_000_000n,
    quotedOut: 999_000n,
    slippageBps: 50,
    platformFeeBps: 3,
    positiveSlippageBps: 7,
    steps: 2,
    accounts,
    data: bytes,
  });
});

test.each(forms)(
  "$name takes the terms of an order, and keeps its steps",
  ({ accounts, data: bytes }) => {
    const changed = withRouteTerms(bytes, { amountIn: 5n, minOut: 4n });
    expect(changed?.length).toBe(bytes.length);
    expect(decode(accounts, changed ?? new Uint8Array())).toMatchObject({
      amountIn: 5n,
      quotedOut: 4n,
      slippageBps: 0,
      platformFeeBps: 0,
      positiveSlippageBps: 0,
      steps: 2,
    });
    expect(changed?.subarray(-14)).toEqual(bytes.subarray(-14));
  },
);

test.each(forms)(
  "$name with an account in another place is not read",
  ({ accounts, data: bytes }) => {
    for (const [index, key] of accounts.entries()) {
      const changed = accounts.with(index, "other" as never);
      const isFixed = key === TOKEN_PROGRAM || (key === JUPITER_PROGRAM && index > 7);
      if (isFixed) expect(decode(changed, bytes), `place ${index}`).toBe(undefined);
      expect(
        decode([...accounts.slice(0, index), undefined, ...accounts.slice(index + 1)], bytes),
      ).toBe(undefined);
    }
    expect(decode(accounts.slice(0, 9), bytes)).toBe(undefined);
  },
);

test("the further output of route_v2 is nothing, or the output itself", () => {
  const [{ accounts, data: bytes }] = forms;
  expect(decode(accounts.with(7, DESTINATION as never), bytes)).toBeDefined();
  expect(decode(accounts.with(7, "other" as never), bytes)).toBe(undefined);
});

test("other instructions are not read", () => {
  const [{ accounts, data: bytes }] = forms;
  expect(decode(accounts, data("e517cb977ae3ad2a", []))).toBe(undefined);
  expect(decode(accounts, bytes.subarray(0, 33))).toBe(undefined);
  expect(decode(accounts, new Uint8Array())).toBe(undefined);
  expect(withRouteTerms(new Uint8Array(64), { amountIn: 1n, minOut: 1n })).toBe(undefined);
});
