/** More is allowed to a connection by ticking it; nothing is ticked before. */
import { act, createElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  button,
  type OpenPage,
  openPage,
  press,
  shown,
  until,
} from "#components/frame/page.testing.ts";
import type { Grant } from "#lib/protocol/wire/assistant.ts";
import { AllowMore } from "./allow-more.tsx";

vi.mock(
  "next/navigation",
  async () => (await import("#components/frame/navigation.testing.ts")).navigation,
);

const GRANT = { id: "grant_1", scopes: ["read:market", "read:points"] } as unknown as Grant;
const ADD = "POST /api/v1/grants/grant_1/scopes";

let page: OpenPage;
beforeEach(() => {
  page = openPage(createElement(AllowMore, { grant: GRANT }), {
    address: "/settings/connected-apps",
    service: { [ADD]: GRANT, "GET /api/v1/grants?limit=50": { grants: [], apps: [], next: null } },
  });
});
afterEach(() => page.leave());

test("what the connection lacks is listed, and what is ticked is sent", async () => {
  const fold = document.querySelector("details")!;
  act(() => {
    fold.open = true;
    fold.dispatchEvent(new Event("toggle"));
  });
  await until(() => expect(shown()).toContain("Propose orders to you"));
  expect(shown()).not.toContain("See your points");
  press(button("Allow"));
  const boxes = [...document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false]);
  expect(page.sent.filter(({ method }) => method === "POST")).toEqual([]);
  press(boxes[1]!);
  press(button("Allow"));
  await until(() =>
    expect(page.sent).toContainEqual(
      expect.objectContaining({ method: "POST", body: { scopes: ["read:chat"] } }),
    ),
  );
});
