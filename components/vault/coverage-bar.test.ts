import { expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import { checkCommands, reservesCommands } from "./check-commands.ts";
import { barWidths } from "./coverage-bar.tsx";
import ar from "./messages/ar/vault.ts";
import de from "./messages/de/vault.ts";
import en from "./messages/en/vault.ts";

const widths = (balance: string, liabilities: string, reserved = "0") =>
  barWidths({
    balance: balance as Decimal,
    liabilities: liabilities as Decimal,
    reserved: reserved as Decimal,
  });

test("both bars have one scale, that of the larger amount", () => {
  expect(widths("200", "150", "15")).toEqual({ held: 10_000, owed: 7_500, reserved: 750 });
  expect(widths("150", "200")).toEqual({ held: 7_500, owed: 10_000, reserved: 0 });
  expect(widths("0", "0")).toEqual({ held: 0, owed: 0, reserved: 0 });
  // More digits than a number has.
  expect(widths("90071992547409930000.000001", "90071992547409930000.000001").owed).toBe(10_000);
});

const VAULT = "VauLt11111111111111111111111111";
const commandsOn = (network: SolanaNetwork) =>
  checkCommands("https://app.example", { network, vault_address: VAULT });

test("the commands ask the chain for the vault's finalized balance, and the service for what it owes", () => {
  const { balance, owed } = commandsOn("simulated");
  const body = /-d '(.*)'$/.exec(balance)?.[1] ?? "";
  expect(JSON.parse(body)).toEqual({
    jsonrpc: "2.0",
    id: 1,
    method: "getTokenAccountBalance",
    params: [VAULT, { commitment: "finalized" }],
  });
  expect(balance).toContain("https://app.example/api/chain/rpc");
  expect(owed).toBe("curl -s https://app.example/api/public/dex/stats");
});

test.each([
  ["mainnet-beta", "https://api.mainnet-beta.solana.com"],
  ["devnet", "https://api.devnet.solana.com"],
] as const)("on %s the balance is asked of a node that is not the service's", (network, node) => {
  const { balance } = commandsOn(network);
  expect(balance).toContain(`curl -s ${node} -H`);
  expect(balance).not.toContain("app.example");
});

test("the commands fetch the verifier and check the saved leaf with the vault of the page, by a node of the network", () => {
  const anchor = { network: "devnet" as const, vault_address: VAULT, account: "AccounT" };
  expect(reservesCommands("https://app.example", anchor, "leaf.json")).toEqual({
    get: "curl -sO https://app.example/verify-reserves.mjs",
    check: `node verify-reserves.mjs leaf.json --rpc https://api.devnet.solana.com --account AccounT --vault ${VAULT}`,
  });
});

test.each([
  ["en", en, /its own statement/],
  ["de", de, /seine eigene Angabe/],
  ["ar", ar, /تصريحها هي/],
] as const)(
  "the page in %s claims to be checked only what the chain shows",
  (_locale, texts, own) => {
    expect(texts.intro).toMatch(own);
    expect(JSON.stringify(texts)).not.toMatch(/Every figure|Jede Zahl|كل رقم/);
  },
);
