/** Without a market, it leads to the first one. */
export { default } from "#app/page.tsx";
