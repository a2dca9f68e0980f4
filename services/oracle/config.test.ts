import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

const BASE = {
  VENUE_OPERATOR_KEY: `operator_${"0".repeat(64)}`,
  SANDBOX_URL: "http://127.0.0.1:4100/",
};
const FEED = "a".repeat(64);

describe("price sources", () => {
  test("are the simulated one by default, at the sandbox's address", () => {
    expect(readConfig(BASE).sources).toEqual([
      {
        name: "simulated",
        weight: 1,
        staleAfterMs: 3_000,
        sandboxUrl: "http://127.0.0.1:4100",
      },
    ]);
  });

  test("have their own weights and thresholds", () => {
    const { sources, outlierPpm } = readConfig({
      ...BASE,
      ORACLE_SOURCES: "pyth:2, simulated",
      ORACLE_OUTLIER_RATIO: "0.0025",
      ORACLE_STALE_MS: "2500",
      PYTH_STALE_MS: "5000",
      PYTH_FEEDS: `BTCUSDC=0x${FEED}`,
      PYTH_CONFIDENCE_RATIO: "0.002",
    });
    expect(outlierPpm).toBe(2_500n);
    expect(sources).toMatchObject([
      {
        name: "pyth",
        weight: 2,
        staleAfterMs: 5_000,
        maxConfidencePpm: 2_000n,
        feeds: new Map([[FEED, "BTCUSDC"]]),
      },
      { name: "simulated", weight: 1, staleAfterMs: 2_500 },
    ]);
  });

  test("never become simulated ones without a sandbox", () => {
    const { VENUE_OPERATOR_KEY } = BASE;
    expect(() => readConfig({ VENUE_OPERATOR_KEY })).toThrow("they need SANDBOX_URL");
  });

  test.each([
    ["ORACLE_SOURCES", "binance"],
    ["ORACLE_SOURCES", "pyth,pyth"],
    ["ORACLE_SOURCES", "pyth:0"],
    ["ORACLE_SOURCES", "pyth:1.5"],
    ["ORACLE_OUTLIER_RATIO", "0"],
    ["ORACLE_OUTLIER_RATIO", "1.1"],
    ["ORACLE_OUTLIER_RATIO", "1%"],
    ["ORACLE_STALE_MS", "10"],
    ["PYTH_FEEDS", "BTCUSDC=abc"],
    ["PYTH_FEEDS", `BTCUSDC=${FEED},ETHUSDC=${FEED}`],
    ["PYTH_API_KEY", "two words"],
    ["VENUE_OPERATOR_KEY", "mine"],
  ])("refuse %s=%s, and name it", (name, value) => {
    expect(() => readConfig({ ...BASE, [name]: value })).toThrow(`${name}: `);
  });
});

test("no key is ever printed", () => {
  const config = readConfig({
    ...BASE,
    ORACLE_SOURCES: "pyth",
    PYTH_API_KEY: "very-secret",
  });
  const text = JSON.stringify(config, (_, value: unknown) =>
    typeof value === "bigint" ? Number(value) : value,
  );
  const printed = `${inspect(config, { depth: 9 })}${text}`;
  expect(printed).not.toContain("very-secret");
  expect(printed).not.toContain(BASE.VENUE_OPERATOR_KEY);
});

test("a refusal names the variable and leaves out its value", () => {
  const messageOf = (value: string): string => {
    try {
      readConfig({ ...BASE, PYTH_API_KEY: value });
    } catch (error) {
      return String(error);
    }
    return "";
  };
  expect(messageOf("very secret")).toContain("PYTH_API_KEY");
  expect(messageOf("very secret")).not.toContain("very secret");
});
