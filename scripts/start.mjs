/** `npm start`: see scripts/start/main.ts. */
import { bootstrap } from "./bootstrap.mjs";

await bootstrap("start/main.ts");
