/** `npm run reset`: see scripts/reset/main.ts. */
import { bootstrap } from "./bootstrap.mjs";

await bootstrap("reset/main.ts");
