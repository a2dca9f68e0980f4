/** `npm test`: see scripts/test/main.ts. */
import { bootstrap } from "./bootstrap.mjs";

await bootstrap("test/main.ts");
