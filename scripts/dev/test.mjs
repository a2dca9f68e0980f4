/** `npm test`: see scripts/dev/test/main.ts. */
import { bootstrap } from "./bootstrap.mjs";

await bootstrap("test/main.ts");
