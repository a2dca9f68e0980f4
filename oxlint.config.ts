/** Lint rules, and the direction of imports: which folder, and which domain, may import which. */
import { defineConfig, type OxlintConfig } from "oxlint";
import { OTHER_SERVICES, SERVICE_ROOMS } from "./scripts/dev/checks/lint/service-rooms.ts";
import { SLEEPING } from "./scripts/dev/checks/lint/sleeping.ts";

type Pattern = ({ regex: string } | { group: string[] }) & {
  message: string;
  /** Refuses values only. */
  allowTypeImports?: boolean;
};

const MARKET_TABLES = "trading/schema/market-data.ts";

/**
 * What each domain of `lib` imports besides itself and `protocol`: a domain, or one file of it. Every arrow points down. A domain
 * that may only read the tables of another one names their file.
 */
export const LIB_DOMAINS: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  kernel: [],
  platform: ["kernel"],
  identity: ["kernel", "platform"],
  trading: ["kernel", "platform", "identity"],
  machines: ["kernel", "platform", "identity", "trading"],
  partner: ["kernel", "platform", "identity", "trading", "machines"],
  swaps: ["kernel", "platform", "identity", "trading", "machines", "partner"],
  catalysts: ["kernel", "platform", MARKET_TABLES],
  pushes: ["kernel", "platform", "identity", "catalysts", "machines/proposals", MARKET_TABLES],
  assistants: [
    "kernel",
    "platform",
    "identity",
    "trading",
    "machines",
    "swaps",
    "catalysts",
    "pushes",
  ],
  webhooks: ["kernel", "platform", "identity", "machines"],
  server: [
    "kernel",
    "platform",
    "identity",
    "trading",
    "machines",
    "assistants",
    "catalysts/account-rows.ts",
    "partner/account-rows.ts",
    "pushes/account-rows.ts",
    "swaps/account-rows.ts",
    "webhooks/account-rows.ts",
  ],
};

/** The same for `components`. */
export const COMPONENT_DOMAINS: Readonly<Record<string, readonly string[]>> = {
  i18n: [],
  ui: ["i18n"],
  data: ["i18n", "ui"],
  frame: ["i18n", "ui", "data"],
  identity: ["i18n", "ui", "data", "frame"],
  chain: ["i18n", "ui", "data", "frame", "identity"],
  trading: ["i18n", "ui", "data", "frame", "identity", "chain"],
  vault: ["i18n", "ui", "data", "frame"],
  swaps: ["i18n", "ui", "data", "frame", "identity", "chain"],
  catalysts: ["i18n", "ui", "data", "frame", "identity"],
  signals: ["i18n", "ui", "data", "frame", "identity", "catalysts"],
  pushes: ["i18n", "ui", "data", "frame", "identity"],
  machines: ["i18n", "ui", "data", "frame", "identity", "trading"],
  assistants: ["i18n", "ui", "data", "frame", "identity", "trading", "machines"],
  partner: ["i18n", "ui", "data", "frame", "identity", "machines"],
  webhooks: ["i18n", "ui", "data", "frame", "machines"],
  messages: [
    "i18n",
    "ui",
    "data",
    "frame",
    "identity",
    "chain",
    "trading",
    "vault",
    "swaps",
    "catalysts",
    "signals",
    "pushes",
    "machines",
    "assistants",
    "partner",
    "webhooks",
  ],
};

/** The buildings of `scripts`. Benches and trials start what `dev` builds; none of them is needed to develop or to operate. */
const SCRIPT_BUILDINGS: Readonly<Record<string, readonly string[]>> = {
  dev: [],
  operate: ["dev"],
  bench: ["dev"],
  trials: ["dev", "bench"],
};

/**
 * Globs as in `.gitignore`: everything below a folder, but for some of its folders and files. Each once, because a folder that is
 * refused again would refuse what was let in below it.
 */
function allExcept(folder: string, allowed: readonly string[]): string[] {
  return [`${folder}/**`, ...new Set(allowed.flatMap((path) => keep(folder, path)))];
}

/** A path below other folders: each of them is let in, and everything else in it is not. */
function keep(folder: string, path: string): string[] {
  const [first = "", ...rest] = path.split("/");
  const inner = `${folder}/${first}`;
  if (rest.length === 0) return [`!${inner}`, `!${inner}/**`];
  return [`!${inner}`, `${inner}/**`, ...keep(inner, rest.join("/"))];
}

/** Everything below `services`, but for some folders and files: a folder in another one is let in without the rest of it. */
function servicesExcept(allowed: readonly string[]): string[] {
  const kept = allowed.flatMap((path) => [`!#services/${path}`, `!#services/${path}/**`]);
  return ["#services/**", ...kept];
}

const TESTS = ["**/*.test.ts", "**/*.test.tsx", "**/*.testing.ts", "**/testing/**"];

const ANYWHERE: readonly Pattern[] = [
  { regex: "^\\.\\./", message: "Use #lib/... or #components/... across folders." },
  { regex: "^#[a-z]+/(.+/)?_", message: "A file starting with _ is private to its folder." },
];

const NO_TEST_SUPPORT: Pattern = {
  regex: "\\.testing\\.ts$|/testing/",
  message: "Only tests use test support.",
};

const FRONT: Pattern = {
  regex: "^(drizzle-orm|#lib/platform/db/|#lib/[a-z]+/schema/|#services/)",
  message: "Call a verb in #lib/<domain>/.",
};

const IN_BROWSER: Pattern = {
  group: allExcept("#lib", ["protocol"]),
  message: "components imports lib/protocol only, types included.",
};

/** It stands before patterns with exceptions: those end the search. */
const CONTRACTS: Pattern = {
  regex: "^(zod($|/)|#lib/protocol/wire/)",
  allowTypeImports: true,
  message: "Pages import the types of contracts only: their schemas stay on the server.",
};

const LIB: Pattern = {
  regex: "^(next($|/)|react(-dom)?($|/)|#app/|#components/|#services/)",
  message: "lib knows neither Next nor React.",
};

/** A server verifies by `lib/kernel/ed25519.ts`, which refuses what tweetnacl accepts. */
const NO_TWEETNACL: Pattern = {
  regex: "^tweetnacl$",
  message: "tweetnacl is for browsers without Ed25519.",
};

const NO_WALLET: Pattern = {
  regex: "^#lib/kernel/wallet\\.ts$",
  message: "The app signs nothing for a user: simulated traders, scripts and tests have a wallet.",
};

const PURE: readonly Pattern[] = [
  NO_TWEETNACL,
  {
    regex:
      "^(node:|server-only|drizzle-orm|next($|/)|react(-dom)?($|/)|#app/|#components/|#services/)",
    message: "lib/protocol is pure: browser, app and venue all run it.",
  },
  { group: allExcept("#lib", ["protocol"]), message: "lib/protocol imports only itself." },
];

const SERVICE: readonly Pattern[] = [
  NO_TWEETNACL,
  {
    regex: "^(next($|/)|react(-dom)?($|/)|#app/|#components/)",
    message: "No Next or React in a service.",
  },
  {
    group: ["#lib/*/**", "!#lib/protocol/**", "!#lib/kernel/**"],
    message: "A service shares only lib/protocol and lib/kernel with the app.",
  },
];

const NO_JOURNEY: Pattern = {
  regex: "^#e2e/",
  message: "Journeys import scripts, and no script imports a journey.",
};

/** Refuses imports that match one of the patterns, and those that are refused everywhere. */
function refuse(...patterns: readonly Pattern[]): NonNullable<OxlintConfig["rules"]> {
  return { "no-restricted-imports": ["error", { patterns: [...ANYWHERE, ...patterns] }] };
}

/** One override a domain: it imports itself and the domains that its row lists. */
function directions(
  top: string,
  domains: Readonly<Record<string, readonly string[]>>,
  patterns: readonly Pattern[],
) {
  return Object.entries(domains).map(([domain, below]) => {
    const upward = {
      group: allExcept(`#${top}`, ["protocol", domain, ...below]),
      message: `${top}/${domain} does not import this domain: see oxlint.config.ts.`,
    };
    return {
      files: [`${top}/${domain}/**`],
      excludeFiles: TESTS,
      rules: refuse(...patterns, upward),
    };
  });
}

/** One override a folder of a service: it imports itself, what its row lists, and what every service may. */
function rooms(patterns: readonly Pattern[]) {
  return Object.entries(SERVICE_ROOMS).flatMap(([service, rows]) => {
    const others = ["run-service.ts", ...(OTHER_SERVICES[service] ?? [])];
    const foreign = {
      group: servicesExcept([service, ...others]),
      message: `services/${service} does not import this service: see oxlint.config.ts.`,
    };
    const whole = { files: [`services/${service}/**`], rules: refuse(...patterns, foreign) };
    // The last override of a file counts: that of the inner folder.
    const fromOutside = Object.entries(rows).toSorted(([one], [other]) => one.localeCompare(other));
    const folders = fromOutside.map(([room, below]) => {
      const own = [room, ...below].map((name) => `${service}/${name}`);
      const upward = {
        group: servicesExcept([...own, ...others]),
        message: `services/${service}/${room} does not import this folder: see oxlint.config.ts.`,
      };
      return { files: [`services/${service}/${room}/**`], rules: refuse(...patterns, upward) };
    });
    return [whole, ...folders].map((one) => ({ ...one, excludeFiles: TESTS }));
  });
}

export default defineConfig({
  plugins: [
    "typescript",
    "import",
    "react",
    "nextjs",
    "jsx-a11y",
    "vitest",
    "promise",
    "unicorn",
    "node",
    "oxc",
  ],
  jsPlugins: ["./scripts/dev/checks/lint/waiting.ts"],
  categories: { correctness: "error" },
  ignorePatterns: [".next", "node_modules", "next-env.d.ts", "lib/platform/db/migrations"],
  rules: {
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "max-lines-per-function": ["warn", { max: 70, skipBlankLines: true, skipComments: true }],
    "max-lines": ["warn", { max: 400, skipBlankLines: true, skipComments: true }],
    "max-params": ["warn", 4],
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/switch-exhaustiveness-check": "error",
    "typescript/only-throw-error": "error",
    "node/no-process-env": "error",
    "no-console": "error",
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
    ...refuse(),
  },
  overrides: [
    { files: ["app/**"], rules: refuse(FRONT) },
    {
      files: ["app/**"],
      excludeFiles: TESTS,
      rules: refuse(FRONT, NO_TWEETNACL, NO_WALLET, NO_TEST_SUPPORT),
    },
    { files: ["components/**"], rules: refuse(FRONT) },
    {
      files: ["components/**"],
      excludeFiles: TESTS,
      rules: refuse(FRONT, CONTRACTS, IN_BROWSER, NO_TEST_SUPPORT),
    },
    ...directions("components", COMPONENT_DOMAINS, [FRONT, CONTRACTS, IN_BROWSER, NO_TEST_SUPPORT]),
    { files: ["lib/**"], rules: refuse(LIB) },
    ...directions("lib", LIB_DOMAINS, [LIB, NO_TWEETNACL, NO_WALLET, NO_TEST_SUPPORT]),
    {
      files: ["lib/protocol/**"],
      excludeFiles: TESTS,
      rules: refuse(CONTRACTS, ...PURE, NO_TEST_SUPPORT),
    },
    {
      files: ["lib/protocol/wire/**"],
      excludeFiles: TESTS,
      rules: refuse(...PURE, NO_TEST_SUPPORT),
    },
    ...directions("scripts", SCRIPT_BUILDINGS, [NO_JOURNEY]),
    { files: ["services/**"], rules: refuse(...SERVICE) },
    { files: ["services/**"], excludeFiles: TESTS, rules: refuse(...SERVICE, NO_TEST_SUPPORT) },
    ...rooms([...SERVICE, NO_TEST_SUPPORT]),
    {
      files: [
        "lib/platform/config/config.ts",
        "services/*/config.ts",
        "*.config.ts",
        "tests/**",
        "**/*.test.ts",
        "lib/platform/db/db.testing.ts",
      ],
      rules: { "node/no-process-env": "off" },
    },
    {
      files: ["scripts/**", "e2e/**", "docs/api/**", "clients/**"],
      rules: { "node/no-process-env": "off", "no-console": "off" },
    },
    {
      // A class of CCXT is one file, with a description in one function and the signatures of its base class.
      files: ["docs/api/ccxt/*.mjs"],
      rules: { "max-lines": "off", "max-lines-per-function": "off", "max-params": "off" },
    },
    { files: ["e2e/**"], rules: { "no-empty-pattern": "off" } },
    {
      files: ["**/*.test.ts"],
      excludeFiles: ["scripts/bench/**"],
      rules: { "waiting/no-sleep": "error", "waiting/no-short-limit": "error" },
    },
    { files: [...SLEEPING], rules: { "waiting/no-sleep": "off" } },
    {
      files: ["**/*.test.ts", "**/*.test.tsx", "e2e/**"],
      rules: {
        "max-lines-per-function": "off",
        "max-lines": "off",
        "typescript/no-non-null-assertion": "off",
        "vitest/expect-expect": [
          "error",
          { assertFunctionNames: ["expect*", "fc.assert", "expectTypeOf"] },
        ],
        "vitest/no-conditional-expect": "off",
        "vitest/no-standalone-expect": "off",
      },
    },
  ],
});
