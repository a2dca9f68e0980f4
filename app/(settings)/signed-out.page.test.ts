/** Every page of an account, opened by a visitor who is not signed in. */
import { createElement, type ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { ApprovalPage } from "#components/assistants/approvals/approval-page.tsx";
import { ApprovalsPage } from "#components/assistants/approvals/approvals-page.tsx";
import { ConnectedAppsPage } from "#components/assistants/apps/connected-apps-page.tsx";
import { AssistantPage } from "#components/assistants/notes/assistant-page.tsx";
import { link, type OpenPage, openPage, shown } from "#components/frame/page.testing.ts";
import { ActivityPage } from "#components/identity/activity/activity-page.tsx";
import { SessionsPage } from "#components/identity/sessions/sessions-page.tsx";
import { BotKeysPage } from "#components/machines/bot-keys/bot-keys-page.tsx";
import { McpKeysPage } from "#components/machines/mcp-keys/mcp-keys-page.tsx";
import { KeysPage } from "#components/machines/venue-keys/keys-page.tsx";

vi.mock(
  "next/navigation",
  async () => (await import("#components/frame/navigation.testing.ts")).navigation,
);

const PAGES: [address: string, page: ReactNode][] = [
  ["/approvals", createElement(ApprovalsPage)],
  ["/approvals/sto_1", createElement(ApprovalPage, { id: "sto_1" })],
  ["/account/keys", createElement(KeysPage)],
  ["/settings/activity", createElement(ActivityPage)],
  ["/settings/assistant", createElement(AssistantPage)],
  ["/settings/bot-keys", createElement(BotKeysPage)],
  ["/settings/connected-apps", createElement(ConnectedAppsPage)],
  ["/settings/mcp-keys", createElement(McpKeysPage, { baseUrl: "https://svc.example" })],
  ["/settings/sessions", createElement(SessionsPage)],
];

let page: OpenPage;
afterEach(() => page.leave());

test.each(PAGES)("%s reads nothing, and leads to the sign-in and back", (address, element) => {
  page = openPage(element, { person: undefined, address });
  expect(shown()).toContain("You are not signed in.");
  expect(link("Sign in").getAttribute("href")).toBe(`/sign-in?next=${encodeURIComponent(address)}`);
  expect(page.sent).toEqual([]);
});
