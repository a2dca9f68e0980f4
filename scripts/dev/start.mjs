/** `npm start`: see scripts/dev/start/main.ts. */
import { bootstrap } from "./bootstrap.mjs";

// Who develops runs tests as well, which need all packages.
await bootstrap("start/main.ts", process.argv.includes("--dev") ? "all" : "running");
