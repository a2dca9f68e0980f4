/**
 * A linter that silently checks nothing looks like a clean repository. So this test violates every boundary
 * on purpose, in temporary files, and expects the matching rule to report each violation.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderGraph, readSources } from "#scripts/dev/house/import-graph.ts";
import { SERVICE_ROOMS } from "./lint/service-rooms.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** Part of every planted path: no other file may contain it, and the test removes all of them. */
const MARK = "planted-for-lint";
const TOPS = ["app", "components", "lib", "lib/protocol", "services", "scripts", "e2e"];

type Crossing = {
  what: string;
  /** Folder of the planted file; the mark is appended to its last segment. */
  folder: string;
  source: string;
  rule: string;
  message: string;
  name?: string;
};

const IMPORTS = "eslint(no-restricted-imports)";
const CALL_A_VERB = "Call a verb in #lib/<domain>/.";
const LIB = "lib knows neither Next nor React.";
const PURE = "lib/protocol is pure: browser, app and venue all run it.";
const SERVICE = "A service shares only lib/protocol and lib/kernel with the app.";
const ANOTHER_SERVICE = "does not import this service: see oxlint.config.ts.";
const ANOTHER_FOLDER = "does not import this folder: see oxlint.config.ts.";
const BROWSER = "components imports lib/protocol only, types included.";
const NO_WALLET =
  "The app signs nothing for a user: simulated traders, scripts and tests have a wallet.";
const NO_TWEETNACL = "tweetnacl is for browsers without Ed25519.";
const CONTRACTS = "Pages import the types of contracts only: their schemas stay on the server.";
const TEST_SUPPORT = "Only tests use test support.";
const NO_JOURNEY = "Journeys import scripts, and no script imports a journey.";
const DIRECTION = "does not import this domain: see oxlint.config.ts.";
const importing = (path: string): string =>
  `import * as planted from "${path}";\nexport { planted };\n`;

const CROSSINGS: Crossing[] = [
  ...[
    ["app", "#app/api/auth/auth.testing.ts", TEST_SUPPORT],
    ["components/trading", "#components/trading/live/stream.testing.ts", TEST_SUPPORT],
    ["lib/partner", "#lib/partner/testing/world.ts", TEST_SUPPORT],
    ["lib/protocol", "#lib/kernel/time/timers.testing.ts", TEST_SUPPORT],
    ["services", "#services/venue/venue.testing.ts", TEST_SUPPORT],
    ["app", "drizzle-orm", CALL_A_VERB],
    ["app", "#lib/platform/db/client.ts", CALL_A_VERB],
    ["app", "#services/venue/calls/venue.ts", CALL_A_VERB],
    ["components", "drizzle-orm/pg-core", CALL_A_VERB],
    ["components", "#lib/trading/schema/market-data.ts", CALL_A_VERB],
    ["app", "#lib/identity/schema/identity.ts", CALL_A_VERB],
    ["components", "#services/venue/calls/venue.ts", CALL_A_VERB],
    ["components", "#lib/kernel/time/clock.ts", BROWSER],
    ["components/trading", "#lib/kernel/streams/fan-out.ts", BROWSER],
    ["components/data", "zod", CONTRACTS],
    ["components/trading", "#lib/protocol/wire/account.ts", CONTRACTS],
    ["components/partner", "#lib/protocol/wire/partner.ts", CONTRACTS],
    ["lib/protocol", "#lib/protocol/wire/account.ts", CONTRACTS],
    ["lib/protocol", "zod", CONTRACTS],
    ["components/ui", "#components/data/http.ts", DIRECTION],
    ["components/i18n", "#components/messages/en.ts", DIRECTION],
    ["components/data", "#components/frame/commands/command-registry.ts", DIRECTION],
    ["components/frame", "#components/identity/session/session-channel.ts", DIRECTION],
    ["components/identity", "#components/trading/screen/view/view.ts", DIRECTION],
    ["components/trading", "#components/machines/parts/labelled.tsx", DIRECTION],
    ["components/machines", "#components/assistants/apps/grant.ts", DIRECTION],
    ["components/assistants", "#components/partner/link/referral-code.ts", DIRECTION],
    ["components/partner", "#components/trading/screen/view/view.ts", DIRECTION],
    ["components/vault", "#components/trading/screen/view/view.ts", DIRECTION],
    ["components/partner", "#components/messages/en.ts", DIRECTION],
    ["components/webhooks", "#components/partner/records/paths.ts", DIRECTION],
    ["lib/kernel", "#lib/platform/redis.ts", DIRECTION],
    ["lib/platform", "#lib/identity/audit/audit-log.ts", DIRECTION],
    ["lib/identity", "#lib/trading/market-data/market-hub.ts", DIRECTION],
    ["lib/trading", "#lib/machines/usage/collector.ts", DIRECTION],
    ["lib/machines", "#lib/assistants/oauth/lifetimes.ts", DIRECTION],
    ["lib/assistants", "#lib/partner/reads/levels.ts", DIRECTION],
    ["lib/assistants", "#lib/server/route.ts", DIRECTION],
    ["lib/partner", "#lib/assistants/oauth/lifetimes.ts", DIRECTION],
    ["lib/server", "#lib/partner/reads/levels.ts", DIRECTION],
    ["lib/swaps", "#lib/assistants/oauth/lifetimes.ts", DIRECTION],
    ["lib/partner", "#lib/swaps/points/read-points.ts", DIRECTION],
    ["lib/webhooks", "#lib/partner/reads/levels.ts", DIRECTION],
    ["lib/catalysts", "#lib/trading/venue-access/venue-access.ts", DIRECTION],
    ["lib/pushes", "#lib/trading/venue-access/venue-access.ts", DIRECTION],
    ["lib/identity", "#lib/partner/schema/partner.ts", DIRECTION],
    ["lib/catalysts", "#lib/trading/schema/venue-access.ts", DIRECTION],
    ["lib/pushes", "#lib/trading/schema/venue-access.ts", DIRECTION],
    ["lib/server", "#lib/swaps/schema/swaps.ts", DIRECTION],
    ["components/pushes", "#components/trading/screen/view/view.ts", DIRECTION],
    ["scripts/dev", "#scripts/bench/shared/report.ts", DIRECTION],
    ["scripts/bench", "#scripts/trials/soak/report.ts", DIRECTION],
    ["scripts/operate", "#scripts/trials/soak/report.ts", DIRECTION],
    ["scripts/dev", "#e2e/support/people.ts", NO_JOURNEY],
    ["scripts/trials", "#e2e/support/people.ts", NO_JOURNEY],
    ["lib", "next/server", LIB],
    ["lib", "react", LIB],
    ["lib", "react-dom/server", LIB],
    ["lib", "#app/layout.tsx", LIB],
    ["lib", "#components/data/http.ts", LIB],
    ["lib", "#services/venue/calls/venue.ts", LIB],
    ["app", "#lib/kernel/wallet.ts", NO_WALLET],
    ["lib/trading", "#lib/kernel/wallet.ts", NO_WALLET],
    ["lib/assistants", "#lib/kernel/wallet.ts", NO_WALLET],
    ["app", "tweetnacl", NO_TWEETNACL],
    ["lib/identity", "tweetnacl", NO_TWEETNACL],
    ["lib/protocol", "tweetnacl", NO_TWEETNACL],
    ["services", "tweetnacl", NO_TWEETNACL],
    ["lib/protocol", "node:crypto", PURE],
    ["lib/protocol", "server-only", PURE],
    ["lib/protocol", "drizzle-orm", PURE],
    ["lib/protocol", "react", PURE],
    ["lib/protocol", "next/headers", PURE],
    ["lib/protocol", "#services/venue/calls/venue.ts", PURE],
    ["lib/protocol", "#lib/kernel/time/clock.ts", "lib/protocol imports only itself."],
    ["lib/protocol", "#lib/platform/db/client.ts", "lib/protocol imports only itself."],
    ["services", "next/server", "No Next or React in a service."],
    ["services", "react-dom/client", "No Next or React in a service."],
    ["services", "#app/layout.tsx", "No Next or React in a service."],
    ["services", "#components/data/http.ts", "No Next or React in a service."],
    ["services", "#lib/platform/db/client.ts", SERVICE],
    ["services", "#lib/platform/redis.ts", SERVICE],
    ["services", "#lib/trading/market-data/market-hub.ts", SERVICE],
    ["services/venue", "#services/custody/config.ts", ANOTHER_SERVICE],
    ["services/venue/engine", "#services/custody/config.ts", ANOTHER_FOLDER],
    ["services/sandbox", "#services/venue/engine/apply.ts", ANOTHER_SERVICE],
    ["services/venue/engine", "#services/venue/journal/journal.ts", ANOTHER_FOLDER],
    ["services/venue/history", "#services/venue/calls/outcomes.ts", ANOTHER_FOLDER],
    ["services/venue/link", "#services/venue/gateway/worker.ts", ANOTHER_FOLDER],
    ["services/venue/gateway/request", "#services/venue/gateway/router.ts", ANOTHER_FOLDER],
    ["services/venue/gateway/endpoints", "#services/venue/calls/operator.ts", ANOTHER_FOLDER],
    ["services/venue/backup", "#services/venue/process/open-venue.ts", ANOTHER_FOLDER],
    ["services/chain/history", "#services/chain/ledger/ledger.ts", ANOTHER_FOLDER],
    ["services/custody/venue", "#services/custody/books/reconcile.ts", ANOTHER_FOLDER],
    ["services/custody/payer", "#services/custody/signer/vault-signer.ts", ANOTHER_FOLDER],
    ["services/oracle/sources", "#services/oracle/price-board.ts", ANOTHER_FOLDER],
    ["services/sandbox/story", "#services/sandbox/prices/effects.ts", ANOTHER_FOLDER],
    ["services/sandbox/venue", "#services/sandbox/deposits/faucet.ts", ANOTHER_FOLDER],
    ["services/sandbox/mail", "#services/sandbox/config.ts", ANOTHER_FOLDER],
  ].map(([folder = "", path = "", message = ""]) => ({
    what: `${folder} imports ${path}`,
    folder,
    source: importing(path),
    rule: IMPORTS,
    message,
  })),
  ...TOPS.map((folder) => ({
    what: `${folder} climbs with ../`,
    folder,
    source: importing("../x.ts"),
    rule: IMPORTS,
    message: "across folders.",
  })),
  ...TOPS.map((folder) => ({
    what: `${folder} takes a private file of another folder`,
    folder,
    source: importing("#lib/platform/db/_pglite-pool.ts"),
    rule: IMPORTS,
    message: "A file starting with _ is private to its folder.",
  })),
  ...["app", "components", "lib", "lib/protocol", "services"].flatMap((folder) => [
    {
      what: `${folder} reads process.env`,
      folder,
      source: "export const planted = process.env.HOME;\n",
      rule: "node(no-process-env)",
      message: "Disallowed usage of `process.env`.",
    },
    {
      what: `${folder} writes to the console`,
      folder,
      source: 'console.log("planted");\nexport {};\n',
      rule: "eslint(no-console)",
      message: "Unexpected console statement.",
    },
  ]),
  {
    what: "a test sleeps",
    folder: "lib",
    name: "sleeping.test.ts",
    source: 'import { setTimeout } from "node:timers/promises";\nawait setTimeout(5);\n',
    rule: "waiting(no-sleep)",
    message: "a test does not sleep",
  },
  {
    what: "a test gives up early",
    folder: "services",
    name: "hasty.test.ts",
    source: 'import { beforeAll } from "vitest";\nbeforeAll(() => {}, 5_000);\n',
    rule: "waiting(no-short-limit)",
    message: "A busy machine takes longer",
  },
  {
    what: "two files import each other's types",
    folder: "lib",
    name: "type-cycle-a.ts",
    source: 'import type { B } from "./type-cycle-b.ts";\nexport type A = { b: B };\n',
    rule: "import(no-cycle)",
    message: "Dependency cycle detected",
  },
  {
    what: "two files import each other",
    folder: "lib",
    name: "cycle-a.ts",
    source: 'import { b } from "./cycle-b.ts";\nexport const a = (): unknown => b;\n',
    rule: "import(no-cycle)",
    message: "Dependency cycle detected",
  },
];

/** Imports that must be allowed: a rule that fires on everything would guard nothing. */
const ALLOWED = [
  ["components/trading", importing("#components/identity/session/session-channel.ts")],
  ["lib/partner", importing("#lib/machines/operator/authenticate.ts")],
  ["app", importing("#lib/protocol/market/markets.ts")],
  ["components", importing("#lib/protocol/market/markets.ts")],
  ["lib", importing("#lib/platform/db/client.ts")],
  ["lib/protocol", importing("#lib/protocol/market/markets.ts")],
  [
    "services",
    importing("#lib/protocol/market/markets.ts") +
      importing("#lib/kernel/env.ts").replaceAll("planted", "root"),
  ],
  ["services/venue/gateway/endpoints", importing("#services/venue/gateway/request/exchange.ts")],
  ["services/sandbox/relay", importing("#services/sandbox/chain/treasury.ts")],
  ["services/sandbox/deposits", importing("#services/custody/venue/venue-ledger.ts")],
  ["scripts", "export const planted = process.env.HOME;\nconsole.log(planted);\n"],
] as const;

type Diagnostic = { code: string; message: string; help?: string; filename: string };

const planted: string[] = [];
let diagnostics: Diagnostic[] = [];

const pathOf = (folder: string, name: string): string => join(folder, MARK, name);
const nameOf = (crossing: Crossing, index: number): string =>
  crossing.name ?? `crossing-${index}.ts`;

function plant(path: string, source: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), source);
  planted.push(path);
}

function removePlanted(): void {
  const folders = [...CROSSINGS.map(({ folder }) => folder), ...ALLOWED.map(([folder]) => folder)];
  for (const folder of new Set(folders)) {
    rmSync(join(root, folder, MARK), { recursive: true, force: true });
  }
}

/** oxlint's findings; it exits with 1 when there are any. */
function lint(paths: readonly string[]): Promise<Diagnostic[]> {
  const oxlint = join(root, "node_modules", ".bin", "oxlint");
  const options = { cwd: root, maxBuffer: 50_000_000 };
  return new Promise((resolve, reject) => {
    execFile(oxlint, ["--format=json", ...paths], options, (_, stdout, stderr) => {
      try {
        resolve((JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics);
      } catch {
        reject(new Error(`oxlint gave no report: ${stdout.slice(0, 500)} ${stderr.slice(0, 500)}`));
      }
    });
  });
}

beforeAll(async () => {
  // Files that an earlier run left behind when it was killed.
  removePlanted();
  try {
    for (const [index, crossing] of CROSSINGS.entries()) {
      plant(pathOf(crossing.folder, nameOf(crossing, index)), crossing.source);
    }
    plant(
      pathOf("lib", "cycle-b.ts"),
      'import { a } from "./cycle-a.ts";\nexport const b = (): unknown => a;\n',
    );
    plant(
      pathOf("lib", "type-cycle-b.ts"),
      'import type { A } from "./type-cycle-a.ts";\nexport type B = { a: A };\n',
    );
    for (const [index, [folder, source]] of ALLOWED.entries()) {
      plant(pathOf(folder, `allowed-${index}.ts`), source);
    }
    diagnostics = await lint(planted);
  } finally {
    removePlanted();
  }
});

afterAll(removePlanted);

describe("lint reports when", () => {
  test.each(CROSSINGS.map((crossing, index) => ({ ...crossing, index })))("$what", (crossing) => {
    const path = pathOf(crossing.folder, nameOf(crossing, crossing.index));
    const found = diagnostics.filter((diagnostic) => diagnostic.filename === path);
    const matching = found.filter(
      ({ code, message, help }) =>
        code === crossing.rule && `${message} ${help ?? ""}`.includes(crossing.message),
    );
    expect(
      found.map(({ code, message, help }) => `${code} ${message} ${help}`),
      path,
    ).not.toEqual([]);
    expect(matching, `expected ${crossing.rule}: ${crossing.message}`).not.toEqual([]);
  });
});

test.each(ALLOWED.map(([folder], index) => ({ folder, index })))(
  "lint allows in $folder what the folder may do",
  ({ folder, index }) => {
    const path = pathOf(folder, `allowed-${index}.ts`);
    expect(diagnostics.filter((diagnostic) => diagnostic.filename === path)).toEqual([]);
  },
);

test("no planted file is left", () => {
  expect(planted.filter((path) => existsSync(join(root, path)))).toEqual([]);
});

test.each(Object.entries(SERVICE_ROOMS))(
  "each folder of services/%s, and no other, has a row of imports",
  (service, rows) => {
    const top = `services/${service}`;
    const folders = [...folderGraph(readSources(root, [top]), top).keys()];
    const inner = folders.filter((folder) => folder !== top);
    expect(Object.keys(rows).toSorted()).toEqual(
      inner.map((folder) => folder.slice(top.length + 1)).toSorted(),
    );
  },
);
