"use client";

import { ChevronDown, LogOut, UserCog } from "lucide-react";
import { type Person, useFrame } from "#components/data/frame-context.ts";
import { shortAddress } from "#components/i18n/figures.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { AccountName, accountButton } from "#components/identity/account-name.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { notify } from "#components/ui/notify.ts";

/** The signed-in user, with account settings and sign-out. */
export function PersonMenu() {
  const { person } = useFrame();
  return person === undefined ? null : <MenuOf person={person} />;
}

function MenuOf({ person }: { person: Person }) {
  const text = useText("settingsFrame");
  const shown = person.account === undefined ? person.label : shortAddress(person.account);
  return (
    <Menu
      align="end"
      label={text("signedInAs", { name: shown })}
      className="w-64"
      buttonClassName={accountButton}
      button={
        <>
          <AccountName name={shown} className="max-w-40" />
          <ChevronDown
            size={13}
            aria-hidden
            className="shrink-0 text-ink-muted max-[479px]:hidden"
          />
        </>
      }
      heading={
        <>
          {text("signedInAs", { name: "" }).trim()}
          <span dir="ltr" className="block pt-0.5 break-all text-ink-muted">
            {person.account ?? person.label}
          </span>
        </>
      }
      entries={[
        {
          key: "settings",
          label: (
            <>
              <UserCog size={14} aria-hidden /> {text("accountSettings")}
            </>
          ),
          href: "/settings",
        },
        { key: "approvals", label: text("approvals"), href: "/approvals" },
        { key: "partner", label: text("partner"), href: "/partner" },
        { key: "developers", label: text("developers"), href: "/developers" },
        {
          key: "sign-out",
          label: (
            <>
              <LogOut size={14} aria-hidden /> {text("signOut")}
            </>
          ),
          onSelect: () => void leave(person, text("notSignedOut")),
        },
      ]}
    />
  );
}

/** The code is loaded on click. It also deletes what this browser keeps of the account. */
async function leave(person: Person, failure: string): Promise<void> {
  try {
    const { signOutAndForget } = await import("./sign-out.ts");
    if (await signOutAndForget(person.account)) return;
  } catch {
    // A failed load counts as a failed sign-out.
  }
  notify({ tone: "bad", text: failure });
}
