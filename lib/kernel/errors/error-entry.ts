/** What the catalogue of errors is made of: a status, and a text that is safe to show. */

export type Entry<Context> = { status: number; text: (context: Context) => string };

export const entry = <Context = never>(
  status: number,
  text: string | ((context: Context) => string),
): Entry<Context> => ({ status, text: typeof text === "string" ? () => text : text });
