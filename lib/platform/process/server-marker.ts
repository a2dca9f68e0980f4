/**
 * A program that is the server itself imports this first, to disable `import "server-only"`. The package's own switch is an
 * export condition, which would also change the files of React and Next in this process.
 */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const marker = require.resolve("server-only");
const load = require.extensions[".js"];

// Node resolves the whole graph of ES modules before the first one runs, so a loader hook would come too late; a CommonJS
// module is resolved when it runs.
require.extensions[".js"] = (module, filename) => {
  if (filename !== marker) load?.(module, filename);
};
