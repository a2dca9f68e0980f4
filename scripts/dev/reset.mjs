/** `npm run reset`: see scripts/dev/reset/main.ts. */
import { bootstrap } from "./bootstrap.mjs";

await bootstrap("reset/main.ts");
