/** Releases of the sandbox's calendar. */
import type { Endpoints } from "#scripts/dev/data-dir.ts";
import { expect } from "./test.ts";

/** Puts a release into the calendar, or changes the one with the id. */
export async function changeCalendar(
  { sandbox }: Endpoints,
  body: Record<string, unknown>,
  id = "",
): Promise<{ id: string }> {
  const response = await fetch(`${sandbox}/calendar/items${id === "" ? "" : `/${id}`}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as { id: string };
}
