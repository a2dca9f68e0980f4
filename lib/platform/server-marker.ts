/**
 * Imported first by a program that is the server itself: there `import "server-only"` has nothing to refuse. The package asks
 * for an export condition to be told so, which would also give the React and Next of this process other files than they are
 * made for.
 */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const marker = require.resolve("server-only");
const load = require.extensions[".js"];

// The whole graph is found before the first module of it runs, so that no hook of the loader would be asked any more; a
// CommonJS module is read when it runs.
require.extensions[".js"] = (module, filename) => {
  if (filename !== marker) load?.(module, filename);
};
