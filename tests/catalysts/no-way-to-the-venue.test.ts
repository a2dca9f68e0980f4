/**
 * A signal, a card, a push, a tool or an event can never place an order: this test follows the
 * imports of those modules, and none leads to code that writes to the venue. The owner's signature
 * over the stored order remains the only way.
 */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { isTestFile, readSources, type SourceFile } from "#scripts/dev/house/import-graph.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const sources = readSources(ROOT, ["app", "components", "lib", "services"]);

/**
 * Everything that a file imports, directly, lazily or through other files, with the shortest path
 * to it.
 */
function reachedFrom(
  start: readonly string[],
  files: ReadonlyMap<string, SourceFile> = sources,
): Map<string, string[]> {
  const ways = new Map(start.map((path) => [path, [path]]));
  for (const [path, way] of ways) {
    for (const next of files.get(path)?.imports ?? []) {
      if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  }
  return ways;
}

function filesOf(...folders: readonly string[]): string[] {
  return [...sources.keys()].filter(
    (path) => !isTestFile(path) && folders.some((folder) => path.startsWith(folder)),
  );
}

/**
 * Modules that can sign something for the venue or send it: routes for signed writes, clients with
 * keys, wallets and the venue itself.
 */
const WRITE_PATHS: readonly RegExp[] = [
  /^app\/api\/venue\//,
  /^app\/api\/v1\/approvals\//,
  /^lib\/trading\/venue-(?:access|client)\//,
  /^lib\/assistants\/staged-orders\//,
  /^lib\/platform\/ed25519\.ts$/,
  /^services\/venue\//,
  /^components\/trading\/(?:writes|signing|trading-key)\//,
  /^components\/identity\/wallet\//,
];

function waysToVenue(start: readonly string[], allowed: readonly RegExp[] = []): string[] {
  return [...reachedFrom(start)]
    .filter(([path]) => WRITE_PATHS.some((one) => one.test(path)))
    .filter(([path]) => !allowed.some((one) => one.test(path)))
    .map(([, way]) => way.join(" → "));
}

/** A module that does not exist yet has no files. Those that exist are listed. */
const SILENT: readonly [what: string, folder: string][] = [
  ["signals, cards, the calendar, causes and news", "lib/catalysts/"],
  ["pushes", "lib/pushes/"],
  ["events, and how they are delivered", "lib/webhooks/"],
  ["their announcement", "lib/platform/events/"],
];

describe("from modules of the service", () => {
  test.each(SILENT)("%s, no import leads to the venue", (_what, folder) => {
    expect(waysToVenue(filesOf(folder))).toEqual([]);
  });

  test("nor from the public reads of signals", () => {
    const routes = filesOf("app/api/public/signals/");
    expect(routes).toHaveLength(3);
    // Every route can identify its caller. That code knows the accounts' keys but cannot write.
    const own = routes.flatMap((path) => sources.get(path)?.imports ?? []);
    expect(waysToVenue(own.filter((path) => path !== "lib/server/route.ts"))).toEqual([]);
  });
});

describe("from the assistant's tools", () => {
  const APPROVAL = "lib/assistants/staged-orders/approve-order.ts";

  test("no import leads to an approval or to a write of the browser", () => {
    const tools = filesOf("lib/assistants/mcp/");
    expect(tools.length).toBeGreaterThan(20);
    const reached = reachedFrom(tools);
    expect(reached.get(APPROVAL)).toBeUndefined();
    expect([...reached.keys()].filter((path) => /^app\/|^services\//.test(path))).toEqual([]);
  });

  test("the tool for signals reaches only its read", () => {
    // Its neighbouring file formats marks of the market hub. It has neither a key nor a write.
    const tool = sources.get("lib/assistants/mcp/tools/list-signals.ts");
    const own = tool?.imports.filter((path) => path.startsWith("lib/catalysts/")) ?? [];
    expect(own).toEqual(["lib/catalysts/signals/read-signals.ts"]);
    expect(waysToVenue(own)).toEqual([]);
  });

  test("only the route of the owner's signature reaches the approval", () => {
    const importers = [...sources.values()]
      .filter(({ path, imports }) => !isTestFile(path) && imports.includes(APPROVAL))
      .map(({ path }) => path);
    expect(importers).toEqual(["app/api/v1/approvals/[id]/approve/route.ts"]);
    const text = readFileSync(`${ROOT}/${importers[0]}`, "utf8");
    expect(text).toMatch(/credential: "wallet"/);
  });
});

describe("from the pages", () => {
  test.each(["components/signals/", "components/catalysts/", "components/pushes/"])(
    "%s knows neither orders nor wallets",
    (folder) => {
      // The page frame offers sign-in with a wallet, which signs no order.
      expect(waysToVenue(filesOf(folder), [/^components\/identity\/wallet\//])).toEqual([]);
    },
  );

  test("code that prepares an order fills the ticket, and can neither sign nor send", () => {
    const prepared = filesOf("components/trading/ticket/signal/");
    expect(prepared.length).toBeGreaterThan(2);
    expect(waysToVenue(prepared)).toEqual([]);
    const text = prepared.map((path) => readFileSync(`${ROOT}/${path}`, "utf8")).join("\n");
    expect(text).not.toMatch(/sendJson|method:|submit/i);
  });
});

test("the walk finds imports where they exist, also lazy ones", () => {
  expect(waysToVenue(["app/api/v1/approvals/[id]/approve/route.ts"]).length).toBeGreaterThan(2);
  expect(waysToVenue(["components/trading/ticket/ticket.tsx"]).length).toBeGreaterThan(0);
  const files = new Map<string, SourceFile>(
    (
      [
        ["lib/catalysts/a.ts", ["lib/platform/b.ts"]],
        ["lib/platform/b.ts", ["lib/trading/venue-access/c.ts"]],
      ] as const
    ).map(([path, imports]) => [path, { path, text: "", lines: 0, imports }]),
  );
  expect(reachedFrom(["lib/catalysts/a.ts"], files).get("lib/trading/venue-access/c.ts")).toEqual([
    "lib/catalysts/a.ts",
    "lib/platform/b.ts",
    "lib/trading/venue-access/c.ts",
  ]);
  expect(globSync("lib/catalysts/**/*.ts", { cwd: ROOT }).length).toBeGreaterThan(50);
});
