/** Which ports of this machine a request of a user never reaches: those of every address among the settings. */
import { expect, test } from "vitest";
import { readConfig } from "#lib/platform/config/config.ts";

const SECRETS = { SESSION_SECRET: "s".repeat(32), ENCRYPTION_SECRET: "e".repeat(32) };
const portsOf = (settings: Record<string, string>) =>
  readConfig({ ...SECRETS, PORT: "3000", VENUE_URL: "http://localhost:4000", ...settings })
    .ownPorts;

test.each([
  ["VENUE_URL", "http://localhost:4000,http://localhost:4001", [4000, 4001]],
  ["SANDBOX_URL", "http://127.0.0.1:4100", [4100]],
  ["ORACLE_URL", "http://127.0.0.1:4200", [4200]],
  ["DATABASE_URL", "postgres://svc:words@127.0.0.1/svc", [5432]],
  ["DATABASE_URL", "postgres://svc:words@localhost:5433/svc", [5433]],
  ["REDIS_URL", "redis://localhost", [6379]],
  ["SMTP_URL", "smtp://127.0.0.1", [25, 587]],
  ["SMTP_URL", "smtp://127.0.0.1:2525", [2525]],
  ["SOLANA_RPC_URL", "http://127.0.0.1:8899", [8899]],
])("%s at %s", (name, address, ports) => {
  expect(portsOf({ [name]: address })).toEqual(expect.arrayContaining([3000, ...ports]));
});

test("no port of a server elsewhere, unless its address names it", () => {
  const elsewhere = {
    DATABASE_URL: "postgres://db.example/svc",
    REDIS_URL: "rediss://redis.example",
  };
  expect(portsOf(elsewhere)).toEqual([3000, 4000]);
});

test("those that the stack names, which are in no address that the app knows", () => {
  expect(portsOf({ LOCAL_SERVICE_PORTS: "4411,4412" })).toEqual([3000, 4411, 4412, 4000]);
  expect(() => portsOf({ LOCAL_SERVICE_PORTS: "4411,x" })).toThrow(/LOCAL_SERVICE_PORTS/);
});

test("a process that listens for the network has no sandbox of this machine", () => {
  const settings = {
    ...SECRETS,
    VENUE_URL: "http://localhost:4000",
    WEBHOOK_SCHEDULE_DIVISOR: "60",
  };
  const sandbox = { ...settings, SANDBOX_URL: "http://127.0.0.1:4100" };
  expect(readConfig(sandbox).webhookScheduleDivisor).toBe(60);
  expect(readConfig({ ...sandbox, HOST: "0.0.0.0" }).webhookScheduleDivisor).toBe(1);
});
