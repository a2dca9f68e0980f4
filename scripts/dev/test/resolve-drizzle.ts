/**
 * Loaded first by every process of the unit tests that may load drizzle. Node looks up the package of each module that it loads, and parses
 * all of that package's `exports` each time: for drizzle's three hundred modules and its 130 KB of them, more than all the rest of a start.
 */
import { registerHooks } from "node:module";

const DRIZZLE = "drizzle-orm";
type Resolved = ReturnType<Parameters<typeof registerHooks>[0]["resolve"] & {}>;
const entries = new Map<string, Resolved>();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = "" } = context;
    if (/^\..*\.js$/.test(specifier) && parentURL.includes(`/node_modules/${DRIZZLE}/`)) {
      return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
    }
    if (!specifier.startsWith(DRIZZLE)) return next(specifier, context);
    const key = `${specifier} ${context.conditions.join()}`;
    const found = entries.get(key) ?? next(specifier, context);
    entries.set(key, found);
    return { ...found, shortCircuit: true };
  },
});
