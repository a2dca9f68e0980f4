/**
 * A lint rule for tests: they wait for an event or advance a clock. One that sleeps is slow where the machine is fast and
 * fails where it is slow, and so does one that gives up early.
 */
import type { RuleTester } from "oxlint/plugins-dev";

/** The only type of a rule that the package exports. */
type Rule = Exclude<Parameters<RuleTester["run"]>[1], { createOnce: unknown }>;
type Visitor = ReturnType<Rule["create"]>;
type Call = Parameters<NonNullable<Visitor["CallExpression"]>>[0];
type Import = Parameters<NonNullable<Visitor["ImportDeclaration"]>>[0];
type Node = Call["parent"];

/** What a wait has without a limit of its own; nothing shorter may end one. */
const MIN_LIMIT_MS = 120_000;

/** Their last argument may be a limit in milliseconds. */
const LIMITED = new Set(
  "test it describe beforeAll beforeEach afterAll afterEach waitFor waitUntil".split(" "),
);

const SLEEPS = "Wait for the event (vi.waitFor), or advance a clock: a test does not sleep.";
const GIVES_UP =
  "A busy machine takes longer: leave the limit out, or give it two minutes or more.";

export default {
  meta: { name: "waiting" },
  rules: {
    "no-sleep": {
      create: (context) => ({
        CallExpression: (node) => {
          if (nameOf(node.callee) === "setTimeout") context.report({ node, message: SLEEPS });
        },
        ImportDeclaration: (node) => {
          if (/^(node:)?timers\/promises$/.test(node.source.value)) {
            const names = node.specifiers.map(importedName);
            if (names.some((name) => name !== "setImmediate")) {
              context.report({ node, message: SLEEPS });
            }
          }
        },
      }),
    },
    "no-short-limit": {
      create: (context) => ({
        CallExpression: (node) => {
          const last = node.arguments.at(-1);
          if (LIMITED.has(rootOf(node.callee)) && last !== undefined && isShort(last)) {
            context.report({ node: last, message: GIVES_UP });
          }
        },
        Property: (node) => {
          if (nameOf(node.key) === "timeout" && isShort(node.value)) {
            context.report({ node, message: GIVES_UP });
          }
        },
      }),
    },
  },
} satisfies { meta: { name: string }; rules: Record<string, Rule> };

function isShort(node: Node): boolean {
  return node.type === "Literal" && typeof node.value === "number" && node.value < MIN_LIMIT_MS;
}

function nameOf(node: Node): string {
  return node.type === "Identifier" ? node.name : "";
}

/** `test` of `test.skipIf(…)(…)`, and `waitFor` of `vi.waitFor(…)`. */
function rootOf(node: Node): string {
  if (node.type === "CallExpression") return rootOf(node.callee);
  if (node.type !== "MemberExpression") return nameOf(node);
  const object = rootOf(node.object);
  return object === "vi" ? nameOf(node.property) : object;
}

function importedName(specifier: Import["specifiers"][number]): string {
  return specifier.type === "ImportSpecifier" ? nameOf(specifier.imported) : "";
}
