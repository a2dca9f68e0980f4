/** A person's notes and preferences for assistants in a page. */
import { act, createElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import {
  button,
  dialog,
  failing,
  field,
  fill,
  names,
  noteOf,
  type OpenPage,
  openPage,
  press,
  type Service,
  shown,
  until,
} from "#components/frame/page.testing.ts";
import type { Note } from "#lib/protocol/wire/assistant.ts";
import { AssistantPage } from "./assistant-page.tsx";

vi.mock(
  "next/navigation",
  async () => (await import("#components/frame/navigation.testing.ts")).navigation,
);

const API = "/api/v1/assistant";
const WRITTEN = "2026-05-01T11:00:00.000Z";
const note = (id: string, text: string): Note => ({
  id,
  text,
  createdAt: WRITTEN,
  updatedAt: WRITTEN,
});

let page: OpenPage;
afterEach(() => page.leave());

function open(notes: Note[], service: Service = {}): void {
  page = openPage(createElement(AssistantPage), {
    service: {
      [`GET ${API}/notes`]: { notes, most: 100 },
      [`GET ${API}/preferences`]: { preferences: {} },
      [`GET ${API}/context`]: { notes },
      ...service,
    },
  });
}
const rows = () => names("ul > li").map((row) => row.replace(/written.*/i, "").trim());

test("an empty note is not sent; one that is added stands first, and the field is ready for the next", async () => {
  open([], { [`POST ${API}/notes`]: note("not_1", "I trade BTC only.") });
  await until(() => expect(shown()).toContain("No notes yet"));
  press(button("Add note"));
  expect(noteOf(field("New note"))).toBe("The note is empty.");
  expect(document.activeElement).toBe(field("New note"));
  fill(field("New note"), "I trade BTC only.");
  press(button("Add note"));
  await until(() => expect(rows()).toEqual(["I trade BTC only."]));
  expect(page.bodies(`POST ${API}/notes`)).toEqual([{ text: "I trade BTC only." }]);
  expect(shown()).toContain("1 of 100 notes");
  expect(field("New note").value).toBe("");
  expect(document.activeElement).toBe(field("New note"));
});

test("a note is changed in its place, and Escape leaves it as it was; the focus comes back", async () => {
  const before = note("not_1", "I trade BTC only.");
  open([before], { [`PATCH ${API}/notes/not_1`]: { ...before, text: "I trade ETH." } });
  const edit = () => button(/^Edit the note “I trade/);
  await until(edit);
  press(edit());
  const changed = field("Edit note");
  expect(document.activeElement).toBe(changed);
  fill(changed, "Something else.");
  act(() => {
    changed.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  });
  expect(document.activeElement).toBe(edit());
  expect(page.bodies(`PATCH ${API}/notes/not_1`)).toEqual([]);
  press(edit());
  fill(field("Edit note"), "I trade ETH.");
  press(button("Save"));
  await until(() => expect(document.activeElement).toBe(button("Edit the note “I trade ETH.”")));
  expect(page.bodies(`PATCH ${API}/notes/not_1`)).toEqual([{ text: "I trade ETH." }]);
});

test("a note is deleted after a question that shows it", async () => {
  const gone = new Response(null, { status: 204 });
  open([note("not_1", "Never before noon.")], { [`DELETE ${API}/notes/not_1`]: gone });
  await until(() => button("Delete the note “Never before noon.”"));
  press(button("Delete the note “Never before noon.”"));
  await until(() => dialog("Delete this note?"));
  expect(dialog("Delete this note?").textContent).toContain("Never before noon.");
  press(button("Delete", dialog("Delete this note?")));
  await until(() => expect(shown()).toContain("No notes yet"));
});

test("preferences are saved as they were chosen", async () => {
  const preferences = { language: "de", detail: "brief", risk: "At most 2 % a trade" };
  open([], { [`PATCH ${API}/preferences`]: { preferences } });
  await until(() => field("Language"));
  fill(field("Language"), "de");
  press(field("Brief"));
  fill(field("Your risk tolerance"), "At most 2 % a trade");
  press(button("Save preferences"));
  await until(() => expect(page.toasts()).toEqual(["The preferences were saved."]));
  expect(page.bodies(`PATCH ${API}/preferences`)).toEqual([{ ...preferences, experience: null }]);
});

test("the preview is what the assistant reads, and is read again after each change", async () => {
  const one = note("not_1", "I trade BTC only.");
  const two = note("not_2", "Never before noon.");
  open([one], { [`POST ${API}/notes`]: two });
  await until(() => field("New note"));
  const details = document.querySelector("details");
  act(() => {
    if (details !== null) details.open = true;
    details?.dispatchEvent(new Event("toggle"));
  });
  const preview = () =>
    JSON.parse(document.querySelector("[data-context]")?.textContent ?? "null") as unknown;
  await until(() => expect(preview()).toEqual({ notes: [one] }));
  page.answer({
    [`POST ${API}/notes`]: two,
    [`GET ${API}/context`]: { notes: [two, one] },
  });
  fill(field("New note"), two.text);
  press(button("Add note"));
  await until(() => expect(preview()).toEqual({ notes: [two, one] }));
});

test("notes that cannot be read say why, and the preferences stay usable", async () => {
  open([], { [`GET ${API}/notes`]: failing(503, "INTERNAL") });
  await until(() => expect(names("[role=alert] button")).toEqual(["Try again"]));
  await until(() => expect(names("button")).toContain("Save preferences"));
});
