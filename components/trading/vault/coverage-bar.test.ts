import { expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { checkCommands } from "./check-commands.ts";
import { barWidths } from "./coverage-bar.tsx";

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

test("the commands ask the chain for the vault's finalized balance, and the service for what it owes", () => {
  const { balance, owed } = checkCommands("https://app.example", "VauLt11111111111111111111111111");
  const body = /-d '(.*)'$/.exec(balance)?.[1] ?? "";
  expect(JSON.parse(body)).toEqual({
    jsonrpc: "2.0",
    id: 1,
    method: "getTokenAccountBalance",
    params: ["VauLt11111111111111111111111111", { commitment: "finalized" }],
  });
  expect(balance).toContain("https://app.example/api/chain/rpc");
  expect(owed).toBe("curl -s https://app.example/api/public/dex/stats");
});
