/** The consent page as a user reads it: what is most sensitive first, and one warning that says all. */

import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import english from "#components/assistants/messages/en/consent.ts";
import { featureText } from "#components/i18n/feature-text.testing.ts";
import type { ClientDescription } from "#lib/protocol/consent.ts";
import { SCOPES, type Scope } from "#lib/protocol/scopes.ts";
import { ConsentForm, SignInFirst } from "./consent-page.tsx";

const text = featureText("consent");
const SITE: ClientDescription = {
  clientId: "client_a",
  name: "Orchard",
  host: undefined,
  redirect: { kind: "https", host: "orchard.example" },
  badge: "unverified",
  warnings: [],
};
const PROGRAM: ClientDescription = {
  ...SITE,
  redirect: { kind: "loopback", host: "127.0.0.1" },
  warnings: ["loopback"],
};

let root: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

function show(
  client: ClientDescription,
  preselected: readonly Scope[] = ["read:market"],
  isExtension = false,
): void {
  const form = createElement(ConsentForm, {
    text,
    client,
    path: "/oauth/consent/u",
    scopes: SCOPES,
    preselected,
    isExtension,
    user: { id: "usr_a", label: "ada@example.com" },
    token: "t",
    again: undefined,
  });
  act(() => root.render(form));
}
const all = (selector: string) => [...document.querySelectorAll(selector)];
const shown = () => document.body.textContent;

test("ticks the markets only, and lists the others below, the most sensitive first", () => {
  show(SITE);
  const risky = ["read:market", "trade:execute", "read:chat", "read:points"];
  expect(all("code").map((one) => one.textContent)).toEqual(risky);
  const boxes = all("input[type=checkbox]") as HTMLInputElement[];
  expect(boxes.map(({ value }) => value)).toEqual(risky);
  expect(boxes.map(({ defaultChecked }) => defaultChecked)).toEqual([true, false, false, false]);
});

test("says that an approval replaces the connection, only where it does", () => {
  show(SITE);
  expect(shown()).not.toContain("replaces that connection");
  show(SITE, ["read:points", "read:market"], true);
  expect(shown()).toContain("Approving replaces that connection.");
});

test("names balances and positions in the title of the permission that reads them", () => {
  show(SITE);
  const title = document.querySelector("label[for=scope-read-chat]")?.textContent;
  expect(title).toMatch(/balances, positions, open orders and private notes/);
  expect(shown()).not.toMatch(/no points|this scope/);
});

test("warns once of a program on this computer, without a badge; of a site by its badge", () => {
  show(PROGRAM);
  expect(all("section[aria-label] li")).toHaveLength(1);
  expect(shown()).toContain("This is a program on this computer");
  expect(shown()).not.toMatch(/Unverified|not verified|You will be redirected/);
  show(SITE);
  expect(all("section[aria-label] li")).toHaveLength(0);
  expect(shown()).toContain("Unverified");
});

test("keeps the badge of a program that the operator vouches for", () => {
  show({ ...PROGRAM, badge: "verified" });
  expect(shown()).toContain("We know who makes this app.");
});

test("says beside the button why nothing can be approved, and links to what is connected", () => {
  show(SITE);
  const button = document.querySelector("button[value=approve]");
  const reason = document.getElementById(button?.getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toBe("Select at least one, or deny.");
  expect(document.querySelector("a[href='/settings/connected-apps']")?.textContent).toBe(
    "Connected apps",
  );
});

test("tells a signed-out visitor how to refuse", () => {
  act(() => root.render(createElement(SignInFirst, { text, client: SITE, path: "/p" })));
  expect(shown()).toContain("close this page. Nothing is connected.");
});

test("a program that names a site is shown with what is known of it", () => {
  show({ ...PROGRAM, host: "claude.example" });
  expect(shown()).toContain("claude.example");
  expect(shown()).toContain(english.badge_unverified);
  expect(shown()).toContain(english.badgeText_unverified);
});
